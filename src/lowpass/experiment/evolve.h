#pragma once

#include <functional>

#include "lowpass/evaluation/ranks.h"
#include "lowpass/experiment/run.h"
#include "lowpass/experiment/run_folder.h"
#include "lowpass/experiment/run_recorder.h"

namespace lowpass {

/// What a run needs from the program around it.
struct RunHooks {
  /// Seconds since some moment; the library reads no clock itself.
  std::function<double()> clock;
  /// Asked between generations: shall the run stop, to be resumed later?
  std::function<bool()> should_stop;
  /// A rank that is not heard of for so long (seconds) is taken for dead.
  double silence_limit = 60.0;
  /// Told of every generation.
  std::function<void(const GenerationRecord&)> on_generation;
};

struct RunOutcome {
  RunSummary summary;
  bool is_finished = false;  ///< false: stopped, and saved
};

/// Runs until the end or until told to stop, with everything saved in `folder`. With `ranks` every
/// generation is divided among them; the others call follow_run.
RunOutcome evolve(const Configuration& configuration, const Task& task, int threads,
                  RunFolder& folder, const RunHooks& hooks, Ranks* ranks = nullptr);

/// The side of every rank but the leader: takes part in the generations until the leader ends.
void follow_run(const Configuration& configuration, const Task& task, int threads,
                const RunHooks& hooks, Ranks& ranks);

}  // namespace lowpass
