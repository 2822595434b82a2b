#include "lowpass/configuration/problem.h"

#include <cassert>

namespace lowpass {
namespace {

NetworkKind network_kind(const Configuration& configuration) {
  return network_kind_from_name(configuration.network.kind);
}

}  // namespace

const TaskEntry& task_entry(const Configuration& configuration) {
  return task_named(configuration.task.name, configuration.task.name, ErrorKind::kConfiguration);
}

std::unique_ptr<Task> make_task(const Configuration& configuration) {
  return task_entry(configuration).make(configuration.task.keys);
}

Geometry task_geometry(const Configuration& configuration) {
  return task_geometry(task_entry(configuration), configuration.task.keys);
}

Geometry network_geometry(const Configuration& configuration) {
  return with_hidden(task_geometry(configuration), configuration.network.hidden);
}

NetworkSize network_size(const Configuration& configuration) {
  return network_size(network_geometry(configuration));
}

Topology network_topology(const Configuration& configuration) {
  return network_topology(network_kind(configuration), network_geometry(configuration));
}

Activations network_activations(const Configuration& configuration) {
  const Configuration::Network& network = configuration.network;
  const Activation hidden = activation_from_name(network.activation);
  if (network.output == "same") return hidden;
  return {hidden, activation_from_name(network.output, "network.output")};
}

NetworkStep network_step(const Configuration& configuration) {
  assert(configuration.network.step != "auto");
  return configuration.network.step == "spectral" ? NetworkStep::kSpectral : NetworkStep::kDense;
}

std::string network_step_name(NetworkStep step) {
  return step == NetworkStep::kSpectral ? "spectral" : "dense";
}

NetworkStep cheaper_step(const Configuration& configuration) {
  const Configuration::Encoding& encoding = configuration.encoding;
  if (encoding.mapping == "direct") return NetworkStep::kDense;
  return modelled_step_cost(make_mapping(configuration), encoding.coefficients).cheaper();
}

TransformScale transform_scale(const Configuration& configuration) {
  return configuration.encoding.transform == "orthonormal" ? TransformScale::kOrthonormal
                                                           : TransformScale::kPrinted;
}

Mapping make_mapping(const Configuration& configuration) {
  return make_mapping(configuration.encoding.mapping, network_geometry(configuration),
                      network_kind(configuration));
}

std::unique_ptr<Encoding> make_encoding(const Configuration& configuration, Cell coefficients) {
  return make_encoding(configuration.encoding.mapping, network_geometry(configuration),
                       coefficients, network_step(configuration), network_kind(configuration),
                       transform_scale(configuration));
}

Cell coefficient_limit(const Configuration& configuration) {
  if (configuration.encoding.mapping == "direct") {
    return DirectEncoding(network_topology(configuration)).genome_size();
  }
  Cell cells = 0;
  for (const WeightArray& array : make_mapping(configuration).arrays) {
    cells += cell_count(array.shape);
  }
  return cells;
}

Cell initial_genome_size(const Configuration& configuration) {
  if (configuration.encoding.mapping == "direct") return coefficient_limit(configuration);
  return configuration.encoding.coefficients;
}

std::unique_ptr<Search> make_search(const Configuration& configuration, const Encoding& encoding) {
  SearchSpace space{.dimension = static_cast<std::size_t>(encoding.genome_size())};
  for (const Cell length : encoding.lengths()) {
    // With fewer coefficients than arrays some chromosomes are empty.
    if (length > 0) space.segments.push_back(static_cast<std::size_t>(length));
  }
  return make_search(configuration.optimizer.name, configuration.optimizer.keys, space);
}

std::vector<double> initial_sigma(const Configuration& configuration, const Encoding& encoding) {
  const Configuration::Optimizer& optimizer = configuration.optimizer;
  if (!optimizer.sigma0) return encoding.sigma_of_weight_rms(optimizer.weight_rms);
  return std::vector<double>(static_cast<std::size_t>(encoding.genome_size()), *optimizer.sigma0);
}

}  // namespace lowpass
