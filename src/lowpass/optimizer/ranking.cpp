#include "lowpass/optimizer/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

double comparable(double fitness) {
  return std::isnan(fitness) ? -std::numeric_limits<double>::infinity() : fitness;
}

}  // namespace

std::vector<std::size_t> best_first(std::span<const double> fitness) {
  std::vector<std::size_t> order(fitness.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return comparable(fitness[a]) > comparable(fitness[b]);
  });
  return order;
}

bool is_flat(std::span<const double> fitness) {
  return std::all_of(fitness.begin(), fitness.end(), [&](double value) {
    return comparable(value) == comparable(fitness.front());
  });
}

std::vector<double> shared_weights(std::span<const double> fitness,
                                   std::span<const double> by_rank) {
  const std::vector<std::size_t> order = best_first(fitness);
  const auto value = [&](std::size_t rank) { return comparable(fitness[order[rank]]); };
  std::vector<double> weights(fitness.size());
  // Of a flat generation the mean is 0 but for the rounding of the sum.
  if (is_flat(fitness)) return weights;
  for (std::size_t begin = 0, end = 0; begin < fitness.size(); begin = end) {
    double sum = 0.0;
    while (end < fitness.size() && value(end) == value(begin)) sum += by_rank[end++];
    const double mean = sum / static_cast<double>(end - begin);
    for (std::size_t r = begin; r < end; ++r) weights[order[r]] = mean;
  }
  return weights;
}

std::vector<double> rank_utilities(int population_size) {
  const double top = log(population_size / 2.0 + 1.0);
  std::vector<double> utility;
  for (int rank = 1; rank <= population_size; ++rank) {
    utility.push_back(std::max(0.0, top - log(rank)));
  }
  const double sum = std::accumulate(utility.begin(), utility.end(), 0.0);
  for (double& u : utility) u = u / sum - 1.0 / population_size;
  return utility;
}

std::vector<double> assigned_utilities(std::span<const double> fitness) {
  return shared_weights(fitness, rank_utilities(static_cast<int>(fitness.size())));
}

std::vector<double> centred_ranks(std::span<const double> fitness) {
  std::vector<double> by_rank(fitness.size());
  for (std::size_t r = 0; r < by_rank.size(); ++r) {
    by_rank[r] = 0.5 - static_cast<double>(r) / static_cast<double>(by_rank.size() - 1);
  }
  return shared_weights(fitness, by_rank);
}

}  // namespace lowpass
