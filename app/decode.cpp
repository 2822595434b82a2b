#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/genome_file.h"
#include "lowpass/record/network_file.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass::app {
namespace {

struct Options {
  std::string file;
  ResizeOptions resize;
  std::string scale = "none";
  bool json = false;
};

/// A row a neuron: its input weights, its recurrent weights, its bias.
void print_rows(const Weights& weights) {
  const NetworkSize size = weights.size;
  for (int to = 0; to < size.neurons; ++to) {
    for (int from = 0; from < size.inputs; ++from) fmt::print("{} ", weights.input(to, from));
    for (int from = 0; from < size.neurons; ++from) fmt::print("{} ", weights.recurrent(to, from));
    fmt::print("{}\n", weights.bias(to));
  }
}

void run(Options options) {
  const GenomeFile file = read_genome_file(options.file);
  options.resize.scale = options.scale == "amplitude" ? Scale::kAmplitude : Scale::kNone;
  const Weights weights = stored_weights(file, options.file, options.resize);
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

}  // namespace

void add_decode(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      program.add_subcommand("decode", "Print the weights that a saved genome stands for");
  verb->add_option("GENOME", options->file, "Genome file (- for standard input)")->required();
  verb->add_option("--compartments", options->resize.compartments,
                   "Decode for an arm of this length instead of the one it was evolved for")
      ->check(CLI::Range(1, kMaxTaskCompartments));
  verb->add_option(
          "--scale", options->scale,
          "When resizing: none keeps the coefficients, amplitude the height of the weights")
      ->check(CLI::IsMember({"none", "amplitude"}))
      ->capture_default_str();
  verb->add_option("--resize-mapping", options->resize.direct_mapping,
                   "Mapping through which a direct network is resized")
      ->check(CLI::IsMember(mapping_names()));
  verb->add_flag("--json", options->json, "Print one JSON object: input, recurrent, bias");
  verb->callback([options] { run(*options); });
}

}  // namespace lowpass::app
