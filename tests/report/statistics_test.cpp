// Summaries of runs, against hand calculations and known distributions.

#include "lowpass/report/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random_numbers.h"

namespace lowpass {
namespace {

double mean_of_first(std::span<const Sample> groups) { return mean(groups[0]); }

TEST(Statistics, QuantilesInterpolateBetweenOrderStatistics) {
  const Sample sample = {4, 1, 3, 2};  // by hand: the place is 3 * share
  EXPECT_EQ(quantile(sample, 0.0), 1.0);
  EXPECT_EQ(quantile(sample, 0.25), 1.75);
  EXPECT_EQ(quantile(sample, 0.5), 2.5);
  EXPECT_EQ(quantile(sample, 0.75), 3.25);
  EXPECT_EQ(quantile(sample, 1.0), 4.0);
  EXPECT_DOUBLE_EQ(quantile(Sample{10, 20}, 0.1), 11.0);
}

TEST(Statistics, QuantilesOfUnevenValues) {
  // By hand; sorted: -1, 0.125, 0.3, 2.5, 4, 7.25, 9. Places 0.6, 1.98 and 5.4.
  const Sample sample = {0.3, 2.5, -1, 7.25, 4, 0.125, 9};
  EXPECT_DOUBLE_EQ(quantile(sample, 0.1), -0.325);
  EXPECT_NEAR(quantile(sample, 0.33), 0.2965, 1e-15);  // rounding of 6 * 0.33
  EXPECT_DOUBLE_EQ(quantile(sample, 0.9), 7.95);
}

TEST(Statistics, ABoxIsFiveOrderStatistics) {
  const BoxSummary box = box_summary(Sample{5, 1, 4, 2, 3});
  EXPECT_EQ(box.least, 1);
  EXPECT_EQ(box.lower_quartile, 2);
  EXPECT_EQ(box.median, 3);
  EXPECT_EQ(box.upper_quartile, 4);
  EXPECT_EQ(box.most, 5);
  EXPECT_EQ(box.interquartile_range(), 2);
}

TEST(Statistics, OneRunIsItsOwnSummaryAndInterval) {
  const BoxSummary box = box_summary(Sample{0.7});
  EXPECT_EQ(box.least, 0.7);
  EXPECT_EQ(box.lower_quartile, 0.7);
  EXPECT_EQ(box.most, 0.7);
  const Sample one[] = {{0.7}};
  const Interval interval = bootstrap_interval(one, mean_of_first);
  EXPECT_EQ(interval.low, 0.7);
  EXPECT_EQ(interval.high, 0.7);
}

TEST(Statistics, APredictionIsWiderThanTheIntervalOfTheMean) {
  Sample sample(20);
  for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = static_cast<double>(i);
  const Sample groups[] = {sample};
  const Interval mean = bootstrap_interval(groups, mean_of_first);
  const Interval replication = prediction_interval(groups, mean_of_first, 20);
  // A difference of two means of 20 has the square root of 2 times the spread of one.
  EXPECT_NEAR((replication.high - replication.low) / (mean.high - mean.low), std::sqrt(2.0), 0.06);
  const Interval large = prediction_interval(groups, mean_of_first, 5000);
  EXPECT_NEAR((large.high - large.low) / (mean.high - mean.low), 1.0, 0.05);
}

TEST(Statistics, ARankTestCountsTheDivisionsThatAreAsFar) {
  // Of the 20 divisions of 1 to 6 into threes two are as far apart as 1 2 3 | 4 5 6.
  EXPECT_NEAR(rank_test({1, 2, 3}, {4, 5, 6}), 0.1, 0.01);
  EXPECT_NEAR(rank_test({4, 5, 6}, {1, 2, 3}), 0.1, 0.01);
  EXPECT_EQ(rank_test({1, 1}, {1, 1}), 1.0);
  const double never = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(rank_test({never, never, 7}, {1, 2, 3}), 0.1, 0.01);
  EXPECT_GT(rank_test({1, 4, 5}, {2, 3, 6}), 0.9);
}

TEST(Statistics, TiesAreValuesLikeOthers) {
  EXPECT_EQ(quantile(Sample{2, 2, 2, 9}, 0.5), 2.0);
  EXPECT_EQ(quantile(Sample{1, 2, 2, 3}, 0.25), 1.75);
}

/// The share of samples of `size` standard normal numbers whose interval of the mean holds 0.
double coverage(int size, int samples) {
  int covered = 0;
  for (int i = 0; i < samples; ++i) {
    const Sample sample[] = {random_numbers(static_cast<std::size_t>(size), 1000u + i)};
    const Interval interval = bootstrap_interval(
        sample, mean_of_first, {.resamples = 1000, .seed = static_cast<std::uint64_t>(i)});
    covered += interval.low <= 0 && 0 <= interval.high;
  }
  return static_cast<double>(covered) / samples;
}

TEST(Bootstrap, CoversTheMeanOfNormalNumbersAsOftenAsTheorySays) {
  // The percentile interval is nearly mean +- 1.96 s sqrt((n-1)/n) / sqrt(n), s with n - 1: it
  // holds the truth where |t| with n - 1 degrees of freedom is below 1.96 sqrt((n-1)/n): in 92.9 %
  // of the cases for n = 20, 94.3 % for n = 60. Tolerance: 3 standard deviations of the binomial
  // distribution, and 0.005 for the 1000 resamples.
  constexpr int kSamples = 1000;
  for (const auto& [size, expected] : {std::pair{20, 0.929}, std::pair{60, 0.943}}) {
    const double tolerance = 3 * std::sqrt(expected * (1 - expected) / kSamples) + 0.005;
    EXPECT_NEAR(coverage(size, kSamples), expected, tolerance) << size;
  }
}

TEST(Bootstrap, ResamplesEachGroupByItself) {
  // A difference of two means: the variances add. 40 normal numbers each, so the interval is about
  // 2 * 1.96 * sqrt(2 / 40) = 0.877 wide; 25 % are three deviations of the width from the sample
  // variances, and dependent groups would miss it by a factor.
  const Sample groups[] = {random_numbers(40, 1), random_numbers(40, 2)};
  const Interval interval =
      bootstrap_interval(groups, [](std::span<const Sample> g) { return mean(g[0]) - mean(g[1]); });
  EXPECT_NEAR(interval.high - interval.low, 0.877, 0.25 * 0.877);
}

TEST(Bootstrap, IsTheSameBitForBitAndDependsOnTheSeed) {
  const Sample group[] = {random_numbers(20, 7)};
  const Interval first = bootstrap_interval(group, mean_of_first);
  const Interval again = bootstrap_interval(group, mean_of_first);
  const Interval other = bootstrap_interval(group, mean_of_first, {.seed = 2});
  EXPECT_EQ(first.low, again.low);
  EXPECT_EQ(first.high, again.high);
  EXPECT_NE(first.low, other.low);
  EXPECT_NEAR(first.low, other.low, 0.05);  // other random numbers, the same interval
}

TEST(Bootstrap, HigherConfidenceIsAWiderInterval) {
  const Sample group[] = {random_numbers(20, 7)};
  const Interval narrow = bootstrap_interval(group, mean_of_first, {.confidence = 0.8});
  const Interval wide = bootstrap_interval(group, mean_of_first, {.confidence = 0.99});
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_GT(wide.high, narrow.high);
}

using Counts = std::vector<std::optional<std::int64_t>>;

TEST(EvaluationsToTarget, AllReached) {
  const auto result = evaluations_to_target(Counts{300, 100, 500}, 6000);
  EXPECT_EQ(result.runs, 3);
  EXPECT_EQ(result.reached, 3);
  EXPECT_EQ(result.mean, 300);
  EXPECT_FALSE(result.is_lower_bound);
  EXPECT_EQ(result.median, 300);
}

TEST(EvaluationsToTarget, SomeNeverReachedCountAsTheBudgetAndMakeTheMeanALowerBound) {
  const auto result = evaluations_to_target(Counts{300, std::nullopt, 600}, 6000);
  EXPECT_EQ(result.reached, 2);
  EXPECT_EQ(result.mean, 2300);
  EXPECT_TRUE(result.is_lower_bound);
  EXPECT_EQ(result.median, 600);  // the one that never did lies above it, wherever that is
}

TEST(EvaluationsToTarget, TheMedianIsNotReachedIfHalfOfTheRunsNeverReach) {
  const auto half = evaluations_to_target(Counts{300, std::nullopt, 100, std::nullopt}, 6000);
  EXPECT_EQ(half.mean, 3100);
  EXPECT_FALSE(half.median.has_value());
  const auto more_than_half =
      evaluations_to_target(Counts{300, std::nullopt, 100, 200, std::nullopt}, 6000);
  EXPECT_EQ(more_than_half.median, 300);
}

TEST(EvaluationsToTarget, NoneReached) {
  const auto result = evaluations_to_target(Counts{std::nullopt, std::nullopt}, 6000);
  EXPECT_EQ(result.reached, 0);
  EXPECT_EQ(result.mean, 6000);
  EXPECT_TRUE(result.is_lower_bound);
  EXPECT_FALSE(result.median.has_value());
  EXPECT_FALSE(evaluations_to_target(Counts{std::nullopt}, 6000).median.has_value());
}

RC_GTEST_PROP(Statistics, QuantilesDoNotDependOnTheOrder, ()) {
  Sample sample;
  for (const int x : *rc::gen::nonEmpty<std::vector<int>>()) sample.push_back(0.37 * x);
  const double share = 0.01 * *rc::gen::inRange(0, 101);
  const double before = quantile(sample, share);
  std::sort(sample.begin(), sample.end());
  RC_ASSERT(quantile(sample, share) == before);
  std::reverse(sample.begin(), sample.end());
  RC_ASSERT(quantile(sample, share) == before);
}

RC_GTEST_PROP(EvaluationsToTarget, DoesNotDependOnTheOrder, ()) {
  Counts counts;
  for (const int x : *rc::gen::nonEmpty<std::vector<int>>()) {
    counts.push_back(x < 0 ? std::nullopt : std::optional<std::int64_t>(1 + x % 6000));
  }
  const auto before = evaluations_to_target(counts, 6000);
  std::reverse(counts.begin(), counts.end());
  const auto after = evaluations_to_target(counts, 6000);
  RC_ASSERT(before.mean == after.mean);  // sums of integers are exact
  RC_ASSERT(before.median == after.median);
  RC_ASSERT(before.reached == after.reached);
}

RC_GTEST_PROP(Statistics, QuantilesRiseFromLeastToMost, ()) {
  Sample sample;
  for (const int x : *rc::gen::nonEmpty<std::vector<int>>()) sample.push_back(x);
  const BoxSummary box = box_summary(sample);
  RC_ASSERT(box.least <= box.lower_quartile && box.lower_quartile <= box.median);
  RC_ASSERT(box.median <= box.upper_quartile && box.upper_quartile <= box.most);
}

}  // namespace
}  // namespace lowpass
