#include "lowpass/experiment/stored_controller.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

bool is_direct(const GenomeFile& file) { return file.configuration.encoding.mapping == "direct"; }

bool is_resized(const GenomeFile& file, const Configuration& then) {
  return network_geometry(file.configuration) != network_geometry(then);
}

std::string default_direct_mapping(const Configuration& configuration) {
  return task_geometry(configuration).neurons.axes.size() > 1 ? "omega3" : "omega1";
}

/// The encoding of the file's genome, at the size of `then`.
FrequencyEncoding resized_encoding(const GenomeFile& file, const Configuration& then, Scale scale) {
  const FrequencyEncoding evolved(
      make_mapping(file.configuration), static_cast<Cell>(file.genome.size()),
      network_step(file.configuration), transform_scale(file.configuration));
  if (!is_resized(file, then)) return evolved;
  return evolved.resized(make_mapping(then), scale);
}

Configuration with_mapping(Configuration configuration, const std::string& mapping) {
  configuration.encoding.mapping = mapping;
  return configuration;
}

/// The weights that are the file's genome, at the size of `then`.
Weights direct_weights(const GenomeFile& file, const Configuration& then,
                       const Resizing& resizing) {
  Weights weights(network_size(file.configuration));
  stored_encoding(file)->decode(file.genome, weights.values);
  if (!is_resized(file, then)) return weights;
  const std::string mapping =
      resizing.direct_mapping.value_or(default_direct_mapping(file.configuration));
  Weights resized(network_size(then));
  resized.values =
      resized_network(weights.values, make_mapping(with_mapping(file.configuration, mapping)),
                      make_mapping(with_mapping(then, mapping)), resizing.scale);
  return resized;
}

void check_settings(const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    if (setting.starts_with("task.") && !setting.starts_with("task.name")) continue;
    throw Error(ErrorKind::kUsage,
                fmt::format("--set {}: expected a key of the task: a saved controller is tried "
                            "under other conditions, but stays what it is",
                            setting));
  }
}

}  // namespace

Configuration configuration_under(const GenomeFile& file, const Conditions& conditions) {
  Configuration then = file.configuration;
  if (conditions.size) {
    const TaskEntry& task = task_entry(then);
    const auto fail = [&](const std::string& why) {
      throw Error(ErrorKind::kUsage, fmt::format("--size {}: {}", *conditions.size, why));
    };
    if (!task.size) fail(fmt::format("the task {} has no size", task.name));
    const Key& key = *std::find_if(task.keys.begin(), task.keys.end(),
                                   [&](const Key& k) { return k.name == task.size->key; });
    KeyValue size = std::int64_t{*conditions.size};
    if (!key.accept(size)) fail("expected " + key.allowed);
    then.task.keys = task.size->resized(then.task.keys, *conditions.size);
    if (task.check) {
      task.check(then.task.keys,
                 [&](const std::string&, const std::string& what) { fail("expected " + what); });
    }
  }
  check_settings(conditions.settings);
  return conditions.settings.empty() ? then : changed_configuration(then, conditions.settings);
}

std::unique_ptr<Encoding> stored_encoding(const GenomeFile& file) {
  return make_encoding(file.configuration, static_cast<Cell>(file.genome.size()));
}

Weights stored_weights(const GenomeFile& file, const Configuration& then,
                       const Resizing& resizing) {
  if (is_direct(file)) return direct_weights(file, then, resizing);
  const FrequencyEncoding encoding = resized_encoding(file, then, resizing.scale);
  Weights weights(encoding.network_size());
  encoding.decode(file.genome, weights.values);
  return weights;
}

Controller stored_controller(const GenomeFile& file, const Configuration& then,
                             const Resizing& resizing) {
  const Topology topology = network_topology(then);
  const Activations activations = network_activations(then);
  const Precision precision = make_task(then)->precision();
  if (is_direct(file)) {
    return Controller(topology, direct_weights(file, then, resizing).values, activations,
                      precision);
  }
  return resized_encoding(file, then, resizing.scale)
      .controller(file.genome, topology, activations, precision);
}

std::vector<std::string> resize_mappings(const GenomeFile& file) {
  if (!is_direct(file)) return {file.configuration.encoding.mapping};
  return {default_direct_mapping(file.configuration), "omega2"};
}

}  // namespace lowpass
