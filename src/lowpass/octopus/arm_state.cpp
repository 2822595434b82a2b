#include "lowpass/octopus/arm_state.h"

#include <cmath>

namespace lowpass {

bool is_sound(const ArmState& state) {
  for (const double value : state.values) {
    if (!std::isfinite(value)) return false;
  }
  return std::abs(state.theta()) <= kMaxTheta;
}

}  // namespace lowpass
