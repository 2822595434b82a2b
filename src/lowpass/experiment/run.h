#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/encoding/encoding.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/network/normalization.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/record/generation_log.h"
#include "lowpass/record/spectrum_log.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// What a run keeps besides, if its episodes run elsewhere.
struct OutsideState {
  InputMoments observations;  ///< of all generations told
  /// What inputs were normalised with when the best individual, and that of the last generation,
  /// were scored.
  Normalization best, last;
  std::uint32_t best_generation = 0;  ///< whose episodes scored the best individual
};

/// Everything that the rest of a run depends on, besides its configuration: the checkpoint.
struct RunState {
  SearchState search;
  std::int64_t coefficients = 0;  ///< of the genomes now (with growth they become more)
  std::int64_t evaluations = 0;   ///< individuals evaluated
  std::optional<std::int64_t> evaluations_to_target;  ///< up to the first with fitness >= target
  std::int64_t diverged = 0;                          ///< episodes
  std::uint64_t digest = 0;                           ///< of the fitness of every generation so far
  /// The best individual of the last generation.
  std::vector<double> last_best_genome;
  double last_best_fitness = 0.0;
  // Growth: the stage since the last addition of coefficients.
  std::int64_t stage_evaluations = 0;
  double best_of_earlier_stages = 0.0;
  int fruitless_additions = 0;  ///< in a row, without improvement
  bool is_finished = false;
  std::optional<OutsideState> outside = {};
};

/// What a run came to.
struct RunSummary {
  std::uint64_t seed;
  std::int64_t evaluations;
  std::int64_t coefficients;
  double best_fitness;
  std::optional<std::int64_t> evaluations_to_target;
  std::int64_t diverged;
  std::string digest;
};

RunSummary run_summary(const RunState& state);

/// The state before the first generation of a run whose search starts around `mean`, a genome of
/// its encoding.
RunState first_state(const Configuration& configuration, const std::vector<double>& mean);

/// Whether a finished run would have gone on with a larger budget: neither target nor growth ended
/// it.
bool is_ended_by_budget(const Configuration& configuration, const RunState& state);

/// The best controller of the run so far, and that of its last generation, as they are saved.
GenomeFile best_controller(const Configuration& configuration, const RunState& state);
GenomeFile last_controller(const Configuration& configuration, const RunState& state);

/// The generation loop: ask, decode, evaluate, tell, and growth between stages.
class Run {
 public:
  /// A new run, or with `state` the continuation of one. `task` outlives the run.
  Run(const Configuration& configuration, const Task& task, int threads,
      std::optional<RunState> state = {});
  /// The same for a task whose episodes run elsewhere: ask and tell instead of step.
  explicit Run(const Configuration& configuration, std::optional<RunState> state = {});

  bool is_finished() const { return state_.is_finished; }
  /// One generation. If every one of its episodes diverged, the run ends with it. Throws Error
  /// (kFailure) if that is the first generation, or no fitness is a number; the state is then as it
  /// was.
  GenerationRecord step();

  /// The individuals of this generation. (`step` asks, evaluates and tells.)
  const Population& ask();
  /// Takes their evaluation. Throws as `step` does.
  GenerationRecord tell(const Evaluation& evaluation);
  /// What inputs are normalised with in this generation: what was seen in those before.
  Normalization normalization() const;

  /// From now on every generation is divided among the ranks of `exchange`, which outlives the run.
  void share(EpisodeExchange& exchange) { evaluator_->share(exchange); }

  /// Generations from now on are evaluated by as many threads; results do not depend on it.
  void use_threads(int threads) { evaluator_->use_threads(threads); }

  int population_size() const { return search_->population_size(); }
  /// Where the search stands after the last generation, if that one is to be recorded.
  std::optional<SpectrumRecord> spectrum() const;
  const RunState& state() const { return state_; }
  const Encoding& encoding() const { return *encoding_; }
  RunSummary summary() const { return run_summary(state_); }

 private:
  GenerationRecord record(const Evaluation& evaluation) const;
  void note_fitness(const Evaluation& evaluation);
  void note_observations(const Evaluation& evaluation, double best_before);
  void note_proof();
  /// Ends the run, or grows the genomes, where the next generation would not fit.
  void prepare_next();
  void end_stage();
  void grow(std::int64_t coefficients);

  Configuration configuration_;
  std::unique_ptr<Encoding> encoding_;
  std::unique_ptr<Search> search_;
  std::optional<Evaluator> evaluator_;  // unset: episodes run elsewhere
  std::optional<Proof> proof_;
  std::optional<Evaluator> proof_evaluator_;
  Population population_;
  RunState state_;
};

}  // namespace lowpass
