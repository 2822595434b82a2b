#include "lowpass/experiment/run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/digest.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/chromosomes.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/task/environment/environment_task.h"

namespace lowpass {
namespace {

RunState state_around(const std::vector<double>& mean, const Configuration& configuration,
                      const Encoding& encoding, const Search& search) {
  RunState state;
  state.search = search.start({.mean = mean, .sigma = initial_sigma(configuration, encoding)},
                              configuration.run.seed);
  state.coefficients = encoding.genome_size();
  state.best_of_earlier_stages = -std::numeric_limits<double>::infinity();
  return state;
}

/// A fitness that is NaN ranks last, and is no part of what the record tells of a generation.
bool is_score(double fitness) { return !std::isnan(fitness); }

void check_outside(const Configuration& configuration, const RunState& state) {
  const auto inputs = static_cast<std::size_t>(network_size(configuration).inputs);
  const auto fits = [&](std::size_t numbers) { return numbers == 0 || numbers == inputs; };
  const bool is_outside = runs_elsewhere(configuration.task.name);
  bool is_sound = is_outside == state.outside.has_value();
  if (is_outside && is_sound) {
    const OutsideState& outside = *state.outside;
    const InputMoments& seen = outside.observations;
    is_sound = fits(seen.mean.size()) && seen.squares.size() == seen.mean.size();
    for (const Normalization& n : {outside.best, outside.last}) {
      is_sound = is_sound && fits(n.mean.size()) && n.scale.size() == n.mean.size();
    }
  }
  if (!is_sound) throw Error(ErrorKind::kFile, "the saved state is none of this run's");
}

bool is_stage_over(const Configuration& configuration, const RunState& state, int population) {
  return configuration.growth.enabled &&
         state.stage_evaluations + population > configuration.growth.evaluations;
}

}  // namespace

RunState first_state(const Configuration& configuration, const std::vector<double>& mean) {
  const auto encoding = make_encoding(configuration, configuration.encoding.coefficients);
  return state_around(mean, configuration, *encoding, *make_search(configuration, *encoding));
}

bool is_ended_by_budget(const Configuration& configuration, const RunState& state) {
  const auto& budget = configuration.budget;
  const auto encoding = make_encoding(configuration, state.coefficients);
  const int population = make_search(configuration, *encoding)->population_size();
  if (!state.is_finished || budget.evaluations == 0) return false;
  if (budget.stop_at_target && state.evaluations_to_target) return false;
  // Genomes that grew have begun a new stage; a stage that is over is that of a run that gave up.
  return !is_stage_over(configuration, state, population) &&
         state.evaluations + population > budget.evaluations;
}

Run::Run(const Configuration& configuration, std::optional<RunState> state)
    : configuration_(configuration),
      encoding_(make_encoding(configuration,
                              state ? state->coefficients : configuration.encoding.coefficients)),
      search_(make_search(configuration, *encoding_)),
      state_(state ? std::move(*state)
                   : state_around(std::vector<double>(encoding_->genome_size(), 0.0), configuration,
                                  *encoding_, *search_)) {
  try {
    search_->check(state_.search);
  } catch (const Error& error) {
    throw Error(ErrorKind::kFile,
                fmt::format("the saved state is none of this run's: {}", error.what()));
  }
  if (runs_elsewhere(configuration.task.name) && !state_.outside) state_.outside.emplace();
  check_outside(configuration, state_);
}

Run::Run(const Configuration& configuration, const Task& task, int threads,
         std::optional<RunState> state)
    : Run(configuration, std::move(state)) {
  evaluator_.emplace(task, network_topology(configuration), network_activations(configuration),
                     threads);
  proof_ = task.proof();
  for (int trial = 0; trial < task.trials(); ++trial) {
    if (task.is_void(trial)) {
      throw Error(ErrorKind::kConfiguration,
                  fmt::format("{}: it is over before it begins: nothing can be learnt from it",
                              task.trial_name(trial)));
    }
  }
  if (proof_) {
    proof_evaluator_.emplace(*proof_->task, network_topology(configuration),
                             network_activations(configuration), 1);
  }
}

GenerationRecord Run::step() {
  const Population& population = ask();
  return tell(evaluator_->evaluate(*encoding_, population.genomes));
}

const Population& Run::ask() {
  search_->ask(state_.search, population_);
  return population_;
}

Normalization Run::normalization() const {
  return state_.outside ? normalization_of(state_.outside->observations) : Normalization{};
}

GenerationRecord Run::tell(const Evaluation& evaluation) {
  const bool is_lost = evaluation.diverged == static_cast<int>(evaluation.episodes.size());
  if (is_lost && state_.search.generation == 0) {
    throw Error(ErrorKind::kFailure,
                fmt::format("generation {}: all {} episodes diverged; the task's simulation does "
                            "not stand these controllers (smaller optimizer.sigma0?)",
                            state_.search.generation, evaluation.diverged));
  }
  if (std::none_of(evaluation.fitness.begin(), evaluation.fitness.end(), is_score)) {
    throw Error(ErrorKind::kFailure,
                fmt::format("generation {}: no individual has a fitness that is a number",
                            state_.search.generation));
  }
  const double best_before = state_.search.best_fitness;
  search_->tell(state_.search, population_, evaluation.fitness);
  note_fitness(evaluation);
  if (state_.outside) note_observations(evaluation, best_before);
  note_proof();
  const GenerationRecord result = record(evaluation);
  prepare_next();
  // A search that has run away to where nothing can be simulated finds no way back.
  if (is_lost) state_.is_finished = true;
  return result;
}

void Run::note_fitness(const Evaluation& evaluation) {
  for (const double fitness : evaluation.fitness) {
    ++state_.evaluations;
    if (!state_.evaluations_to_target && !proof_ && fitness >= configuration_.budget.target) {
      state_.evaluations_to_target = state_.evaluations;
    }
  }
  state_.stage_evaluations += static_cast<std::int64_t>(evaluation.fitness.size());
  state_.diverged += evaluation.diverged;
  state_.digest = digest(evaluation.fitness, state_.digest);
  const auto best =
      std::max_element(evaluation.fitness.begin(), evaluation.fitness.end(),
                       [](double a, double b) { return is_score(b) && (!is_score(a) || a < b); });
  const auto genome = population_.genome(best - evaluation.fitness.begin());
  state_.last_best_genome.assign(genome.begin(), genome.end());
  state_.last_best_fitness = *best;
}

/// Individual by individual: the sums do not depend on who ran which episode.
void Run::note_observations(const Evaluation& evaluation, double best_before) {
  OutsideState& outside = *state_.outside;
  outside.last = normalization_of(outside.observations);
  if (state_.search.best_fitness > best_before) {
    outside.best = outside.last;
    outside.best_generation = state_.search.generation - 1;
  }
  for (const InputMoments& seen : evaluation.observations) merge(outside.observations, seen);
}

/// The best of the generation stands the proof, or not. It counts for no evaluation.
void Run::note_proof() {
  if (!proof_ || state_.evaluations_to_target) return;
  const double fitness = proof_evaluator_->evaluate(*encoding_, state_.last_best_genome).fitness[0];
  if (fitness >= proof_->fitness) state_.evaluations_to_target = state_.evaluations;
}

std::optional<SpectrumRecord> Run::spectrum() const {
  const std::uint32_t generation = state_.search.generation;
  if (!is_spectrum_generation(generation)) return {};
  if (static_cast<std::size_t>(encoding_->genome_size()) > kMostSpectrumGenes) return {};
  const Distribution distribution = search_->distribution(state_.search);
  return SpectrumRecord{generation, distribution.mean, distribution.sigma};
}

GenerationRecord Run::record(const Evaluation& evaluation) const {
  std::vector<double> fitness;
  std::copy_if(evaluation.fitness.begin(), evaluation.fitness.end(), std::back_inserter(fitness),
               is_score);
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
          .signals = search_->signals(state_.search),
          .diverged = evaluation.diverged};
}

