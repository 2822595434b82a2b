#include "lowpass/record/checkpoint.h"

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/program.h"
#include "tests/support/small_disk.h"

namespace lowpass {
namespace {

class CheckpointTest : public testing::Test {
 protected:
  std::string newest() const {
    std::string damage;
    return read_checkpoint(path, damage)->payload;
  }

  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
};

TEST_F(CheckpointTest, ADamagedOneNeverTakesThePlaceOfTheOneBefore) {
  write_checkpoint(path, {.configuration_hash = 7, .payload = "first"});
  write_checkpoint(path, {.configuration_hash = 7, .payload = "second"});
  folder.write("checkpoint", "damaged");
  EXPECT_EQ(newest(), "first");
  {
    const SmallDisk disk(10);  // the process might as well be killed here
    EXPECT_THROW(write_checkpoint(path, {.configuration_hash = 7, .payload = "third"}), Error);
  }
  EXPECT_EQ(newest(), "first");
  write_checkpoint(path, {.configuration_hash = 7, .payload = "third"});
  EXPECT_EQ(newest(), "third");
}

TEST_F(CheckpointTest, TheOneBeforeIsKeptWhereLinksCannotBeMade) {
  write_checkpoint(path, {.configuration_hash = 7, .payload = "first"});
  std::filesystem::create_directories(folder / "checkpoint.link/in the way");
  write_checkpoint(path, {.configuration_hash = 7, .payload = "second"});
  folder.write("checkpoint", "damaged");
  EXPECT_EQ(newest(), "first");
}

}  // namespace
}  // namespace lowpass
