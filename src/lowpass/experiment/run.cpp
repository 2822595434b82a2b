#include "lowpass/experiment/run.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/digest.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/chromosomes.h"
#include "lowpass/experiment/problem.h"

namespace lowpass {
namespace {

RunState first_state(const Configuration& configuration, const Encoding& encoding) {
  RunState state;
  state.search = Snes::start({.mean = std::vector<double>(encoding.genome_size(), 0.0),
                              .sigma = initial_sigma(configuration, encoding)},
                             configuration.run.seed);
  state.coefficients = encoding.genome_size();
  state.best_of_earlier_stages = -std::numeric_limits<double>::infinity();
  return state;
}

}  // namespace

Run::Run(const Configuration& configuration, const Task& task, int threads,
         std::optional<RunState> state)
    : configuration_(configuration),
      task_(task),
      encoding_(make_encoding(configuration.encoding.mapping, task.geometry(),
                              state ? state->coefficients : configuration.encoding.coefficients,
                              network_step(configuration))),
      evaluator_(task, Topology::fully_recurrent(encoding_->network_size()),
                 network_activation(configuration), threads),
      state_(state ? std::move(*state) : first_state(configuration, *encoding_)) {}

SnesRates Run::rates() const { return snes_rates(configuration_, encoding_->genome_size()); }

GenerationRecord Run::step() {
  Snes search(std::move(state_.search), rates());
  search.ask(population_);
  const Evaluation evaluation = evaluator_.evaluate(*encoding_, population_.genomes);
  if (evaluation.diverged == static_cast<int>(evaluation.episodes.size())) {
    throw Error(ErrorKind::kFailure,
                fmt::format("generation {}: all {} episodes diverged; the task's simulation does "
                            "not stand these controllers (smaller optimizer.sigma0?)",
                            search.state().generation, evaluation.diverged));
  }
  search.tell(population_, evaluation.fitness);
  state_.search = search.state();
  note_fitness(evaluation);
  const GenerationRecord result = record(evaluation);
  prepare_next();
  return result;
}

void Run::note_fitness(const Evaluation& evaluation) {
  for (const double fitness : evaluation.fitness) {
    ++state_.evaluations;
    if (!state_.evaluations_to_target && fitness >= configuration_.budget.target) {
      state_.evaluations_to_target = state_.evaluations;
    }
  }
  state_.stage_evaluations += static_cast<std::int64_t>(evaluation.fitness.size());
  state_.diverged += evaluation.diverged;
  state_.digest = digest(evaluation.fitness, state_.digest);
  const auto best = std::max_element(evaluation.fitness.begin(), evaluation.fitness.end());
  const auto genome = population_.genome(best - evaluation.fitness.begin());
  state_.last_best_genome.assign(genome.begin(), genome.end());
  state_.last_best_fitness = *best;
}

GenerationRecord Run::record(const Evaluation& evaluation) const {
  const auto& fitness = evaluation.fitness;
  const auto& sigma = state_.search.distribution.sigma;
  const auto mean = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  return {.generation = state_.search.generation,
          .evaluations = state_.evaluations,
          .coefficients = state_.coefficients,
          .best = state_.last_best_fitness,
          .mean = mean(fitness),
          .worst = *std::min_element(fitness.begin(), fitness.end()),
          .best_so_far = state_.search.best_fitness,
          .sigma_least = *std::min_element(sigma.begin(), sigma.end()),
          .sigma_mean = mean(sigma),
          .sigma_most = *std::max_element(sigma.begin(), sigma.end()),
          .diverged = evaluation.diverged};
}

void Run::prepare_next() {
  const auto& budget = configuration_.budget;
  if (budget.stop_at_target && state_.evaluations_to_target) state_.is_finished = true;
  if (!state_.is_finished && configuration_.growth.enabled &&
      state_.stage_evaluations + rates().population_size > configuration_.growth.evaluations) {
    end_stage();
  }
  if (budget.evaluations > 0 && state_.evaluations + rates().population_size > budget.evaluations) {
    state_.is_finished = true;
  }
}

/// [FDE12] §4.3: coefficients are added until `patience` additions in a row brought nothing. The
/// first stage is no addition.
void Run::end_stage() {
  const bool is_addition = state_.coefficients > configuration_.encoding.coefficients;
  const bool is_better = state_.search.best_fitness > state_.best_of_earlier_stages;
  if (is_addition) state_.fruitless_additions = is_better ? 0 : state_.fruitless_additions + 1;
  state_.best_of_earlier_stages = state_.search.best_fitness;
  std::int64_t most = 0;
  for (const auto& array : make_mapping(configuration_.encoding.mapping, task_.geometry()).arrays) {
    most += cell_count(array.shape);
  }
  const std::int64_t next = std::min(most, state_.coefficients + configuration_.growth.step);
  if (state_.fruitless_additions >= configuration_.growth.patience || next == state_.coefficients) {
    state_.is_finished = true;
  } else {
    grow(next);
  }
}

void Run::grow(std::int64_t coefficients) {
  const Mapping mapping = make_mapping(configuration_.encoding.mapping, task_.geometry());
  const FrequencyEncoding before(mapping, state_.coefficients);
  auto after =
      std::make_unique<FrequencyEncoding>(mapping, coefficients, network_step(configuration_));
  const std::vector<Cell> from = grown_genes(before.lengths(), after->lengths());
  Snes search(std::move(state_.search), rates());
  encoding_ = std::move(after);
  search.grow(from, initial_sigma(configuration_, *encoding_), rates());
  state_.search = search.state();
  state_.coefficients = coefficients;
  state_.stage_evaluations = 0;
}

}  // namespace lowpass
