#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/genome_file.h"
#include "lowpass/record/network_file.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass::app {
namespace {

/// A row a neuron: its input weights, its recurrent weights, its bias.
void print_rows(const Weights& weights) {
  const NetworkSize size = weights.size;
  for (int to = 0; to < size.neurons; ++to) {
    for (int from = 0; from < size.inputs; ++from) fmt::print("{} ", weights.input(to, from));
    for (int from = 0; from < size.neurons; ++from) fmt::print("{} ", weights.recurrent(to, from));
    fmt::print("{}\n", weights.bias(to));
  }
}

}  // namespace

void run(const DecodeOptions& options) {
  const GenomeFile file = read_genome_file(options.file);
  const Scale scale = options.scale == "amplitude" ? Scale::kAmplitude : Scale::kNone;
  const Weights weights =
      stored_weights(file, options.file, {options.compartments, scale, options.resize_mapping});
  const NetworkSize size = weights.size;
  if (options.json) {
    fmt::print("{}", network_file_text({size.inputs, size.neurons, weights.values}));
    return;
  }
  fmt::print(stderr,
             "{}: {} genes ({}) -> {} weights: {} neurons, each with {} inputs, {} "
             "recurrent links and a bias\n",
             options.file, file.genome.size(), file.mapping, size.weight_count(), size.neurons,
             size.inputs, size.neurons);
  print_rows(weights);
}

}  // namespace lowpass::app
