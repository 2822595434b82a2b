#include "lowpass/task/poles/cart_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lowpass {

double force_of_action(double action, double minimum) {
  if (!std::isfinite(action)) return std::numeric_limits<double>::quiet_NaN();
  const double force = kMaxForce * std::clamp(action, -1.0, 1.0);
  return force >= 0.0 ? std::max(force, minimum) : std::min(force, -minimum);
}

}  // namespace lowpass
