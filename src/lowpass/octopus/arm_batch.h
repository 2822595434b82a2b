#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "lowpass/octopus/arm_kernels.h"
#include "lowpass/octopus/arm_model.h"
#include "lowpass/octopus/arm_rows.h"
#include "lowpass/octopus/arm_state.h"

namespace lowpass {

/// Numbers that lie `stride` doubles apart.
struct StridedValues {
  const double* first;
  std::size_t stride;
  int size;

  double operator[](int i) const { return first[i * stride]; }
};

/// Several independent arms that advance together, one a lane. An arm's trajectory is the same bits
/// in any lane, beside any neighbours, for any number of lanes and on any SIMD target.
///
/// The SIMD target is the one in use when the batch is made. A lane holds an idle arm, at rest and
/// free of forces, until it is loaded; any lane can be loaded again while the others go on.
class ArmBatch {
 public:
  /// Arms of `compartments` compartments. One lane runs on scalars; more are rounded up, inside, to
  /// whole vectors. Throws Error outside 1 to kMaxCompartments or for lanes < 1.
  ArmBatch(Physics physics, int compartments, int lanes);

  /// The number of lanes that gives most arm steps per second: one whole vector.
  static int preferred_lanes();

  Physics physics() const { return physics_; }
  int compartments() const { return compartments_; }
  int lanes() const { return lanes_; }
  int action_size() const;

  /// Puts an arm into a lane, with all actions 0. The model's physics and compartments are the
  /// batch's, and so is the state's size: a precondition.
  void load(int lane, const ArmModel& model, const ArmState& state);

  /// The actions of a lane from now on, in the original's order: C09: base torques + and -, then
  /// dorsal, transversal, ventral of each compartment; M06 without the torques. Activations are
  /// clamped to [0, 1], torques are not.
  void set_actions(int lane, std::span<const double> actions);

  /// Advances every lane by one step of `substeps` * 0.2 time units under its actions. C09 wraps
  /// theta into [-pi, pi] first. Allocates nothing.
  void step(int substeps);

  /// x, y, vx, vy of the upper and then of the lower outer node of each compartment from base to
  /// tip: 8 p values.
  StridedValues nodes(int lane) const;
  double theta(int lane) const { return base(lane, kTheta); }
  double omega(int lane) const { return base(lane, kOmega); }
  /// theta without the jumps of wrapping: continuous since the lane was loaded.
  double unwrapped_theta(int lane) const { return base(lane, kTheta) + base(lane, kWrapped); }
  ArmState state(int lane) const;

  /// True if the last step left a value that is not finite, or a base angle beyond kMaxTheta.
  bool diverged(int lane) const { return base(lane, kDiverged) != 0; }

  /// True if the point lies inside some compartment (docs/PHYSICS.md §8).
  bool contains(int lane, double x, double y) const;

  /// d/dt of the lane's state under its actions, in the order of ArmState.
  std::vector<double> derivative(int lane);

 private:
  struct Delete {
    void operator()(double* memory) const;
  };

  const ArmRows& block(int lane) const { return blocks_[lane / kernels_.lanes]; }
  /// The lane's value in row `index` of `rows`, rows of its block.
  double& at(double* rows, int index, int lane) const {
    return rows[index * kernels_.lanes + lane % kernels_.lanes];
  }
  double base(int lane, int index) const { return at(block(lane).base, index, lane); }
  void load_model(int lane, const ArmModel& model);
  void load_state(int lane, const ArmState& state);

  Physics physics_;
  int compartments_, lanes_;
  ArmKernels kernels_;
  std::unique_ptr<double[], Delete> memory_;
  std::vector<ArmRows> blocks_;
};

}  // namespace lowpass