void Run::prepare_next() {
  const auto& budget = configuration_.budget;
  if (budget.stop_at_target && state_.evaluations_to_target) state_.is_finished = true;
  if (!state_.is_finished && is_stage_over(configuration_, state_, population_size())) end_stage();
  if (budget.evaluations > 0 && state_.evaluations + population_size() > budget.evaluations) {
    state_.is_finished = true;
  }
}

/// [FDE12] §4.3: coefficients are added until `patience` additions in a row brought nothing. The
/// first stage is no addition.
void Run::end_stage() {
  const bool is_addition = state_.coefficients > configuration_.encoding.coefficients;
  const bool is_better = state_.search.best_fitness >
                         state_.best_of_earlier_stages + configuration_.growth.improvement;
  if (is_addition) state_.fruitless_additions = is_better ? 0 : state_.fruitless_additions + 1;
  // Steps too small to count add up until they do.
  if (is_better) state_.best_of_earlier_stages = state_.search.best_fitness;
  const std::int64_t next = std::min<std::int64_t>(
      coefficient_limit(configuration_), state_.coefficients + configuration_.growth.step);
  if (state_.fruitless_additions >= configuration_.growth.patience || next == state_.coefficients) {
    state_.is_finished = true;
  } else {
    grow(next);
  }
}

void Run::grow(std::int64_t coefficients) {
  const std::vector<Cell> before = encoding_->lengths();
  encoding_ = make_encoding(configuration_, coefficients);
  search_ = make_search(configuration_, *encoding_);
  state_.search = search_->grown(state_.search, grown_genes(before, encoding_->lengths()),
                                 initial_sigma(configuration_, *encoding_));
  state_.coefficients = coefficients;
  state_.stage_evaluations = 0;
}

}  // namespace lowpass
