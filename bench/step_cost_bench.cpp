// One step of a controller, dense and through the spectrum, over networks of all sizes; the counter
// `modelled` is what the fixed model of encoding/step_cost.h says, in microseconds.
//   bench_step_cost --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true
//       --benchmark_min_time=0.001 --benchmark_format=json >step_cost.json
//   bench/step_cost.py step_cost.json

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "lowpass/core/random.h"
#include "lowpass/encoding/step_cost.h"
#include "lowpass/task/octopus/octopus_geometry.h"

namespace lowpass {
namespace {

struct Network {
  std::string name;
  Geometry geometry;
};

std::vector<Network> networks() {
  std::vector<Network> all;
  for (const int p : {5, 10, 20, 40, 69}) {
    all.push_back({"arm" + std::to_string(p), octopus_geometry(Actions::kRaw, p)});
  }
  all.push_back({"arm10meta", octopus_geometry(Actions::kMeta, 10)});
  for (const int n : {64, 128, 256, 512, 1024}) {
    all.push_back(
        {"line" + std::to_string(n), {dense_grid({{"x", n}}, n), dense_grid({{"x", n}}, n)}});
  }
  all.push_back(
      {"vision64",
       {dense_grid({{"x", 64}, {"y", 64}}, 64 * 64), dense_grid({{"x", 16}, {"y", 16}}, 256)}});
  return all;
}

void step(benchmark::State& state, const Geometry& geometry, const std::string& mapping,
          Cell coefficients, NetworkStep how) {
  const auto encoding = make_encoding(mapping, geometry, coefficients, how);
  std::vector<double> genome(coefficients);
  fill_normals({.seed = 1}, genome);
  const NetworkSize size = encoding->network_size();
  const Controller controller =
      encoding->controller(genome, Topology::fully_recurrent(size), Activation::kLogistic);
  const std::vector<double> inputs(size.inputs, 0.5);
  std::vector<double> neurons(size.neurons, 0.0);
  for (auto _ : state) {
    controller.step(inputs, neurons);
    benchmark::DoNotOptimize(neurons.data());
  }
  const StepCost cost = modelled_step_cost(make_mapping(mapping, geometry), coefficients);
  state.counters["modelled"] = how == NetworkStep::kDense ? cost.dense : cost.spectral;
}

const bool registered = [] {
  for (const Network& network : networks()) {
    for (const char* mapping : {"omega1", "omega2", "omega3"}) {
      for (const Cell c : {20, 80, 320}) {
        for (const NetworkStep how : {NetworkStep::kDense, NetworkStep::kSpectral}) {
          const std::string name = (how == NetworkStep::kDense ? "dense/" : "spectral/") +
                                   network.name + "/" + mapping + "/" + std::to_string(c);
          benchmark::RegisterBenchmark(name.c_str(), step, network.geometry, mapping, c, how);
        }
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace lowpass
