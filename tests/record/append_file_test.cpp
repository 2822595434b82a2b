#include "lowpass/record/append_file.h"

#include <cerrno>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/record/generation_log.h"
#include "tests/support/program.h"
#include "tests/support/small_disk.h"

namespace lowpass {
namespace {

TEST(AppendFile, ALineThatDoesNotFitIsTakenAwayAgainAndTheNextOneIsWhole) {
  const TemporaryFolder folder;
  AppendFile file(folder / "lines", 0);
  file.append("first\n");
  {
    const SmallDisk disk(10);
    errno = ENOENT;  // of something else, before
    try {
      file.append("second\n");
      FAIL() << "it does not fit";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("File too large"), std::string::npos)
          << error.what();
    }
  }
  EXPECT_EQ(content_of(folder / "lines"), "first\n");
  file.append("third\n");
  EXPECT_EQ(content_of(folder / "lines"), "first\nthird\n");
}

TEST(AppendFile, OpensAtAGivenSize) {
  const TemporaryFolder folder;
  folder.write("lines", "first\nseco");
  AppendFile(folder / "lines", 6).append("next\n");
  EXPECT_EQ(content_of(folder / "lines"), "first\nnext\n");
}

TEST(GenerationLog, ThatDoesNotReachTheCheckpointIsRefusedAndLeftAsItIs) {
  const TemporaryFolder folder;
  folder.write("log", "{}\n{}\n{\"gen");
  EXPECT_THROW(GenerationLog(folder / "log", 3), Error);
  EXPECT_THROW(GenerationLog(folder / "missing", 1), Error);
  EXPECT_EQ(content_of(folder / "log"), "{}\n{}\n{\"gen");
  EXPECT_NO_THROW(GenerationLog(folder / "log", 2));
  EXPECT_EQ(content_of(folder / "log"), "{}\n{}\n");
}

}  // namespace
}  // namespace lowpass
