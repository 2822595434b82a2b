// A line of 64 neurons learns to show where a line of 64 inputs sees a light. The network has 8,256
// weights; SNES searches the 60 genes that they are decoded from.
#include <cmath>
#include <cstdio>

#include "lowpass/encoding/encoding.h"
#include "lowpass/network/controller.h"
#include "lowpass/optimizer/search.h"

using namespace lowpass;

int main() {
  const Grid line = dense_grid({{"place", 64}}, 64);
  const auto encoding = make_encoding("omega3", {.inputs = line, .neurons = line}, 60);
  const Topology network = Topology::fully_recurrent(encoding->network_size());
  Weights weights(network.size);
  const Distribution start{std::vector(60, 0.0), encoding->sigma_of_weight_rms(1.0)};
  KeyValues keys;
  keys.set("preset", "schaul");
  const auto snes = make_search("snes", keys, {.dimension = 60});
  SearchState state = snes->start(start, /*seed=*/1);
  Population population;
  for (int generation = 1; generation <= 500; ++generation) {
    snes->ask(state, population);
    std::vector<double> fitness(population.size(), 1.0);  // higher is better
    for (std::size_t k = 0; k < population.size(); ++k) {
      encoding->decode(population.genome(k), weights.values);
      const Controller controller(network, weights.values, Activation::kLogistic);
      for (int light = 4; light < 64; light += 8) {
        std::vector<double> inputs(64, 0.0), neurons(64, 0.0);
        inputs[light] = 1.0;
        for (int step = 0; step < 3; ++step) controller.step(inputs, neurons);
        for (int i = 0; i < 64; ++i)
          fitness[k] -= std::abs(neurons[i] - (std::abs(i - light) < 8 ? 1.0 : 0.0)) / (8 * 64);
      }
    }
    snes->tell(state, population, fitness);
    if (generation % 100 == 0) std::printf("%d: %.3f\n", generation, state.best_fitness);
  }
}
