#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "lowpass/core/precision.h"
#include "lowpass/octopus/arm_kernels.h"
#include "lowpass/octopus/arm_model.h"
#include "lowpass/octopus/arm_rows.h"
#include "lowpass/octopus/arm_state.h"

namespace lowpass {

/// Several independent arms that advance together, one a lane. An arm's trajectory is the same bits
/// in any lane, beside any neighbours, for any number of lanes and on any SIMD target.
///
/// Arms are simulated in double or in single precision; what goes in and comes out is double. Every
/// number of single precision is one of double, so nothing is lost on the way out, and on the way
/// in what single precision cannot hold.
///
/// The SIMD target is the one in use when the batch is made. A lane holds an idle arm, at rest and
/// free of forces, until it is loaded; any lane can be loaded again while the others go on. A lane
/// that is not there is refused with an Error.
class ArmBatch {
 public:
  /// Arms of `compartments` compartments. One lane runs on scalars; more are rounded up, inside, to
  /// whole vectors. Throws Error outside 1 to kMaxCompartments or for lanes < 1.
  ArmBatch(Physics physics, int compartments, int lanes, Precision precision = Precision::kDouble);

  /// The number of lanes that gives most arm steps per second: one whole vector.
  static int preferred_lanes(Precision precision = Precision::kDouble);

  Physics physics() const { return physics_; }
  Precision precision() const { return precision_; }
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
  /// tip: 8 p values, at the same place after each step.
  std::span<const double> nodes(int lane) const;
  double theta(int lane) const { return base(lane, kTheta); }
  double omega(int lane) const { return base(lane, kOmega); }
  /// theta without the jumps of wrapping: continuous since the lane was loaded.
  double unwrapped_theta(int lane) const { return base(lane, kTheta) + base(lane, kWrapped); }
  ArmState state(int lane) const;

  /// True if the last step left a value that is not finite, or a base angle beyond kMaxTheta
  /// (kMaxSingleTheta).
  bool diverged(int lane) const { return base(lane, kDiverged) != 0; }

  /// True if the point lies inside some compartment (docs/PHYSICS.md §8).
  bool contains(int lane, double x, double y) const;

  /// Looks at all lanes at once, which takes less time than to ask for one whether it contains the
  /// point, for lanes that are far from it.
  void mark_near(double x, double y);
  /// False only where contains() was, when marked.
  bool is_near(int lane) const { return base(lane, kNear) != 0; }

  /// d/dt of the lane's state under its actions, in the order of ArmState.
  std::vector<double> derivative(int lane) const;

 private:
  struct Delete {
    void operator()(std::byte* memory) const;
  };

  std::byte* block(int index) const { return memory_.get() + index * block_bytes_; }
  /// Throws Error unless there is such a lane.
  void require_lane(int lane) const {
    if (lane < 0 || lane >= lanes_) refuse_lane(lane);
  }
  [[noreturn]] void refuse_lane(int lane) const;
  /// Where the lane's number in a row is. (A division would take longer than all else here.)
  std::byte* place(int row, int lane) const {
    const int width = kernels_.lanes;
    const std::size_t number = static_cast<std::size_t>(row) * width + (lane & (width - 1));
    return block(lane >> width_bits_) + number * number_bytes_;
  }
  /// The lane's number in a row; the lane may be an idle one that fills up a block.
  double number(int row, int lane) const {
    const std::byte* const at = place(row, lane);
    return precision_ == Precision::kSingle ? *reinterpret_cast<const float*>(at)
                                            : *reinterpret_cast<const double*>(at);
  }
  double get(int row, int lane) const {
    require_lane(lane);
    return number(row, lane);
  }
  void set(int row, int lane, double value);
  double shared(int lane, int index) const { return get(rows_.shared + index, lane); }
  double base(int lane, int index) const { return get(rows_.base + index, lane); }
  std::size_t node_size() const { return 8 * static_cast<std::size_t>(compartments_); }
  /// Of a lane in actions_: with torques, whatever the physics.
  std::size_t action_stride() const { return 3 * static_cast<std::size_t>(compartments_) + 2; }
  double* actions(int lane) { return actions_.data() + lane * action_stride(); }
  const double* actions(int lane) const { return actions_.data() + lane * action_stride(); }
  /// Whether the compartment between the lane's base and its first node pair contains a point.
  bool first_contains(int lane, double x, double y) const;
  void load_model(int lane, const ArmModel& model);
  void load_state(int lane, const ArmState& state);

  Physics physics_;
  Precision precision_;
  int compartments_, lanes_;
  ArmKernels kernels_;
  int width_bits_;     // the kernels' lanes are 1 << width_bits_
  ArmRows<int> rows_;  // the number of each row
  std::size_t number_bytes_, block_bytes_;
  std::unique_ptr<std::byte[], Delete> memory_;  // of the blocks
  // What goes in and comes out, lane by lane: kernels turn it into rows and back, many at once.
  std::vector<double> actions_, nodes_;
};

}  // namespace lowpass
