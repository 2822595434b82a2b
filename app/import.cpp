#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/record/genome_file.h"
#include "lowpass/record/network_file.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass::app {
namespace {

/// The arm that a network of this size controls: 8p + 2 inputs, and 3p + 2 raw or 8 meta neurons.
/// Both fit p = 2; raw is assumed there unless --actions says otherwise.
Actions actions_of(const NetworkFile& network, const ImportOptions& options, int compartments) {
  const bool is_raw = network.neurons == 3 * compartments + 2;
  const bool is_meta = network.neurons == 8;
  const bool wants_meta = options.actions == "meta";
  if (is_raw && !wants_meta) return Actions::kRaw;
  if (is_meta && options.actions != "raw") return Actions::kMeta;
  throw Error(ErrorKind::kFile,
              fmt::format("{}: {} neurons with {} inputs: expected {} (raw actions) or 8 (meta)",
                          options.file, network.neurons, network.inputs, 3 * compartments + 2));
}

int compartments_of(const NetworkFile& network, const std::string& place) {
  const int compartments = (network.inputs - 2) / 8;
  if (network.inputs != 8 * compartments + 2 || compartments < 1 ||
      compartments > kMaxTaskCompartments) {
    throw Error(ErrorKind::kFile, fmt::format("{}: {} inputs: expected 8 p + 2 for an arm of p = 1 "
                                              "to {} compartments",
                                              place, network.inputs, kMaxTaskCompartments));
  }
  return compartments;
}

std::unique_ptr<Encoding> encoding_for(const ImportOptions& options, const Geometry& geometry) {
  Cell most = 0;
  if (options.mapping != "direct") {
    for (const auto& array : make_mapping(options.mapping, geometry).arrays) {
      most += cell_count(array.shape);
    }
    if (options.coefficients && (*options.coefficients < 1 || *options.coefficients > most)) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("--coefficients {}: expected 1 to {} (cells of the "
                              "arrays of {})",
                              *options.coefficients, most, options.mapping));
    }
  } else if (options.coefficients) {
    throw Error(ErrorKind::kUsage, fmt::format("--coefficients {}: the direct encoding has a gene "
                                               "a weight; leave it out",
                                               *options.coefficients));
  }
  return make_encoding(options.mapping, geometry, options.coefficients.value_or(most));
}

GenomeFile::Truncation truncation(const Encoding& encoding, const std::vector<double>& genome,
                                  const std::vector<double>& weights) {
  std::vector<double> back(weights.size());
  encoding.decode(genome, back);
  double error = 0.0, energy = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double difference = std::abs(back[i] - weights[i]);
    error += difference * difference;
    energy += weights[i] * weights[i];
    largest = std::max(largest, difference);
  }
  const auto count = static_cast<double>(weights.size());
  return {.rms = std::sqrt(error / count),
          .relative = energy > 0.0 ? std::sqrt(error / energy) : 0.0,
          .largest = largest};
}

}  // namespace

void run(const ImportOptions& options) {
  const NetworkFile network = read_network_file(options.file);
  const int compartments = compartments_of(network, options.file);
  const Actions actions = actions_of(network, options, compartments);
  const auto encoding = encoding_for(options, octopus_geometry(actions, compartments));
  GenomeFile file{.task = "octopus",
                  .actions = actions_name(actions),
                  .mapping = options.mapping,
                  .compartments = compartments,
                  .genome = encoding->encode(network.weights),
                  .fitness = {},
                  .truncation = {}};
  file.truncation = truncation(*encoding, file.genome, network.weights);
  fmt::print(stderr,
             "{}: {} weights -> {} genes ({}); weights differ by {:.3g} (rms; {:.3g} of their own "
             "rms, at most {:.3g})\n",
             options.file, network.weights.size(), file.genome.size(), options.mapping,
             file.truncation->rms, file.truncation->relative, file.truncation->largest);
  if (options.out.empty()) {
    fmt::print("{}", genome_file_text(file));
  } else {
    write_file(options.out, genome_file_text(file));
  }
}

}  // namespace lowpass::app
