#include "lowpass/optimizer/cosyne_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/ranking.h"

namespace lowpass {
namespace {

constexpr double kMutationScale = 0.3;  // [G08] §5.3
constexpr double kLargestMutation = 10.0;

/// Row j is the j-th best network.
std::vector<double> sorted_rows(std::span<const double> rows, std::span<const std::size_t> order,
                                std::size_t genes) {
  std::vector<double> sorted;
  sorted.reserve(rows.size());
  for (const std::size_t k : order) {
    sorted.insert(sorted.end(), rows.begin() + k * genes, rows.begin() + (k + 1) * genes);
  }
  return sorted;
}

/// Children 2j and 2j + 1 of parent j and its mate: every segment is cut once and the parts
/// swapped.
void recombine(const CosyneRules& rules, const CosyneDraws& draws, std::size_t genes,
               std::vector<double>& rows) {
  const std::vector<double> parents(rows.begin(), rows.begin() + rules.parents * genes);
  for (std::size_t j = 0; j < rules.parents; ++j) {
    const double* parent = parents.data() + j * genes;
    const double* mate = parents.data() + draws.mates[j] * genes;
    double* first = rows.data() + (rules.survivors + 2 * j) * genes;
    double* second = first + genes;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < rules.segments.size(); ++s) {
      const std::size_t cut = begin + draws.cuts[j * rules.segments.size() + s];
      const std::size_t end = begin + rules.segments[s];
      for (std::size_t i = begin; i < end; ++i) {
        first[i] = i < cut ? parent[i] : mate[i];
        second[i] = i < cut ? mate[i] : parent[i];
      }
      begin = end;
    }
  }
}

void mutate(const CosyneRules& rules, const CosyneDraws& draws, std::size_t genes,
            std::vector<double>& rows) {
  for (std::size_t i = rules.first_mutant * genes; i < rows.size(); ++i) {
    if (draws.mutation[i] < rules.mutation_probability) {
      rows[i] += bounded_cauchy(draws.mutation_size[i], kMutationScale);
    }
  }
}

/// The probability that a gene of each survivor is permuted ([G08] Eq. 1):
/// 1 - ((f - f_min) / (f_max - f_min))^(1/d); 1 where that is not defined.
std::vector<double> mark_probabilities(const CosyneRules& rules, std::span<const double> fitness,
                                       std::span<const std::size_t> order, std::size_t genes) {
  std::vector<double> probabilities(rules.survivors, 1.0);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double f : fitness) {
    if (!std::isfinite(f)) continue;
    least = std::min(least, f);
    most = std::max(most, f);
  }
  const double range = most - least;
  if (!(range > 0.0) || !std::isfinite(range)) return probabilities;
  for (std::size_t j = 0; j < rules.survivors; ++j) {
    const double f = fitness[order[j]];
    if (!std::isfinite(f) || f == least) continue;
    // (log takes normal numbers.)
    const double share = std::max((f - least) / range, std::numeric_limits<double>::min());
    probabilities[j] = 1.0 - exp(log(share) / static_cast<double>(genes));
  }
  return probabilities;
}

/// Gene by gene, the marked values change places among themselves: the k-th marked row gets the
/// value of the marked row with the k-th smallest key.
void permute(const CosyneDraws& draws, std::span<const double> probabilities, bool is_relative,
             std::size_t genes, std::vector<double>& rows) {
  std::vector<std::size_t> marked, source;
  std::vector<double> values;
  for (std::size_t i = 0; i < genes; ++i) {
    marked.clear();
    for (std::size_t j = 0; j < probabilities.size(); ++j) {
      if (!is_relative || draws.mark[j * genes + i] < probabilities[j]) marked.push_back(j);
    }
    source = marked;
    std::stable_sort(source.begin(), source.end(), [&](std::size_t a, std::size_t b) {
      return draws.key[a * genes + i] < draws.key[b * genes + i];
    });
    values.clear();
    for (const std::size_t j : source) values.push_back(rows[j * genes + i]);
    for (std::size_t k = 0; k < marked.size(); ++k) rows[marked[k] * genes + i] = values[k];
  }
}

}  // namespace

double bounded_cauchy(double uniform, double scale) {
  const double angle = (2.0 * uniform - 1.0) * atan2(kLargestMutation, scale);
  return scale * (sin(angle) / cos(angle));
}

std::vector<double> next_cosyne_rows(const CosyneRules& rules, const CosyneDraws& draws,
                                     std::span<const double> rows,
                                     std::span<const double> fitness) {
  const std::size_t genes = rows.size() / rules.rows;
  const std::vector<std::size_t> order = best_first(fitness);
  std::vector<double> next = sorted_rows(rows, order, genes);
  recombine(rules, draws, genes, next);
  mutate(rules, draws, genes, next);
  permute(draws, mark_probabilities(rules, fitness, order, genes), rules.is_relative, genes, next);
  return next;
}

}  // namespace lowpass
