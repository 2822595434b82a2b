#include "lowpass/paper/convergence.h"

#include <gtest/gtest.h>

#include "tests/paper/run_examples.h"

namespace lowpass {
namespace {

std::vector<RunRecord> two_runs() {
  // Generations end at 10, 20, 30 and at 15, 30.
  return {example_run({}, 1, 10, {0.2, 0.6, 0.4}), example_run({}, 2, 15, {0.4, 0.8})};
}

TEST(Convergence, EachRunIsAStepFunctionThatKeepsItsLastValue) {
  const std::int64_t grid[] = {5, 10, 14, 15, 20, 29, 30, 1000};
  const auto curve = convergence(two_runs(), grid, CurveKind::kBestSoFar);
  ASSERT_EQ(curve.size(), 5u);  // before 15 the second run has no value
  const double means[] = {0.3, 0.5, 0.5, 0.7, 0.7};
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].evaluations, grid[i + 3]);
    EXPECT_DOUBLE_EQ(curve[i].mean, means[i]) << i;
  }
  EXPECT_DOUBLE_EQ(curve[4].lower_quartile, 0.65);
  EXPECT_DOUBLE_EQ(curve[4].median, 0.7);
  EXPECT_DOUBLE_EQ(curve[4].upper_quartile, 0.75);
}

TEST(Convergence, TheBestOfAGenerationMayFall) {
  const std::int64_t grid[] = {20, 30};
  const auto curve = convergence(two_runs(), grid, CurveKind::kBestOfGeneration);
  EXPECT_DOUBLE_EQ(curve[0].mean, 0.5);
  EXPECT_DOUBLE_EQ(curve[1].mean, 0.6);  // (0.4 + 0.8) / 2
}

TEST(Convergence, NoRunsHaveNoCurve) {
  const std::int64_t grid[] = {10};
  EXPECT_TRUE(convergence({}, grid, CurveKind::kBestSoFar).empty());
  EXPECT_FALSE(mean_crossing({}, 0.5).has_value());
}

TEST(Convergence, TheMeanCrossesATargetAtTheEndOfAGeneration) {
  EXPECT_EQ(mean_crossing(two_runs(), 0.3), 15);
  EXPECT_EQ(mean_crossing(two_runs(), 0.4), 20);
  EXPECT_EQ(mean_crossing(two_runs(), 0.6), 30);
  EXPECT_FALSE(mean_crossing(two_runs(), 0.75).has_value());
}

TEST(Convergence, ALogarithmicGridEndsWithTheBudget) {
  EXPECT_EQ(logarithmic_grid(1000, 2), (std::vector<std::int64_t>{10, 32, 100, 316, 1000}));
  EXPECT_EQ(logarithmic_grid(6000).back(), 6000);
  EXPECT_EQ(logarithmic_grid(5), (std::vector<std::int64_t>{5}));
  const auto fine = logarithmic_grid(100, 1000);  // more points than integers
  EXPECT_EQ(fine.size(), 91u);
}

}  // namespace
}  // namespace lowpass
