#pragma once

#include <functional>

#include "lowpass/experiment/run.h"
#include "lowpass/experiment/run_folder.h"

namespace lowpass {

/// Checkpoints are at most this far apart (seconds), but for a generation that takes longer.
inline constexpr double kCheckpointInterval = 0.25;

/// Keeps a folder up to date with its run: every generation in the logs, checkpoints in time.
class RunRecorder {
 public:
  /// `clock` tells seconds since some moment. The folder outlives the recorder.
  RunRecorder(RunFolder& folder, std::function<double()> clock);

  /// After each generation of `run`.
  void note(const Run& run, const GenerationRecord& record);
  /// When the run is to stop, to be resumed later.
  void stop(const Run& run) { folder_.save(run.state()); }
  /// When it is finished; does nothing if it was before.
  void finish(const Run& run);

 private:
  RunFolder& folder_;
  std::function<double()> clock_;
  double started_, saved_, noted_;
};

}  // namespace lowpass
