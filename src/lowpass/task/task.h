#pragma once

#include <memory>
#include <span>
#include <string>

#include "lowpass/network/geometry.h"

namespace lowpass {

/// How one episode ended.
struct Episode {
  double fitness = 0.0;   ///< higher is better; never NaN
  int steps = 0;          ///< control steps taken
  double distance = 0.0;  ///< to the goal at the end, in the task's unit; 0 if it has none
  bool touched = false;   ///< the goal was reached
  bool diverged = false;  ///< the simulation left the finite numbers; fitness is then the worst
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
  /// What the controller of a lane does until the next step: one number in [0, 1] a neuron.
  virtual void act(int lane, std::span<const double> outputs) = 0;
  /// Advances every lane that has an unfinished episode by one control step.
  virtual void step() = 0;
  virtual bool finished(int lane) const = 0;
  /// The result of a finished episode.
  virtual Episode episode(int lane) const = 0;
};

/// A problem to be solved by a controller. Immutable; every thread makes arenas of its own.
class Task {
 public:
  virtual ~Task() = default;

  /// The grids that inputs and neurons live on; the mappings follow from it.
  virtual Geometry geometry() const = 0;
  /// Number of start conditions. Fitness of a controller is the mean over its trials.
  virtual int trials() const = 0;
  virtual std::unique_ptr<Arena> make_arena() const = 0;
};

}  // namespace lowpass
