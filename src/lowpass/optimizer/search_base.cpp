#include "lowpass/optimizer/search_base.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/random.h"

namespace lowpass {
namespace {

void expect_size(const char* what, std::size_t given, std::size_t expected) {
  if (given == expected) return;
  throw Error(ErrorKind::kUsage, fmt::format("{}: {}, expected {}", what, given, expected));
}

void expect_positive(std::span<const double> sigma) {
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    if (sigma[i] > 0.0 && std::isfinite(sigma[i])) continue;
    throw Error(
        ErrorKind::kUsage,
        fmt::format("sigma of gene {} = {}: expected a finite number greater than 0", i, sigma[i]));
  }
}

void expect_finite(std::span<const double> mean) {
  for (std::size_t i = 0; i < mean.size(); ++i) {
    if (std::isfinite(mean[i])) continue;
    throw Error(ErrorKind::kUsage,
                fmt::format("mean of gene {} = {}: expected a finite number", i, mean[i]));
  }
}

/// The new sigma counts where a gene is new.
void expect_positive_where_new(std::span<const double> sigma,
                               std::span<const std::ptrdiff_t> from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] < 0) expect_positive(sigma.subspan(i, 1));
  }
}

std::size_t former_dimension(std::span<const std::ptrdiff_t> from) {
  return static_cast<std::size_t>(*std::max_element(from.begin(), from.end()) + 1);
}

void keep_best(SearchState& state, const Population& population, std::span<const double> fitness) {
  for (std::size_t k = 0; k < fitness.size(); ++k) {
    if (fitness[k] > state.best_fitness) {
      state.best_fitness = fitness[k];
      state.best_genome.assign(population.genome(k).begin(), population.genome(k).end());
    }
  }
}

}  // namespace

void SearchBase::check_arrays(const SearchState& state, std::size_t dimension) const {
  for (const ArraySize& array : array_sizes(dimension)) {
    expect_size(array.name.c_str(), state.array(array.name).size(), array.size);
  }
}

SearchState SearchBase::start(const Distribution& distribution, std::uint64_t seed) const {
  expect_size("mean of the start, genes", distribution.mean.size(), dimension());
  expect_size("sigma of the start, genes", distribution.sigma.size(), dimension());
  expect_finite(distribution.mean);
  expect_positive(distribution.sigma);
  return {.seed = seed, .arrays = first_arrays(distribution, seed)};
}

void SearchBase::prepare(Population& population) const {
  population.dimension = dimension();
  population.genomes.resize(static_cast<std::size_t>(shape_.population_size) * dimension());
  population.noise.resize(noise_size(Precision::kDouble));
  population.single_noise.resize(noise_size(Precision::kSingle));
  population.steps.resize(shape_.step_rows * dimension());
}

void SearchBase::ask(const SearchState& state, Population& population) const {
  check_arrays(state, dimension());
  prepare(population);
  draw_noise(state, population);
  draw(state, population);
}

void SearchBase::ask(const SearchState& state, std::span<const double> noise,
                     Population& population) const {
  check_arrays(state, dimension());
  expect_size("noise of the population", noise.size(), shape_.noise_rows * dimension());
  prepare(population);
  if (shape_.noise_precision == Precision::kSingle) {
    std::transform(noise.begin(), noise.end(), population.single_noise.begin(),
                   [](double value) { return static_cast<float>(value); });
  } else {
    std::copy(noise.begin(), noise.end(), population.noise.begin());
  }
  draw(state, population);
}

void SearchBase::tell(SearchState& state, const Population& population,
                      std::span<const double> fitness) const {
  const auto individuals = static_cast<std::size_t>(shape_.population_size);
  check_arrays(state, dimension());
  expect_size("genes of an individual", population.dimension, dimension());
  expect_size("genes of the population", population.genomes.size(), individuals * dimension());
  expect_size("noise of the population", population.noise.size(), noise_size(Precision::kDouble));
  expect_size("noise of the population in single precision", population.single_noise.size(),
              noise_size(Precision::kSingle));
  expect_size("steps of the population", population.steps.size(), shape_.step_rows * dimension());
  expect_size("fitness values", fitness.size(), individuals);
  learn(state, population, fitness);
  keep_best(state, population, fitness);
  ++state.generation;
}

SearchState SearchBase::grown(const SearchState& before, std::span<const std::ptrdiff_t> from,
                              std::span<const double> sigma) const {
  expect_size("former places of genes", from.size(), dimension());
  expect_size("sigma of new genes", sigma.size(), dimension());
  expect_positive_where_new(sigma, from);
  check_arrays(before, former_dimension(from));
  SearchState state = before;
  state.arrays = grown_arrays(before, from, sigma);
  if (!before.best_genome.empty()) {
    expect_size("genes of the best", before.best_genome.size(), former_dimension(from));
    state.best_genome = grown_values(before.best_genome, from, 0.0);
  }
  return state;
}

void SearchBase::draw_noise(const SearchState& state, Population& population) const {
  const std::size_t d = dimension();
  for (std::size_t k = 0; k < shape_.noise_rows; ++k) {
    const RandomRow row{.seed = state.seed,
                        .stream = Stream::kSearch,
                        .generation = state.generation,
                        .individual = static_cast<std::uint32_t>(k)};
    if (shape_.noise_precision == Precision::kSingle) {
      fill_normals(row, std::span(population.single_noise).subspan(k * d, d));
    } else {
      fill_normals(row, std::span(population.noise).subspan(k * d, d));
    }
  }
}

std::vector<double> grown_values(std::span<const double> values,
                                 std::span<const std::ptrdiff_t> from,
                                 std::span<const double> fresh) {
  std::vector<double> result(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    result[i] = from[i] < 0 ? fresh[i] : values[from[i]];
  }
  return result;
}

std::vector<double> grown_values(std::span<const double> values,
                                 std::span<const std::ptrdiff_t> from, double fresh) {
  return grown_values(values, from, std::vector<double>(from.size(), fresh));
}

std::vector<double> grown_matrix(std::span<const double> matrix,
                                 std::span<const std::ptrdiff_t> from,
                                 std::span<const double> fresh_diagonal) {
  const std::size_t before = former_dimension(from), n = from.size();
  std::vector<double> result(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (from[i] < 0) {
      result[i * n + i] = fresh_diagonal[i];
      continue;
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (from[j] >= 0) result[i * n + j] = matrix[from[i] * before + from[j]];
    }
  }
  return result;
}

std::vector<Signal> range_signals(const std::string& name, const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {{name + "_least", *least},
          {name + "_mean", sum / static_cast<double>(values.size())},
          {name + "_most", *most}};
}

}  // namespace lowpass
