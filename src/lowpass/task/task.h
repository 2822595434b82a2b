#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lowpass/core/precision.h"
#include "lowpass/network/geometry.h"
#include "lowpass/scene/scene.h"

namespace lowpass {

/// How one episode ended.
struct Episode {
  double fitness = 0.0;    ///< higher is better; never NaN
  int steps = 0;           ///< control steps taken
  double distance = 0.0;   ///< from what was to be reached, at the end; 0 if the task has none
  bool succeeded = false;  ///< the task was done: the goal touched, the poles balanced to the end
  bool diverged = false;   ///< the simulation left the finite numbers; fitness is then the worst
};

/// A few independent simulations that advance together, one episode a lane. What happens in a lane
/// depends on the trial and on the outputs that the lane was given, never on the other lanes.
class Arena {
 public:
  virtual ~Arena() = default;

  virtual int lanes() const = 0;
  /// Begins trial `trial` in a lane, whatever the lane did before.
  virtual void start(int lane, int trial) = 0;
  /// What the controller of a lane sees now, one number an input of the geometry.
  virtual void observe(int lane, std::span<double> inputs) const = 0;
  /// What the controller of a lane does until the next step: one number in [0, 1] a neuron of the
  /// geometry.
  virtual void act(int lane, std::span<const double> outputs) = 0;
  /// Advances every lane that has an unfinished episode by one control step.
  virtual void step() = 0;
  virtual bool finished(int lane) const = 0;
  /// The result of a finished episode.
  virtual Episode episode(int lane) const = 0;

  /// The fitness that a lane's episode would have if it ended now; unless a task knows better, that
  /// is 0 until the end.
  virtual double score(int lane) const { return finished(lane) ? episode(lane).fitness : 0.0; }
  /// Whether a finished episode ended only because its time was over.
  virtual bool is_out_of_time(int /*lane*/) const { return false; }

  /// How a lane looks now: the numbers that the task's scene calls for.
  virtual Moment moment(int /*lane*/) const { return {}; }
};

class Task;

/// A harder task, and the fitness in it that proves a controller.
struct Proof {
  std::unique_ptr<Task> task;
  double fitness;
};

/// A problem to be solved by a controller. Immutable; every thread makes arenas of its own.
class Task {
 public:
  virtual ~Task() = default;

  /// The grids that inputs and neurons live on; the mappings follow from it.
  virtual Geometry geometry() const = 0;
  /// Number of start conditions. Fitness of a controller is the mean over its trials, void ones
  /// left out.
  virtual int trials() const = 0;
  /// Of its simulation. Its controllers follow it: who makes them asks here.
  virtual Precision precision() const { return Precision::kDouble; }
  /// With as many lanes as this machine does at once. The task outlives its arenas.
  virtual std::unique_ptr<Arena> make_arena() const = 0;

  /// What sets a trial apart: "start −π/2 (down)".
  virtual std::string trial_name(int trial) const { return "trial " + std::to_string(trial + 1); }
  /// A trial that is over before it begins, and so tells nothing of a controller: it counts in no
  /// mean, and nothing is trained on it.
  virtual bool is_void(int /*trial*/) const { return false; }
  /// How its episodes look; without parts there is nothing to be seen.
  virtual Scene scene() const { return {}; }
  /// Where fitness alone does not tell that the task is done: what the best of each generation must
  /// stand. Unset: fitness of at least budget.target is success.
  virtual std::optional<Proof> proof() const { return {}; }
};

}  // namespace lowpass
