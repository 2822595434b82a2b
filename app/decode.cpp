#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/controllers.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/network_file.h"

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
  const GenomeFile file = read_genome_file(genome_path(options.file));
  const std::string& mapping = file.configuration.encoding.mapping;
  if (options.resize_mapping && mapping != "direct") {
    throw Error(ErrorKind::kUsage,
                fmt::format("--resize-mapping {}: expected a direct network; this one is resized "
                            "through its own mapping, {}",
                            *options.resize_mapping, mapping));
  }
  const Scale scale = options.scale == "amplitude" ? Scale::kAmplitude : Scale::kNone;
  const Weights weights = stored_weights(file, configuration_under(file, {.size = options.size}),
                                         {scale, options.resize_mapping});
  const NetworkSize size = weights.size;
  if (options.json) {
    fmt::print("{}", network_file_text({size.inputs, size.neurons, weights.values}));
    return;
  }
  narrate(
      "{}: {} genes ({}) -> {} weights: {} neurons, each with {} inputs, {} "
      "recurrent links and a bias\n",
      options.file, file.genome.size(), mapping, size.weight_count(), size.neurons, size.inputs,
      size.neurons);
  print_rows(weights);
}

}  // namespace lowpass::app
