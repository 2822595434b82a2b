#pragma once

#include "lowpass/octopus/arm_description.h"

namespace lowpass {

/// The kernels of one SIMD target, precision and block width. Bits depend on the precision alone.
///
/// A block is the memory of `lanes` arms of `compartments` compartments: numbers of the precision,
/// in the rows of arm_rows.h, aligned to 64 bytes.
struct ArmKernels {
  int lanes;  ///< width of a block
  /// Advances a block by `substeps` Runge-Kutta steps. Of each lane, one after the other: `actions`
  /// are the 3 p + 2 of its rows, into `nodes` go its 8 p afterwards. Allocates nothing.
  void (*step)(void* block, int compartments, int substeps, const double* actions, double* nodes);
  /// Which arms may have the point inside them: into kNear.
  void (*mark_near)(void* block, int compartments, double x, double y);
};

/// Accelerations at the current state of a block of one lane, under its actions: into the rows of
/// the first stage, and kAngularRate.
using ArmDerivative = void (*)(void* block, int compartments, const double* actions);

// For one lane, or as many as the current SIMD target has.
ArmKernels one_lane_kernels(Physics physics);
ArmKernels all_lanes_kernels(Physics physics);
ArmDerivative derivative_kernel(Physics physics);
// The same in single precision, in a file of its own, so that the two are compiled side by side.
ArmKernels one_single_lane_kernels(Physics physics);
ArmKernels all_single_lanes_kernels(Physics physics);
ArmDerivative single_derivative_kernel(Physics physics);

}  // namespace lowpass
