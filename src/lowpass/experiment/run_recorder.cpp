#include "lowpass/experiment/run_recorder.h"

#include <utility>

namespace lowpass {

RunRecorder::RunRecorder(RunFolder& folder, std::function<double()> clock)
    : folder_(folder),
      clock_(std::move(clock)),
      started_(clock_()),
      saved_(started_),
      noted_(started_) {}

void RunRecorder::note(const Run& run, const GenerationRecord& record) {
  folder_.append(record);
  if (const auto spectrum = run.spectrum()) folder_.append(*spectrum);
  const double began = std::exchange(noted_, clock_());
  // Save now if after one more generation of this length it would be late.
  if (noted_ - saved_ + (noted_ - began) > kCheckpointInterval && !run.is_finished()) {
    folder_.save(run.state());
    saved_ = noted_;
  }
}

void RunRecorder::finish(const Run& run) {
  if (folder_.resumed() && folder_.resumed()->is_finished) return;
  folder_.finish(run.state(), clock_() - started_);
}

}  // namespace lowpass
