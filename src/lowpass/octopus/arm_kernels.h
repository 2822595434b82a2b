#pragma once

#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/arm_rows.h"

namespace lowpass {

/// The kernels of one SIMD target and block width. Bits do not depend on the choice.
struct ArmKernels {
  int lanes;  ///< width of a block
  /// Advances a block by `substeps` Runge-Kutta steps under its actions. Allocates nothing.
  void (*step)(const ArmRows& arm, int substeps);
  /// Accelerations at the current state: into the rows of the first stage, and kAngularRate.
  void (*derivative)(const ArmRows& arm);
};

/// For one lane, or as many as the current SIMD target has.
ArmKernels one_lane_kernels(Physics physics);
ArmKernels all_lanes_kernels(Physics physics);

}  // namespace lowpass
