// What the fuzzer found, and what it began with, replayed without it.

#include <filesystem>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "tests/fuzz/targets.h"

namespace lowpass {
namespace {

class Fuzz : public testing::TestWithParam<FuzzTarget> {};

TEST_P(Fuzz, EveryKnownInputIsReadOrRefused) {
  const auto folder = std::filesystem::path(LOWPASS_TEST_DATA) / "fuzz" / GetParam().name;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    ++inputs;
    try {
      GetParam().read(read_file(entry.path()));
    } catch (const Error& error) {
      EXPECT_STRNE(error.what(), "");
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_GT(inputs, 0) << folder;
}

INSTANTIATE_TEST_SUITE_P(Inputs, Fuzz,
                         testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const auto& target) { return target.param.name; });

}  // namespace
}  // namespace lowpass
