#pragma once

#include <vector>

#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/arm_state.h"

namespace lowpass {

/// What a muscle is made of (docs/PHYSICS.md §2): its force is (active * a + passive) times its
/// normalised stretch, plus damping times its closing speed.
struct Muscle {
  double rest_length;
  double active, passive, damping;
};

/// The constants of one compartment, captured from the arm at its start.
struct Compartment {
  Muscle dorsal, transversal, ventral;
  double rest_area;
  double upper_mass, lower_mass;  ///< of its outer (distal) nodes
};

/// The constant part of an arm, valid by construction. Orientation matters to the last bits: the
/// same arm started at another angle has other roundings.
class ArmModel {
 public:
  /// Throws Error as `validate` does.
  explicit ArmModel(const ArmDescription& arm);

  Physics physics() const { return physics_; }
  int compartments() const { return static_cast<int>(compartments_.size()); }
  /// Muscle activations, three a compartment, and in C09 the two base torques.
  int action_size() const;
  const ArmConstants& constants() const { return constants_; }
  const Compartment& compartment(int i) const { return compartments_[i]; }  ///< i = 0 at the base
  double base_x() const { return base_x_; }
  double base_y() const { return base_y_; }
  double base_radius() const { return base_radius_; }
  double base_upper_mass() const { return base_upper_mass_; }
  double base_lower_mass() const { return base_lower_mass_; }
  /// The arm as described: theta from the base nodes, omega 0.
  const ArmState& start() const { return start_; }

 private:
  Physics physics_;
  ArmConstants constants_;
  std::vector<Compartment> compartments_;
  double base_x_, base_y_, base_radius_, base_upper_mass_, base_lower_mass_;
  ArmState start_;
};

}  // namespace lowpass
