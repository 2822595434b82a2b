#pragma once

#include <vector>

namespace lowpass {

/// The state of one arm: exactly what its next step depends on, besides model and actions.
///
/// `values` is in the originals' order, length 2 + 8 p: base angle theta, its rate omega, then
/// x, y, vx, vy of the upper nodes 1..p, then of the lower nodes 1..p. The base nodes do not
/// appear; theta and omega stand for them.
struct ArmState {
  std::vector<double> values;

  int compartments() const { return (static_cast<int>(values.size()) - 2) / 8; }
  double theta() const { return values[0]; }
  double omega() const { return values[1]; }
};

inline constexpr int state_size(int compartments) { return 2 + 8 * compartments; }

/// Beyond it (radians) sine and cosine of the base angle lose their precision; such a state counts
/// as diverged.
inline constexpr double kMaxTheta = 1e6;
inline constexpr double kMaxSingleTheta = 1e4;  ///< the same of an arm in single precision

/// True if every value is finite and |theta| is at most kMaxTheta.
bool is_sound(const ArmState& state);

}  // namespace lowpass
