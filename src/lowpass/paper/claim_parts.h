#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/paper/claims.h"

namespace lowpass {

// What the claims are made of.

/// The paper's numbers of coefficients ([FDE12] §4.3).
inline constexpr int kCoefficientCounts[] = {10, 20, 40, 80, 160, 320};

/// "Similar", "comparable" and "about" mean: within this, of fitness. The paper gives no numbers
/// beside its plots; differences smaller than this cannot be read from them.
inline constexpr double kSimilarFitness = 0.05;

/// Of each setup in the paper ([FDE12] §4.3).
inline constexpr int kPaperRuns = 20;

/// Resampling fewer runs gives intervals far too narrow: of two runs, a quarter of all resamples is
/// one of them twice.
inline constexpr std::size_t kLeastRunsOfAnInterval = 5;

Setup indirect_setup(const std::string& actions, const std::string& mapping, int coefficients);
Setup direct_setup(const std::string& actions);
/// Grown from 10 coefficients, Ψ2Ω3.
Setup incremental_setup();
/// The setups of all coefficient counts.
std::vector<Setup> indirect_setups(const std::string& actions, const std::string& mapping);

/// The runs that are judged.
struct Evidence {
  const RunTable& table;
  ClaimOptions options;

  std::span<const RunRecord> of(Setup setup) const;
};

/// One number a run; a run that lacks it is left out.
using RunValues = std::function<Sample(std::span<const RunRecord>)>;

Sample best_fitness(std::span<const RunRecord> runs);
/// Evaluations to the target; a run that never reached it counts as its budget.
Sample evaluations_needed(std::span<const RunRecord> runs);
/// Of the best controller, mean over the untrained starts that are not void.
Sample untrained_start_fitness(std::span<const RunRecord> runs);

/// The summary of those counts.
EvaluationsToTarget evaluations_to_target(std::span<const RunRecord> runs);

/// A test of an interval; what an end is worth depends on the bound.
using IntervalTest = std::function<Verdict(const Interval&, Bound)>;

IntervalTest more_than(double limit);
IntervalTest less_than(double limit);
IntervalTest within(double centre, double margin);

/// A number that setups have in common, and what it decides.
struct Quantity {
  std::string what;
  std::string published;
  std::vector<Setup> setups;  ///< a group of values each
  RunValues values;
  Statistic statistic;
  int decimals = 3;
  IntervalTest test = nullptr;  ///< none: the number is shown beside
  std::string note = {};
  /// The paper's number, if it is one; `is_published_bound`: it says "more than" it.
  std::optional<double> published_value = {};
  bool is_published_bound = false;
  /// Is more more? Unset: as the test says, or where there is a published number nothing.
  IntervalTest direction = nullptr;
  IntervalTest earlier = nullptr;  ///< of a rule that had misread the text
};

/// The number with its interval; with too few values in a group not decided, and the note
/// says what is missing. Runs that never reached the target make it a bound.
Measure measured(const Evidence& evidence, const Quantity& quantity, Bound bound = Bound::kExact);

// Statistics: of the first group, or of the first two.
double mean_of(std::span<const Sample> groups);
double median_of(std::span<const Sample> groups);
double ratio_of_means(std::span<const Sample> groups);         ///< first / second
double difference_of_means(std::span<const Sample> groups);    ///< first - second
double difference_of_medians(std::span<const Sample> groups);  ///< first - second
/// Interquartile range of the first minus that of the second.
double difference_of_ranges(std::span<const Sample> groups);

/// Of a statistic that rises with the evaluations of the first setup and falls with the second's:
/// runs that never reached the target make it a bound.
Bound bound_of(const Evidence& evidence, const std::vector<Setup>& setups);

/// Evaluations that `setup` takes to the target, mean over runs; restricted to the budget, and
/// called so, where runs never got there.
Measure evaluations_measure(const Evidence& evidence, const Setup& setup,
                            const std::string& published,
                            std::optional<double> published_value = {});

/// What a comparison of two speeds is tested by.
struct SpeedTest {
  std::string published = {};
  IntervalTest test = nullptr;
  std::optional<double> published_value = {};
  bool is_published_bound = false;
  IntervalTest direction = nullptr, earlier = nullptr;
};
/// How many times as many evaluations `slow` takes as `fast`, of means. The note has how many runs
/// got there, medians and a rank test.
Measure speed_measure(const Evidence& evidence, const Setup& slow, const Setup& fast,
                      const SpeedTest& test);
/// Best fitness at the end, mean over runs of `better` minus that of `worse`.
Measure final_fitness_measure(const Evidence& evidence, const Setup& better, const Setup& worse,
                              const std::string& published, IntervalTest test);

/// "C = 20", "direct".
std::string short_label(const Setup& setup);

/// Verdict and reason of a claim from its measures.
void decide(Claim& claim);

}  // namespace lowpass
