#include "lowpass/core/digest.h"
#include "lowpass/experiment/run.h"

namespace lowpass {
namespace {

GenomeFile controller_file(const Configuration& configuration, const std::vector<double>& genome,
                           double fitness) {
  const auto& task = configuration.task;
  return {.task = task.name,
          .actions = task.actions,
          .mapping = configuration.encoding.mapping,
          .compartments = task.compartments,
          .genome = genome,
          .fitness = fitness,
          .activation = configuration.network.activation,
          .step = configuration.network.step,
          .control_step = task.control_step,
          .steps = task.steps,
          .goal = task.goal,
          .starts = task.starts,
          .truncation = {}};
}

}  // namespace

RunSummary run_summary(const RunState& state) {
  return {.seed = state.search.seed,
          .evaluations = state.evaluations,
          .coefficients = state.coefficients,
          .best_fitness = state.search.best_fitness,
          .evaluations_to_target = state.evaluations_to_target,
          .diverged = state.diverged,
          .digest = digest_text(digest(state.search.best_genome, state.digest))};
}

std::optional<SpectrumRecord> spectrum_record(const RunState& state) {
  const SnesState& search = state.search;
  if (!is_spectrum_generation(search.generation)) return {};
  if (search.distribution.mean.size() > kMostSpectrumGenes) return {};
  return SpectrumRecord{search.generation, search.distribution.mean, search.distribution.sigma};
}

GenomeFile best_controller(const Configuration& configuration, const RunState& state) {
  return controller_file(configuration, state.search.best_genome, state.search.best_fitness);
}

GenomeFile last_controller(const Configuration& configuration, const RunState& state) {
  return controller_file(configuration, state.last_best_genome, state.last_best_fitness);
}

}  // namespace lowpass
