#pragma once

#include <string>
#include <vector>

#include "lowpass/octopus/arm_description.h"

namespace lowpass {

struct Point {
  double x, y;
};

/// An environment that the original of C09 was shipped with: what sets its water and muscles apart,
/// and where its target is (docs/PHYSICS.md §7). The arm is the RL-Library's in all of them.
struct OctopusEnvironment {
  std::string name;
  double muscle_active;
  double surface_level;
  Point target;  ///< of an arm of 10 compartments

  /// Of the force laws.
  ArmConstants constants() const;
};

/// All of them, that of the RL-Library first.
const std::vector<OctopusEnvironment>& octopus_environments();

/// The environment of that name, one of the list: a precondition.
const OctopusEnvironment& octopus_environment(const std::string& name);

}  // namespace lowpass
