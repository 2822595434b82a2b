#pragma once

#include <numbers>

#include "lowpass/task/poles/cart_model.h"

namespace lowpass {

/// How an episode is scored.
enum class PolesFitness {
  kStandard,  ///< control steps balanced
  kDamping,   ///< and how still the cart and the long pole are at the end
};

enum class PolesStarts {
  kAngle,  ///< one start: all at rest, the first pole at start_angle
  kGrid,   ///< the 625 starts of the generalisation test
};

/// Of a task that is proved by balancing, control steps: 33 min 20 s ([G08] §5.3).
inline constexpr int kPolesProofSteps = 100'000;

/// Balancing one or two poles on a cart (docs/POLES.md has every decision).
struct PolesOptions {
  int poles = 2;
  bool velocities = true;  ///< whether the controller sees them
  PolesFitness fitness = PolesFitness::kStandard;
  double start_angle_degrees = 4.0;
  double minimum_force = kMinForce;  ///< newton
  int steps = kPolesProofSteps;      ///< control steps of an episode
  PolesStarts starts = PolesStarts::kAngle;
};

constexpr double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }
constexpr double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

/// Beyond these, in either direction, an episode has failed.
inline constexpr double kTrackLimit_m = 2.4;
constexpr double angle_limit_degrees(int poles) { return poles == 1 ? 12.0 : 36.0; }

}  // namespace lowpass
