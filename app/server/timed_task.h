#pragma once

#include <memory>
#include <string>

#include "lowpass/task/task.h"

namespace lowpass::app {

/// A task whose episodes may take only so long: whoever waits for an answer is told instead of kept
/// waiting. Its arenas throw Error (kUsage) from the step at which the time is up.
class TimedTask : public Task {
 public:
  /// `task` outlives this one.
  TimedTask(const Task& task, double seconds) : task_(task), seconds_(seconds) {}

  Geometry geometry() const override { return task_.geometry(); }
  int trials() const override { return task_.trials(); }
  Precision precision() const override { return task_.precision(); }
  std::unique_ptr<Arena> make_arena() const override;
  std::string trial_name(int trial) const override { return task_.trial_name(trial); }
  Scene scene() const override { return task_.scene(); }

 private:
  const Task& task_;
  double seconds_;
};

}  // namespace lowpass::app
