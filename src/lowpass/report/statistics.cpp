#include "lowpass/report/statistics.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "lowpass/core/random.h"

namespace lowpass {
namespace {

double quantile_of_sorted(std::span<const double> sorted, double share) {
  assert(!sorted.empty() && 0 <= share && share <= 1);
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double share_above = place - static_cast<double>(below);
  if (share_above == 0) return sorted[below];  // also right where the next one is infinite
  return sorted[below] + share_above * (sorted[below + 1] - sorted[below]);
}

std::vector<double> sorted_copy(std::span<const double> sample) {
  std::vector<double> sorted(sample.begin(), sample.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// Draws as many values of `group` as it has, with replacement.
void resample(const Sample& group, const RandomRow& row, std::vector<double>& uniforms,
              Sample& out) {
  uniforms.resize(group.size());
  fill_uniforms(row, uniforms);
  for (std::size_t i = 0; i < group.size(); ++i) {
    out[i] = group[static_cast<std::size_t>(uniforms[i] * static_cast<double>(group.size()))];
  }
}

}  // namespace

double mean(std::span<const double> sample) {
  assert(!sample.empty());
  double sum = 0;
  for (const double value : sample) sum += value;
  return sum / static_cast<double>(sample.size());
}

double quantile(std::span<const double> sample, double share) {
  return quantile_of_sorted(sorted_copy(sample), share);
}

double median(std::span<const double> sample) { return quantile(sample, 0.5); }

BoxSummary box_summary(std::span<const double> sample) {
  const std::vector<double> sorted = sorted_copy(sample);
  return {.least = sorted.front(),
          .lower_quartile = quantile_of_sorted(sorted, 0.25),
          .median = quantile_of_sorted(sorted, 0.5),
          .upper_quartile = quantile_of_sorted(sorted, 0.75),
          .most = sorted.back()};
}

Interval bootstrap_interval(std::span<const Sample> groups, const Statistic& statistic,
                            const BootstrapOptions& options) {
  assert(options.resamples > 0 && 0 < options.confidence && options.confidence < 1);
  std::vector<Sample> drawn(groups.begin(), groups.end());
  std::vector<double> uniforms;
  std::vector<double> statistics(static_cast<std::size_t>(options.resamples));
  for (std::size_t r = 0; r < statistics.size(); ++r) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const RandomRow row{.seed = options.seed,
                          .stream = Stream::kStatistics,
                          .generation = static_cast<std::uint32_t>(r),
                          .individual = static_cast<std::uint32_t>(g)};
      resample(groups[g], row, uniforms, drawn[g]);
    }
    statistics[r] = statistic(drawn);
  }
  std::sort(statistics.begin(), statistics.end());
  const double tail = 0.5 * (1 - options.confidence);
  return {quantile_of_sorted(statistics, tail), quantile_of_sorted(statistics, 1 - tail)};
}

EvaluationsToTarget evaluations_to_target(std::span<const std::optional<std::int64_t>> counts,
                                          std::int64_t budget) {
  assert(!counts.empty());
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Sample censored, with_never;
  EvaluationsToTarget result{.runs = static_cast<int>(counts.size())};
  for (const auto& count : counts) {
    result.reached += count.has_value();
    censored.push_back(static_cast<double>(count.value_or(budget)));
    with_never.push_back(count ? static_cast<double>(*count) : kNever);
  }
  result.mean = mean(censored);
  result.is_lower_bound = result.reached < result.runs;
  if (2 * result.reached > result.runs) result.median = median(with_never);
  return result;
}

}  // namespace lowpass
