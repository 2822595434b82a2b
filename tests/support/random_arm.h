#pragma once

#include <cstdint>
#include <vector>

#include "lowpass/core/random.h"
#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/arm_state.h"

namespace lowpass {

inline constexpr Physics kBothPhysics[] = {Physics::kC09, Physics::kM06};

/// `count` numbers in [low, high), a function of the seed.
inline std::vector<double> uniform_numbers(std::uint64_t seed, std::size_t count, double low,
                                           double high) {
  std::vector<double> numbers(count);
  fill_uniforms({.seed = seed}, numbers);
  for (double& x : numbers) x = low + (high - low) * x;
  return numbers;
}

/// An irregular arm: the default one with nodes, velocities and masses shaken, turned, partly out
/// of the water; areas stay positive.
inline ArmDescription random_arm(Physics physics, int compartments, std::uint64_t seed) {
  ArmDescription arm = default_arm(physics, compartments);
  const auto shake = uniform_numbers(seed, 10 * arm.upper.size() + 1, -1, 1);
  std::size_t k = 0;
  for (auto* side : {&arm.upper, &arm.lower}) {
    for (ArmNode& node : *side) {
      node.x += 0.15 * shake[k++];
      node.y += 0.15 * shake[k++];
      node.velocity_x = 0.3 * shake[k++];
      node.velocity_y = 0.3 * shake[k++];
      node.mass *= 1.0 + 0.3 * shake[k++];
    }
  }
  arm.constants.surface_level = 1.0;
  return turned(arm, 3.0 * shake[k]);
}

/// A state of the arm, stretched by up to a tenth and set moving: no area is at rest, where the
/// root in the pressure law would magnify roundings.
inline ArmState random_state(const ArmState& start, std::uint64_t seed) {
  ArmState state = start;
  const auto shake = uniform_numbers(seed ^ 0x5eed, state.values.size(), -0.1, 0.1);
  for (std::size_t i = 0; i < shake.size(); ++i) state.values[i] += shake[i];
  return state;
}

}  // namespace lowpass
