#pragma once

#include <string>
#include <vector>

namespace lowpass {

/// Which of the two original simulators an arm follows; they differ (docs/PHYSICS.md §1).
enum class Physics {
  kC09,  ///< RL-Competition 2009: turning base with torques, no repulsion between arm nodes
  kM06,  ///< the benchmark of 2006: no torques, every node repels every other
};

/// "C09" or "M06".
const char* name(Physics physics);

/// Constants of the force laws, dimensionless as in the originals (docs/PHYSICS.md §2 and §4). The
/// defaults are C09's of the RL-Library; `default_constants` has both sets.
struct ArmConstants {
  double friction_tangential = 0.4;
  double friction_perpendicular = 1.0;
  double pressure = 10.0;
  double gravity = 0.01;
  double surface_level = 5.0;  ///< height of the water surface; gravity acts at and above it
  double muscle_active = 0.1;
  double muscle_passive = 0.04;
  double muscle_normalized_min_length = 0.1;
  double muscle_damping = -1.0;  ///< negative: takes energy
  double repulsion_constant = 0.01;
  double repulsion_power = 1.0;
  double repulsion_threshold = 0.7;
  double torque_coefficient = 0.025;  ///< C09 only
};

ArmConstants default_constants(Physics physics);

/// A point mass of the arm as it starts: position, velocity, mass.
struct ArmNode {
  double x = 0, y = 0;
  double velocity_x = 0, velocity_y = 0;
  double mass = 1;
};

/// An arm at its start: everything that a model is built from. `upper[i]` and `lower[i]`, i = 0 at
/// the base, are the corners that compartments i and i + 1 share.
struct ArmDescription {
  Physics physics = Physics::kC09;
  ArmConstants constants = {};
  std::vector<ArmNode> upper = {}, lower = {};

  int compartments() const { return static_cast<int>(upper.size()) - 1; }
};

/// No arm is longer; a bound on the work and memory that a file can ask for.
inline constexpr int kMaxCompartments = 1000;

/// The arm that the original ships, pointing along +x, cut or extended to `compartments` by its own
/// taper (docs/PHYSICS.md §7). Throws Error outside the range in which width and mass are positive:
/// 1 to 69 for C09, 1 to 899 for M06.
ArmDescription default_arm(Physics physics, int compartments);

/// The same arm turned about the midpoint of its base, velocities too. 0 leaves every bit as it is.
ArmDescription turned(const ArmDescription& arm, double angle_rad);

/// Throws Error(kFailure) naming the first thing that no arm can have: sizes that differ, a value
/// that is not finite, a mass that is not positive, coincident nodes, a compartment without area or
/// inverted, a constant out of range.
void validate(const ArmDescription& arm);

}  // namespace lowpass
