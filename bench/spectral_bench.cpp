// y = W x for a square W of C coefficients: through the spectrum in double precision, against a
// dense product in single precision, in one run. Repetitions in random order, so that all meet the
// same conditions; `min` is what the machine can do between its other work:
//   bench_spectral --benchmark_repetitions=25 --benchmark_enable_random_interleaving=true
//       --benchmark_min_time=0.01 --benchmark_report_aggregates_only=true
// Arguments are the size and C. bench/crossover.py draws the figure of docs/SCALING.md from it.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "bench/dense_product.h"
#include "lowpass/core/random.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/encoding/order.h"

namespace lowpass {
namespace {

std::vector<double> random_numbers(Cell count) {
  std::vector<double> out(count);
  fill_normals({.seed = 1}, out);
  return out;
}

/// The input weights of a network with as many inputs as neurons; nothing else.
CoefficientArray square_array(int size, Cell coefficients, CoefficientArray::Ready ready) {
  std::vector<Cell> rows(size), columns(size);
  std::iota(columns.begin(), columns.end(), Cell{0});
  for (int i = 0; i < size; ++i) rows[i] = Cell{i} * size;
  const Shape shape{size, size};
  std::vector<CoefficientArray::Gene> genes;
  for (const Cell position : coefficient_order(shape, coefficients)) {
    genes.push_back({static_cast<Cell>(genes.size()), position});
  }
  const WeightArray array{shape, {}, {{Source::kInputs, rows, columns}}};
  return CoefficientArray({size, size}, array, std::move(genes), ready);
}

void spectral(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const std::vector<CoefficientArray> arrays{
      square_array(size, state.range(1), CoefficientArray::Ready::kOnDemand)};
  const SpectralDrive drive(std::make_shared<SpectralPlan>(NetworkSize{size, size}, arrays),
                            random_numbers(state.range(1)));
  const std::vector<double> x = random_numbers(size), none(size, 0.0);
  std::vector<double> y(size);
  for (auto _ : state) {
    drive.apply(x, none, y);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
}

void dense_single(benchmark::State& state) {
  if (!DenseProduct::runs_here()) return state.SkipWithError("compiled for another CPU");
  const int size = static_cast<int>(state.range(0));
  const NetworkSize network{size, size};
  std::vector<double> weights(network.weight_count());
  square_array(size, 10, CoefficientArray::Ready::kOnDemand).decode(random_numbers(10), weights);
  const DenseProduct product(size, weights);
  std::vector<float> x(size, 0.5f), y(size);
  for (auto _ : state) {
    product.apply(x.data(), y.data());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
}

double least(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

void sizes_and_coefficients(benchmark::internal::Benchmark* benchmark) {
  for (const int size : {32, 64, 128, 256, 512, 1024, 2048}) {
    for (const int c : {10, 55, 210, 820}) {
      if (c <= size * size) benchmark->Args({size, c});
    }
  }
}

BENCHMARK(spectral)->Apply(sizes_and_coefficients)->ComputeStatistics("min", least);
BENCHMARK(dense_single)->RangeMultiplier(2)->Range(32, 2048)->ComputeStatistics("min", least);

}  // namespace
}  // namespace lowpass
