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

/// Percentile bootstrap interval of a statistic (Efron and Tibshirani 1993, chapter 13): each group
/// is resampled by itself, with replacement, and the interval holds the middle `confidence` of the
/// statistics. For the mean of 20 normal numbers it covers the truth in 93 % of the cases, not 95:
/// with few runs it is somewhat narrow. The random numbers are a function of seed, resample, group
/// and place, so the same runs in the same order have the same interval, bit for bit.
Interval bootstrap_interval(std::span<const Sample> groups, const Statistic& statistic,
                            const BootstrapOptions& options = {});

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
