#include "lowpass/paper/run_table.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace lowpass {
namespace {

RunRecord run(const Setup& setup, std::uint64_t seed) {
  RunRecord record;
  record.setup = setup;
  record.seed = seed;
  return record;
}

const Setup kTwenty = {};
const Setup kForty = {.coefficients = 40};
const Setup kOtherGoal = {.variation = "task.goal=[5,-4]"};

TEST(RunTable, SelectsTheRunsOfASetupBySeedInWhateverOrderTheyCame) {
  std::vector<RunRecord> runs = {run(kForty, 2), run(kTwenty, 3), run(kTwenty, 10),
                                 run(kOtherGoal, 4), run(kTwenty, 1)};
  for (int i = 0; i < 5; ++i) {
    std::rotate(runs.begin(), runs.begin() + 1, runs.end());
    const RunTable table(runs);
    std::vector<std::uint64_t> seeds;
    for (const RunRecord& found : table.of(kTwenty)) seeds.push_back(found.seed);
    EXPECT_EQ(seeds, (std::vector<std::uint64_t>{1, 3, 10}));
    EXPECT_EQ(table.of(kOtherGoal).size(), 1u);
  }
}

TEST(RunTable, ASetupWithoutRunsIsEmpty) {
  EXPECT_TRUE(RunTable({}).of(kTwenty).empty());
  EXPECT_TRUE(RunTable({run(kForty, 1)}).of(kTwenty).empty());
  EXPECT_TRUE(RunTable({run(kTwenty, 1)}).of(kForty).empty());
}

TEST(RunTable, ARunGivenTwiceCountsOnce) {
  const RunTable table({run(kTwenty, 1), run(kForty, 1), run(kTwenty, 1)});
  EXPECT_EQ(table.of(kTwenty).size(), 1u);
}

TEST(RunTable, ListsSetupsAndVariations) {
  const RunTable table({run(kOtherGoal, 1), run(kForty, 1), run(kTwenty, 1), run(kForty, 2)});
  EXPECT_EQ(table.setups(), (std::vector<lowpass::Setup>{kTwenty, kOtherGoal, kForty}));
  EXPECT_EQ(table.variations(), (std::vector<std::string>{"", "task.goal=[5,-4]"}));
}

}  // namespace
}  // namespace lowpass
