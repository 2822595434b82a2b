// Decoding a few coefficients against a full inverse transform by FFTW (planned with MEASURE), in
// one run. Arrays are those of the octopus arm with 10 compartments at C = 20. Repetitions in
// random order, so that all meet the same conditions; `min` is what the machine can do between its
// other work:
//   bench_decode --benchmark_repetitions=25 --benchmark_enable_random_interleaving=true
//       --benchmark_min_time=0.03 --benchmark_report_aggregates_only=true

#include <benchmark/benchmark.h>
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lowpass/basis/cosine.h"
#include "lowpass/core/random.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/encoding/order.h"
#include "lowpass/task/octopus/octopus_geometry.h"

namespace lowpass {
namespace {

/// An array and how many coefficients it holds.
struct Case {
  Shape shape;
  Cell coefficients;
};

std::vector<Case> matrix() { return {{{32, 115}, 20}}; }
std::vector<Case> omega3() { return {{{8, 11, 3, 11}, 7}, {{3, 11, 3, 11}, 7}, {{3, 11}, 6}}; }
std::vector<Case> large() { return {{{1024, 1024}, 210}}; }

std::vector<double> random_numbers(Cell count) {
  std::vector<double> out(count);
  fill_normals({.seed = 1}, out);
  return out;
}

void ours(benchmark::State& state, const std::vector<Case>& cases) {
  std::vector<CosineInverse> inverses;
  std::vector<std::vector<double>> coefficients, weights;
  for (const Case& c : cases) {
    inverses.emplace_back(c.shape, coefficient_order(c.shape, c.coefficients));
    coefficients.push_back(random_numbers(c.coefficients));
    weights.emplace_back(cell_count(c.shape));
  }
  for (auto _ : state) {
    for (std::size_t i = 0; i < inverses.size(); ++i) {
      inverses[i].apply(coefficients[i], weights[i]);
      benchmark::DoNotOptimize(weights[i].data());
    }
    benchmark::ClobberMemory();
  }
}

/// Places the coefficients in an array of zeros, transforms all of it, and scales it.
void fftw(benchmark::State& state, const std::vector<Case>& cases) {
  struct Plan {
    fftw_plan plan;
    std::vector<Cell> order;
    std::vector<double> coefficients;
    double *in, *out;
    Cell cells;
  };
  std::vector<Plan> plans;
  for (const Case& c : cases) {
    const Cell cells = cell_count(c.shape);
    double* in = fftw_alloc_real(cells);
    double* out = fftw_alloc_real(cells);
    const std::vector<fftw_r2r_kind> kinds(c.shape.size(), FFTW_REDFT01);
    fftw_plan plan = fftw_plan_r2r(static_cast<int>(c.shape.size()), c.shape.data(), in, out,
                                   kinds.data(), FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    std::fill(in, in + cells, 0.0);
    plans.push_back({plan, coefficient_order(c.shape, c.coefficients),
                     random_numbers(c.coefficients), in, out, cells});
  }
  for (auto _ : state) {
    for (const Plan& p : plans) {
      const double scale = 1.0 / std::sqrt(static_cast<double>(p.cells));
      for (std::size_t i = 0; i < p.order.size(); ++i) p.in[p.order[i]] = p.coefficients[i] * scale;
      fftw_execute(p.plan);
      benchmark::DoNotOptimize(p.out);
    }
    benchmark::ClobberMemory();
  }
  for (const Plan& p : plans) {
    fftw_destroy_plan(p.plan);
    fftw_free(p.in);
    fftw_free(p.out);
  }
}

/// Genome to weights, read-out included.
void whole_decode(benchmark::State& state, const char* mapping) {
  const auto encoding = make_encoding(mapping, octopus_geometry(Actions::kRaw, 10), 20);
  const std::vector<double> genome = random_numbers(20);
  std::vector<double> weights(encoding->network_size().weight_count());
  for (auto _ : state) {
    encoding->decode(genome, weights);
    benchmark::DoNotOptimize(weights.data());
  }
}

double least(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

BENCHMARK_CAPTURE(ours, 32x115_C20, matrix())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(fftw, 32x115_C20, matrix())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(ours, omega3_C20, omega3())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(fftw, omega3_C20, omega3())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(ours, 1024x1024_C210, large())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(fftw, 1024x1024_C210, large())->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(whole_decode, omega1_C20, "omega1")->ComputeStatistics("min", least);
BENCHMARK_CAPTURE(whole_decode, omega3_C20, "omega3")->ComputeStatistics("min", least);

}  // namespace
}  // namespace lowpass
