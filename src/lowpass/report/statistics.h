#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace lowpass {

// Summaries of few runs. Plain arithmetic in a fixed order: the same bits on any machine. Samples
// hold finite numbers, at least one: a precondition of every function here.

/// One number a run.
using Sample = std::vector<double>;

double mean(std::span<const double> sample);

/// The value below which a share of the sample lies, 0 <= share <= 1: linear interpolation between
/// the order statistics at (n - 1) * share, as R ("type 7"), NumPy and spreadsheets have it.
double quantile(std::span<const double> sample, double share);
double median(std::span<const double> sample);

/// What a box plot shows.
struct BoxSummary {
  double least, lower_quartile, median, upper_quartile, most;

  double interquartile_range() const { return upper_quartile - lower_quartile; }
};
BoxSummary box_summary(std::span<const double> sample);

struct Interval {
  double low, high;
};

struct BootstrapOptions {
  int resamples = 10000;
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

/// Any number that groups of runs have in common: a mean, a ratio of means, a difference of
/// medians.
using Statistic = std::function<double(std::span<const Sample>)>;

/// Percentile bootstrap interval of a statistic ([ET93] chapter 13): each group
/// is resampled by itself, with replacement, and the interval holds the middle `confidence` of the
/// statistics. For the mean of 20 normal numbers it covers the truth in 93 % of the cases, not 95:
/// with few runs it is somewhat narrow. The random numbers are a function of seed, resample, group
/// and place, so the same runs in the same order have the same interval, bit for bit.
Interval bootstrap_interval(std::span<const Sample> groups, const Statistic& statistic,
                            const BootstrapOptions& options = {});

/// The statistics of the resamples themselves, sorted; and the middle of such numbers.
std::vector<double> bootstrap_statistics(std::span<const Sample> groups, const Statistic& statistic,
                                         const BootstrapOptions& options = {});
Interval middle(std::span<const double> sorted, double confidence);

/// What the statistic of a replication with `runs` runs in each group would be, in `confidence` of
/// all cases: of resamples of resamples, so that it counts both that we have few runs and that it
/// has.
Interval prediction_interval(std::span<const Sample> groups, const Statistic& statistic, int runs,
                             const BootstrapOptions& options = {});

/// Two-sided p of Wilcoxon's rank sum ([MW47]): the share of random divisions of all values whose
/// rank sum is at least as far from its mean, ties at their mean rank. Infinite values rank last.
double rank_test(const Sample& a, const Sample& b, const BootstrapOptions& options = {});

/// How many evaluations runs took to reach a target, where some never did.
struct EvaluationsToTarget {
  int runs = 0;
  int reached = 0;               ///< runs that did
  double mean = 0.0;             ///< a run that did not counts as the budget
  bool is_lower_bound = false;   ///< of the mean: a run did not reach it
  std::optional<double> median;  ///< unset ("not reached") if half of the runs or more did not
};

/// `counts`: of each run, unset if it never reached the target within `budget` evaluations.
EvaluationsToTarget evaluations_to_target(std::span<const std::optional<std::int64_t>> counts,
                                          std::int64_t budget);

}  // namespace lowpass
