#include "lowpass/paper/convergence.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "lowpass/core/math.h"
#include "lowpass/report/statistics.h"

namespace lowpass {
namespace {

constexpr double kLog10 = 2.302585092994045684;  // ln 10

/// The run's last generation that has ended after so many evaluations; null if none has.
const GenerationRecord* generation_at(const RunRecord& run, std::int64_t evaluations) {
  const auto after =
      std::partition_point(run.generations.begin(), run.generations.end(),
                           [&](const GenerationRecord& g) { return g.evaluations <= evaluations; });
  return after == run.generations.begin() ? nullptr : &*(after - 1);
}

/// One value a run; empty where a run has none yet.
Sample values_at(std::span<const RunRecord> runs, std::int64_t evaluations, CurveKind kind) {
  Sample values;
  for (const RunRecord& run : runs) {
    const GenerationRecord* generation = generation_at(run, evaluations);
    if (generation == nullptr) return {};
    values.push_back(kind == CurveKind::kBestSoFar ? generation->best_so_far : generation->best);
  }
  return values;
}

}  // namespace

std::vector<std::int64_t> logarithmic_grid(std::int64_t budget, int points_per_decade) {
  std::vector<std::int64_t> grid;
  for (int i = 0;; ++i) {
    const double at = exp(kLog10 * (1.0 + static_cast<double>(i) / points_per_decade));
    const auto evaluations = static_cast<std::int64_t>(std::floor(at + 0.5));
    if (evaluations >= budget) break;
    if (grid.empty() || grid.back() != evaluations) grid.push_back(evaluations);
  }
  grid.push_back(budget);
  return grid;
}

std::vector<CurvePoint> convergence(std::span<const RunRecord> runs,
                                    std::span<const std::int64_t> grid, CurveKind kind) {
  std::vector<CurvePoint> curve;
  for (const std::int64_t evaluations : grid) {
    const Sample values = values_at(runs, evaluations, kind);
    if (values.empty()) continue;
    const BoxSummary box = box_summary(values);
    curve.push_back({.evaluations = evaluations,
                     .mean = mean(values),
                     .lower_quartile = box.lower_quartile,
                     .median = box.median,
                     .upper_quartile = box.upper_quartile});
  }
  return curve;
}

std::optional<std::int64_t> mean_crossing(std::span<const RunRecord> runs, double target,
                                          CurveKind kind) {
  std::set<std::int64_t> ends;
  for (const RunRecord& run : runs) {
    for (const GenerationRecord& generation : run.generations) ends.insert(generation.evaluations);
  }
  for (const std::int64_t evaluations : ends) {
    const Sample values = values_at(runs, evaluations, kind);
    if (!values.empty() && mean(values) >= target) return evaluations;
  }
  return std::nullopt;
}

}  // namespace lowpass
