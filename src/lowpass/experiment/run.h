#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/encoding/encoding.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/experiment/configuration.h"
#include "lowpass/optimizer/snes.h"
#include "lowpass/record/generation_log.h"
#include "lowpass/record/genome_file.h"
#include "lowpass/record/spectrum_log.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// Everything that the rest of a run depends on, besides its configuration: the checkpoint.
struct RunState {
  SnesState search;
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

/// Where the search stands after a generation, if that generation is one to be recorded.
std::optional<SpectrumRecord> spectrum_record(const RunState& state);

/// The best controller of the run so far, and that of its last generation, as they are saved.
GenomeFile best_controller(const Configuration& configuration, const RunState& state);
GenomeFile last_controller(const Configuration& configuration, const RunState& state);

/// The generation loop: ask, decode, evaluate, tell, and growth between stages.
class Run {
 public:
  /// A new run, or with `state` the continuation of one. `task` outlives the run.
  Run(const Configuration& configuration, const Task& task, int threads,
      std::optional<RunState> state = {});

  bool is_finished() const { return state_.is_finished; }
  /// One generation. Throws Error (kFailure) if every one of its episodes diverged.
  GenerationRecord step();

  /// From now on every generation is divided among the ranks of `exchange`, which outlives the run.
  void share(EpisodeExchange& exchange) { evaluator_.share(exchange); }

  int population_size() const { return rates().population_size; }
  const RunState& state() const { return state_; }
  const Encoding& encoding() const { return *encoding_; }
  RunSummary summary() const { return run_summary(state_); }

 private:
  SnesRates rates() const;
  GenerationRecord record(const Evaluation& evaluation) const;
  void note_fitness(const Evaluation& evaluation);
  /// Ends the run, or grows the genomes, where the next generation would not fit.
  void prepare_next();
  void end_stage();
  void grow(std::int64_t coefficients);

  Configuration configuration_;
  const Task& task_;
  std::unique_ptr<Encoding> encoding_;
  Evaluator evaluator_;
  Population population_;
  RunState state_;
};

}  // namespace lowpass
