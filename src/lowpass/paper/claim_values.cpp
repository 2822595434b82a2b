// Numbers of runs, and what claims compute of them.

#include <fmt/format.h>

#include "lowpass/paper/claim_parts.h"

namespace lowpass {

Setup indirect_setup(const std::string& actions, const std::string& mapping, int coefficients) {
  return {.actions = actions, .mapping = mapping, .coefficients = coefficients};
}

Setup direct_setup(const std::string& actions) {
  return {.actions = actions, .mapping = "direct", .coefficients = 0};
}

Setup incremental_setup() {
  return {.actions = "raw", .mapping = "omega3", .coefficients = 10, .is_growing = true};
}

std::vector<Setup> indirect_setups(const std::string& actions, const std::string& mapping) {
  std::vector<Setup> setups;
  for (const int count : kCoefficientCounts) {
    setups.push_back(indirect_setup(actions, mapping, count));
  }
  return setups;
}

std::span<const RunRecord> Evidence::of(Setup setup) const {
  setup.variation = options.variation;
  return table.of(setup);
}

Sample best_fitness(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) values.push_back(run.best_fitness);
  return values;
}

Sample evaluations_needed(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) {
    // A run without a limit that never reached the target took at least what it used.
    const std::int64_t limit = run.budget > 0 ? run.budget : run.evaluations;
    values.push_back(static_cast<double>(run.evaluations_to_target.value_or(limit)));
  }
  return values;
}

Sample untrained_start_fitness(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) {
    if (!run.generalization) continue;
    Sample starts;
    for (const auto& fitness : run.generalization->starts) {
      if (fitness) starts.push_back(*fitness);
    }
    if (!starts.empty()) values.push_back(mean(starts));
  }
  return values;
}

EvaluationsToTarget evaluations_to_target(std::span<const RunRecord> runs) {
  std::vector<std::optional<std::int64_t>> counts;
  for (const RunRecord& run : runs) counts.push_back(run.evaluations_to_target);
  EvaluationsToTarget result = evaluations_to_target(counts, 0);
  result.mean = mean(evaluations_needed(runs));
  return result;
}

double mean_of(std::span<const Sample> groups) { return mean(groups[0]); }

double median_of(std::span<const Sample> groups) { return median(groups[0]); }

double ratio_of_means(std::span<const Sample> groups) { return mean(groups[0]) / mean(groups[1]); }

double difference_of_means(std::span<const Sample> groups) {
  return mean(groups[0]) - mean(groups[1]);
}

double difference_of_medians(std::span<const Sample> groups) {
  return median(groups[0]) - median(groups[1]);
}

double difference_of_ranges(std::span<const Sample> groups) {
  return box_summary(groups[0]).interquartile_range() -
         box_summary(groups[1]).interquartile_range();
}

std::string short_label(const Setup& setup) {
  return setup.mapping == "direct" ? "direct" : fmt::format("C = {}", setup.coefficients);
}

}  // namespace lowpass
