// A generation of SNES on the sphere (ask, evaluate, tell) against the same written as plain double
// loops over std::normal_distribution with std::mt19937_64, in one run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/optimizer/snes.h"

namespace lowpass {
namespace {

double negative_sphere(std::span<const double> x) {
  double sum = 0.0;
  for (const double v : x) sum -= v * v;
  return sum;
}

void ours(benchmark::State& state) {
  const auto d = static_cast<std::size_t>(state.range(0));
  const auto snes = make_search("snes", {}, {.dimension = d});
  SearchState search = snes->start({std::vector<double>(d, 1.0), std::vector<double>(d, 1.0)}, 1);
  Population population;
  std::vector<double> fitness(snes->population_size());
  for (auto _ : state) {
    snes->ask(search, population);
    for (std::size_t k = 0; k < fitness.size(); ++k) {
      fitness[k] = negative_sphere(population.genome(k));
    }
    snes->tell(search, population, fitness);
  }
  benchmark::DoNotOptimize(search.array("mean").data());
}

void plain_loops(benchmark::State& state) {
  const auto d = static_cast<std::size_t>(state.range(0));
  const double rate = snes_rate(d);  // of both, with the preset paper
  const int population_size = make_search("snes", {}, {.dimension = d})->population_size();
  const auto lambda = static_cast<std::size_t>(population_size);
  const std::vector<double> utilities = rank_utilities(population_size);
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  std::vector<double> mean(d, 1.0), sigma(d, 1.0), z(lambda * d), x(d), fitness(lambda);
  std::vector<std::size_t> rank(lambda);
  for (auto _ : state) {
    for (std::size_t k = 0; k < lambda; ++k) {
      for (std::size_t i = 0; i < d; ++i) {
        z[k * d + i] = normal(generator);
        x[i] = mean[i] + sigma[i] * z[k * d + i];
      }
      fitness[k] = negative_sphere(x);
    }
    std::iota(rank.begin(), rank.end(), std::size_t{0});
    std::sort(rank.begin(), rank.end(),
              [&](std::size_t a, std::size_t b) { return fitness[a] > fitness[b]; });
    for (std::size_t i = 0; i < d; ++i) {
      double grad_mean = 0.0, grad_sigma = 0.0;
      for (std::size_t r = 0; r < lambda; ++r) {
        const double s = z[rank[r] * d + i];
        grad_mean += utilities[r] * s;
        grad_sigma += utilities[r] * (s * s - 1.0);
      }
      mean[i] += rate * sigma[i] * grad_mean;
      sigma[i] *= std::exp(0.5 * rate * grad_sigma);
    }
  }
  benchmark::DoNotOptimize(mean.data());
}

BENCHMARK(ours)->Arg(20)->Arg(320)->Arg(3680);
BENCHMARK(plain_loops)->Arg(20)->Arg(320)->Arg(3680);

}  // namespace
}  // namespace lowpass
