#pragma once

#include <span>

#include "lowpass/scene/scene.h"

namespace lowpass {

/// What an arm's picture shows besides the arm.
struct OctopusSurroundings {
  double base_x = 0.0, base_y = 0.0;  ///< midpoint of the base, about which the arm turns
  double goal_x = 0.0, goal_y = 0.0;
  double surface = 0.0;       ///< height of the water surface
  double control_step = 1.0;  ///< time units between moments
};

/// The parts of the picture, from back to front: the water, the way of the tip, compartments by the
/// activation of their transversal muscle, the muscles along the arm, the base (a cross) with its
/// two rotations (arrows), the goal (a ring; filled when touched). Signal: distance of the tip.
Scene octopus_scene(int compartments, const OctopusSurroundings& around);

/// An arm as its scene shows it.
struct OctopusPose {
  /// Node pairs from base to tip: x, y of the upper, x, y of the lower node.
  std::span<const double> outline;
  /// In the simulator's order: base rotations + and -, then dorsal, transversal and ventral muscle
  /// of each compartment from base to tip; each in [0, 1].
  std::span<const double> actions;
  double distance = 0.0;  ///< of the tip from the goal
  bool has_touched = false;
};

Moment octopus_moment(const OctopusPose& pose);

}  // namespace lowpass
