#include "lowpass/optimizer/snes.h"

#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "lowpass/core/random.h"
#include "lowpass/optimizer/snes_kernels.h"
#include "lowpass/optimizer/utilities.h"

namespace lowpass {
namespace {

double natural_rate(std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  return (log(d) + 3.0) / (5.0 * std::sqrt(d));
}

int natural_population(std::size_t dimension) {
  return 4 + static_cast<int>(std::floor(3.0 * log(static_cast<double>(dimension))));
}

std::vector<double> grown(const std::vector<double>& values, std::span<const std::ptrdiff_t> from,
                          std::span<const double> fresh) {
  std::vector<double> result(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    result[i] = from[i] < 0 ? fresh[i] : values[from[i]];
  }
  return result;
}

}  // namespace

SnesRates SnesRates::paper(std::size_t dimension) {
  const double rate = natural_rate(dimension);
  return {
      .population_size = natural_population(dimension) + 4, .mean_rate = rate, .sigma_rate = rate};
}

SnesRates SnesRates::schaul(std::size_t dimension) {
  return {.population_size = natural_population(dimension),
          .mean_rate = 1.0,
          .sigma_rate = natural_rate(dimension)};
}

SnesRates SnesRates::preset(const std::string& name, std::size_t dimension) {
  if (name == "paper") return paper(dimension);
  if (name == "schaul") return schaul(dimension);
  throw Error(ErrorKind::kConfiguration,
              fmt::format("optimizer.preset = \"{}\": expected paper or schaul", name));
}

void update(Distribution& distribution, std::span<const double> noise,
            std::span<const double> utility, const SnesRates& rates) {
  assert(noise.size() == utility.size() * distribution.mean.size());
  update_distribution({.dimension = distribution.mean.size(),
                       .population_size = utility.size(),
                       .noise = noise.data(),
                       .utility = utility.data(),
                       .mean_rate = rates.mean_rate,
                       .half_sigma_rate = 0.5 * rates.sigma_rate,
                       .mean = distribution.mean.data(),
                       .sigma = distribution.sigma.data()});
}

Snes::Snes(SnesState state, SnesRates rates) : state_(std::move(state)), rates_(rates) {
  assert(!state_.distribution.mean.empty());
  assert(state_.distribution.mean.size() == state_.distribution.sigma.size());
  assert(rates_.population_size >= 2);
}

SnesState Snes::start(Distribution distribution, std::uint64_t seed) {
  return {.seed = seed,
          .generation = 0,
          .distribution = std::move(distribution),
          .best_genome = {},
          .best_fitness = -std::numeric_limits<double>::infinity()};
}

Population Snes::ask() const {
  Population population;
  ask(population);
  return population;
}

void Snes::ask(Population& population) const {
  const std::size_t dimension = state_.distribution.mean.size();
  const std::size_t count = dimension * rates_.population_size;
  population.dimension = dimension;
  population.noise.resize(count);
  population.genomes.resize(count);
  for (int k = 0; k < rates_.population_size; ++k) {
    const std::span<double> noise = std::span(population.noise).subspan(k * dimension, dimension);
    fill_normals({.seed = state_.seed,
                  .stream = Stream::kSearch,
                  .generation = state_.generation,
                  .individual = static_cast<std::uint32_t>(k)},
                 noise);
    sample_genome(state_.distribution.mean.data(), state_.distribution.sigma.data(), noise.data(),
                  dimension, population.genomes.data() + k * dimension);
  }
}

void Snes::tell(const Population& population, std::span<const double> fitness) {
  assert(fitness.size() == population.size());
  for (std::size_t k = 0; k < fitness.size(); ++k) {
    if (fitness[k] > state_.best_fitness) {
      state_.best_fitness = fitness[k];
      state_.best_genome.assign(population.genome(k).begin(), population.genome(k).end());
    }
  }
  update(state_.distribution, population.noise, assigned_utilities(fitness), rates_);
  ++state_.generation;
}

void Snes::grow(std::span<const std::ptrdiff_t> from, std::span<const double> new_sigma,
                SnesRates rates) {
  const std::vector<double> zeros(from.size(), 0.0);
  Distribution& distribution = state_.distribution;
  distribution.mean = grown(distribution.mean, from, zeros);
  distribution.sigma = grown(distribution.sigma, from, new_sigma);
  if (!state_.best_genome.empty()) state_.best_genome = grown(state_.best_genome, from, zeros);
  rates_ = rates;
}

}  // namespace lowpass
