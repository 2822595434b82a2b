#include "lowpass/report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

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

/// Fills `out` with values of `group`, drawn with replacement.
void resample(const Sample& group, const RandomRow& row, std::vector<double>& uniforms,
              Sample& out) {
  uniforms.resize(out.size());
  fill_uniforms(row, uniforms);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = group[static_cast<std::size_t>(uniforms[i] * static_cast<double>(group.size()))];
  }
}

/// Draws of different uses have rows of their own.
enum class Draw : std::uint32_t { kResample = 0, kReplication = 1u << 20, kDivision = 2u << 20 };

RandomRow row_of(const BootstrapOptions& options, std::size_t resample, Draw draw,
                 std::size_t group = 0) {
  return {.seed = options.seed,
          .stream = Stream::kStatistics,
          .generation = static_cast<std::uint32_t>(resample),
          .individual = static_cast<std::uint32_t>(draw) + static_cast<std::uint32_t>(group)};
}

/// Ranks from 1 on, equal values at their mean rank.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) {
      ranks[order[i]] = 0.5 * static_cast<double>(first + last + 1);
    }
    first = last;
  }
  return ranks;
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

std::vector<double> bootstrap_statistics(std::span<const Sample> groups, const Statistic& statistic,
                                         const BootstrapOptions& options) {
  assert(options.resamples > 0);
  std::vector<Sample> drawn(groups.begin(), groups.end());
  std::vector<double> uniforms;
  std::vector<double> statistics(static_cast<std::size_t>(options.resamples));
  for (std::size_t r = 0; r < statistics.size(); ++r) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      resample(groups[g], row_of(options, r, Draw::kResample, g), uniforms, drawn[g]);
    }
    statistics[r] = statistic(drawn);
  }
  std::sort(statistics.begin(), statistics.end());
  return statistics;
}

Interval middle(std::span<const double> sorted, double confidence) {
  assert(0 < confidence && confidence < 1);
  const double tail = 0.5 * (1 - confidence);
  return {quantile_of_sorted(sorted, tail), quantile_of_sorted(sorted, 1 - tail)};
}

Interval bootstrap_interval(std::span<const Sample> groups, const Statistic& statistic,
                            const BootstrapOptions& options) {
  return middle(bootstrap_statistics(groups, statistic, options), options.confidence);
}

Interval prediction_interval(std::span<const Sample> groups, const Statistic& statistic, int runs,
                             const BootstrapOptions& options) {
  assert(runs > 0 && options.resamples > 0);
  std::vector<Sample> truth(groups.begin(), groups.end());
  std::vector<Sample> replication(groups.size(), Sample(static_cast<std::size_t>(runs)));
  std::vector<double> uniforms;
  std::vector<double> statistics(static_cast<std::size_t>(options.resamples));
  for (std::size_t r = 0; r < statistics.size(); ++r) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      resample(groups[g], row_of(options, r, Draw::kResample, g), uniforms, truth[g]);
      resample(truth[g], row_of(options, r, Draw::kReplication, g), uniforms, replication[g]);
    }
    statistics[r] = statistic(replication);
  }
  std::sort(statistics.begin(), statistics.end());
  return middle(statistics, options.confidence);
}

double rank_test(const Sample& a, const Sample& b, const BootstrapOptions& options) {
  assert(!a.empty() && !b.empty() && options.resamples > 0);
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  std::vector<double> ranks = ranks_of(all);
  const double middle_sum = 0.5 * static_cast<double>(a.size() * (all.size() + 1));
  const auto distance = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += ranks[i];
    return std::abs(sum - middle_sum);
  };
  const double observed = distance();
  int as_far = 1;  // the division that there is is one of them
  std::vector<double> uniforms(a.size());
  for (int r = 0; r < options.resamples; ++r) {
    fill_uniforms(row_of(options, static_cast<std::size_t>(r), Draw::kDivision), uniforms);
    for (std::size_t i = 0; i < a.size(); ++i) {  // the first of a random permutation
      const auto left = static_cast<double>(ranks.size() - i);
      std::swap(ranks[i], ranks[i + static_cast<std::size_t>(uniforms[i] * left)]);
    }
    as_far += distance() >= observed ? 1 : 0;
  }
  return static_cast<double>(as_far) / (options.resamples + 1);
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
