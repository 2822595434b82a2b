#include "lowpass/optimizer/utilities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lowpass/core/math.h"

namespace lowpass {

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
  const auto value = [&](std::size_t k) {
    return std::isnan(fitness[k]) ? -std::numeric_limits<double>::infinity() : fitness[k];
  };
  std::vector<std::size_t> best_first(fitness.size());
  std::iota(best_first.begin(), best_first.end(), std::size_t{0});
  std::stable_sort(best_first.begin(), best_first.end(),
                   [&](std::size_t a, std::size_t b) { return value(a) > value(b); });

  const std::vector<double> by_rank = rank_utilities(static_cast<int>(fitness.size()));
  std::vector<double> utility(fitness.size());
  for (std::size_t begin = 0, end = 0; begin < fitness.size(); begin = end) {
    double sum = 0.0;
    while (end < fitness.size() && value(best_first[end]) == value(best_first[begin])) {
      sum += by_rank[end++];
    }
    const double mean = sum / static_cast<double>(end - begin);
    for (std::size_t r = begin; r < end; ++r) utility[best_first[r]] = mean;
  }
  // Of a flat generation the utilities are 0 but for the rounding of their sum.
  if (value(best_first.front()) == value(best_first.back()))
    std::fill(utility.begin(), utility.end(), 0.0);
  return utility;
}

}  // namespace lowpass
