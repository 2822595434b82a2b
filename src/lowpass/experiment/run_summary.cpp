#include "lowpass/core/digest.h"
#include "lowpass/experiment/run.h"
#include "lowpass/task/environment/environment_task.h"

namespace lowpass {
namespace {

GenomeFile controller_file(const Configuration& configuration, const std::vector<double>& genome,
                           double fitness) {
  return {.configuration = configuration, .genome = genome, .fitness = fitness};
}

/// How the episodes that scored a controller were, where they ran elsewhere.
void add_circumstances(GenomeFile& file, const Normalization& normalization,
                       std::uint32_t generation) {
  const Configuration& configuration = file.configuration;
  file.normalization = normalization;
  file.seeds = episode_seeds(configuration.run.seed, generation,
                             configuration.task.keys.integer("episodes"));
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

GenomeFile best_controller(const Configuration& configuration, const RunState& state) {
  GenomeFile file =
      controller_file(configuration, state.search.best_genome, state.search.best_fitness);
  if (const auto& outside = state.outside) {
    add_circumstances(file, outside->best, outside->best_generation);
  }
  return file;
}

GenomeFile last_controller(const Configuration& configuration, const RunState& state) {
  GenomeFile file = controller_file(configuration, state.last_best_genome, state.last_best_fitness);
  if (state.outside && state.search.generation > 0) {
    add_circumstances(file, state.outside->last, state.search.generation - 1);
  }
  return file;
}

}  // namespace lowpass
