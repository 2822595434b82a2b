#include "lowpass/experiment/problem.h"

#include <cassert>

namespace lowpass {
namespace {

Actions configured_actions(const Configuration& configuration) {
  return actions_from_name(configuration.task.actions, "task.actions");
}

NetworkSize network_size(const Configuration& configuration) {
  const Geometry geometry = task_geometry(configuration);
  return {geometry.inputs.unit_count(), geometry.neurons.unit_count()};
}

}  // namespace

ReachingOptions preset_reaching(const Configuration& configuration) {
  const auto preset =
      configuration.task.preset == "competition" ? competition_reaching : paper_reaching;
  return preset(configured_actions(configuration), configuration.task.compartments);
}

ReachingOptions reaching_options(const Configuration& configuration) {
  const Configuration::Task& task = configuration.task;
  assert(task.goal.size() == 2);
  ReachingOptions options = preset_reaching(configuration);
  options.control_step = task.control_step;
  options.steps = task.steps;
  options.goal = {task.goal[0], task.goal[1]};
  options.starts = task.starts;
  return options;
}

std::unique_ptr<Task> make_task(const Configuration& configuration) {
  return std::make_unique<OctopusReaching>(reaching_options(configuration));
}

Geometry task_geometry(const Configuration& configuration) {
  return octopus_geometry(configured_actions(configuration), configuration.task.compartments);
}

std::unique_ptr<Encoding> make_encoding(const Configuration& configuration, Cell coefficients) {
  return make_encoding(configuration.encoding.mapping, task_geometry(configuration), coefficients,
                       network_step(configuration));
}

Cell coefficient_limit(const Configuration& configuration) {
  if (configuration.encoding.mapping == "direct") return network_size(configuration).weight_count();
  Cell cells = 0;
  for (const WeightArray& array :
       make_mapping(configuration.encoding.mapping, task_geometry(configuration)).arrays) {
    cells += cell_count(array.shape);
  }
  return cells;
}

Cell initial_genome_size(const Configuration& configuration) {
  if (configuration.encoding.mapping == "direct") return network_size(configuration).weight_count();
  return configuration.encoding.coefficients;
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
  return modelled_step_cost(make_mapping(encoding.mapping, task_geometry(configuration)),
                            encoding.coefficients)
      .cheaper();
}

Topology network_topology(const Configuration& configuration) {
  return Topology::fully_recurrent(network_size(configuration));
}

Activation network_activation(const Configuration& configuration) {
  return activation_from_name(configuration.network.activation);
}

SnesRates snes_rates(const Configuration& configuration, std::size_t dimension) {
  return SnesRates::preset(configuration.optimizer.preset, dimension);
}

std::vector<double> initial_sigma(const Configuration& configuration, const Encoding& encoding) {
  const Configuration::Optimizer& optimizer = configuration.optimizer;
  if (!optimizer.sigma0) return encoding.sigma_of_weight_rms(optimizer.weight_rms);
  return std::vector<double>(static_cast<std::size_t>(encoding.genome_size()), *optimizer.sigma0);
}

}  // namespace lowpass
