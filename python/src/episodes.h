#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lowpass/core/thread_pool.h"
#include "lowpass/report/raster.h"
#include "lowpass/report/scene_drawing.h"
#include "lowpass/scene/scene.h"
#include "lowpass/task/task.h"

namespace lowpass::python {

/// How a lane stands after a step.
struct LaneResult {
  double reward = 0.0;
  bool terminated = false;  ///< by what happened in it
  bool truncated = false;   ///< because its time was over
};

/// Observations are brought within these, so that a space can declare them. A simulation that comes
/// near them is about to leave the finite numbers.
inline constexpr double kLargestObservation = 1e9;

/// Episodes of a task side by side, as many as asked for: a row of arenas whose lanes are numbered
/// through. What happens in a lane is what would happen there alone.
class Episodes {
 public:
  /// With `is_recording` the moments of running episodes are kept, to be drawn.
  Episodes(std::shared_ptr<const Task> task, int lanes, int threads, bool is_recording);

  int lanes() const { return lanes_; }
  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  const Task& task() const { return *task_; }
  bool is_running(int lane) const { return lane_[lane].is_running; }
  Episode episode(int lane) const { return arena_of(lane).episode(lane % arena_lanes_); }

  /// Begins trials in some lanes, whatever they did before.
  void start(std::span<const std::int64_t> lanes, std::span<const std::int64_t> trials);

  /// One control step of every lane whose episode runs. `outputs` has a row of numbers in [0, 1] a
  /// lane; those of other lanes are ignored. Rewards add up to fitness: each is what score grew by.
  void step(std::span<const double> outputs, std::span<LaneResult> results);

  /// What every lane sees, a row each, within kLargestObservation. Of an episode that diverged:
  /// what it saw last.
  void observe(double* rows) const;

  /// The episode of a lane as it looks now.
  Image picture(int lane, int width, int height) const;

 private:
  struct Lane {
    bool is_running = false;
    double returned = 0.0;  // sum of its rewards
    Recording recording;
  };

  Arena& arena_of(int lane) const { return *arenas_[lane / arena_lanes_]; }
  void begin(int lane, int trial);
  void see(int lane);
  void step_arena(int arena, std::span<const double> outputs, std::span<LaneResult> results);
  LaneResult judged(int lane);
  void record(int lane);
  SceneBox picture_box() const;

  std::shared_ptr<const Task> task_;
  int lanes_, inputs_, outputs_, arena_lanes_;
  bool is_recording_;
  std::vector<std::unique_ptr<Arena>> arenas_;
  std::vector<Lane> lane_;
  std::vector<double> observations_;
  ThreadPool pool_;
  std::optional<SceneBox> box_;  // of pictures
};

}  // namespace lowpass::python
