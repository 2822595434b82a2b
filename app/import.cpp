#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/controllers.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/record/network_file.h"

namespace lowpass::app {
namespace {

bool fits(const NetworkFile& network, const Configuration& configuration) {
  return network_size(configuration) == NetworkSize{network.inputs, network.neurons};
}

/// The keys of the task with other values of its size and its choices, one after the other, until
/// the network fits: who imports a network need not say what its shape says.
std::optional<Configuration> fitting(const NetworkFile& network, const Configuration& given,
                                     const std::vector<std::string>& settings) {
  if (fits(network, given)) return given;
  const TaskEntry& task = task_entry(given);
  const auto is_open = [&](const std::string& key) {
    return std::none_of(settings.begin(), settings.end(), [&](const std::string& setting) {
      return setting.starts_with("task." + key + "=");
    });
  };
  std::vector<Configuration> candidates{given};
  for (const Key& key : task.keys) {
    if (key.choices.empty() || !is_open(key.name)) continue;
    const std::vector<Configuration> before = std::exchange(candidates, {});
    for (const Configuration& candidate : before) {
      for (const std::string& choice : key.choices) {
        candidates.push_back(changed_configuration(
            candidate, std::vector{fmt::format("task.{}={}", key.name, choice)}));
      }
    }
  }
  for (const Configuration& candidate : candidates) {
    if (fits(network, candidate)) return candidate;
    if (!task.size || !is_open(task.size->key)) continue;
    // A size adds at least one input, so none beyond the number of inputs can fit.
    for (int size = 1; size <= network.inputs; ++size) {
      Configuration sized = candidate;
      sized.task.keys = task.size->resized(candidate.task.keys, size);
      // What was said of the task is meant for the task as it is, not for another size of it.
      if (fits(network, sized)) return changed_configuration(sized, settings);
    }
  }
  return {};
}

Configuration like(const std::string& name) {
  const std::filesystem::path path(name);
  if (path.filename() == "manifest.json") return read_manifest(path).configuration;
  const auto manifest = path / "manifest.json";
  if (std::filesystem::exists(manifest)) return read_manifest(manifest).configuration;
  return read_genome_file(genome_path(name)).configuration;
}

/// The task and the network that the weights are for.
Configuration configuration_of(const NetworkFile& network, const ImportOptions& options) {
  std::vector<Configuration> starts;
  std::vector<std::string> settings = options.settings;
  // Genes and generations are none of an import's business: those of a fresh configuration fit.
  settings.insert(settings.begin(), "encoding.mapping=direct");
  if (!options.like.empty()) {
    starts.push_back(changed_configuration(like(options.like), settings));
  } else {
    for (const TaskEntry* task : tasks()) {
      if (!options.task.empty() && task->name != options.task) continue;
      std::vector<std::string> all = settings;
      all.insert(all.begin(), "task.name=" + task->name);
      starts.push_back(load_configuration({}, all));
      if (!options.settings.empty()) break;  // keys belong to one task: the first, or that named
    }
  }
  if (starts.empty()) task_named(options.task, "--task " + options.task, ErrorKind::kUsage);
  for (const Configuration& start : starts) {
    if (auto found = fitting(network, start, options.settings)) return *found;
  }
  const NetworkSize size = network_size(starts[0]);
  throw Error(ErrorKind::kFile,
              fmt::format("{}: {} inputs and {} neurons: no task has such a network; {} as "
                          "configured has {} and {}",
                          options.file, network.inputs, network.neurons, starts[0].task.name,
                          size.inputs, size.neurons));
}

std::unique_ptr<Encoding> encoding_for(const ImportOptions& options, Configuration& configuration) {
  configuration.encoding.mapping = options.mapping;
  const Cell most = coefficient_limit(configuration);
  const bool is_direct = options.mapping == "direct";
  if (options.coefficients && is_direct) {
    throw Error(ErrorKind::kUsage, fmt::format("--coefficients {}: the direct encoding has a gene "
                                               "a weight; leave it out",
                                               *options.coefficients));
  }
  if (options.coefficients && (*options.coefficients < 1 || *options.coefficients > most)) {
    throw Error(ErrorKind::kUsage, fmt::format("--coefficients {}: expected 1 to {} (cells of the "
                                               "arrays of {})",
                                               *options.coefficients, most, options.mapping));
  }
  return make_encoding(configuration, options.coefficients.value_or(most));
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
  GenomeFile file{.configuration = configuration_of(network, options), .genome = {}};
  const auto encoding = encoding_for(options, file.configuration);
  file.genome = encoding->encode(network.weights);
  file.truncation = truncation(*encoding, file.genome, network.weights);
  narrate(
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
