#pragma once

#include <functional>

#include "lowpass/experiment/run.h"
#include "lowpass/experiment/run_folder.h"

namespace lowpass {

/// What a run needs from the program around it.
struct RunHooks {
  /// Seconds since some moment; the library reads no clock itself.
  std::function<double()> clock;
  /// Asked between generations: shall the run stop, to be resumed later?
  std::function<bool()> should_stop;
  /// Told of every generation.
  std::function<void(const GenerationRecord&)> on_generation;
};

struct RunOutcome {
  RunSummary summary;
  bool is_finished = false;  ///< false: stopped, and saved
};

/// Checkpoints are at most this far apart (seconds), but for a generation that takes longer.
inline constexpr double kCheckpointInterval = 0.25;

/// Runs until the end or until told to stop, with everything saved in `folder`.
RunOutcome evolve(const Configuration& configuration, const Task& task, int threads,
                  RunFolder& folder, const RunHooks& hooks);

}  // namespace lowpass
