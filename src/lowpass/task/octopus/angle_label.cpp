#include "lowpass/task/octopus/angle_label.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

namespace lowpass {
namespace {

constexpr int kParts = 12;  // angles of n pi / 12 are written as fractions of pi

std::string fraction_of_pi(int twelfths) {
  if (twelfths == 0) return "0";
  const int divisor = std::gcd(twelfths, kParts);
  const int over = std::abs(twelfths) / divisor, under = kParts / divisor;
  return fmt::format("{}{}π{}", twelfths < 0 ? "−" : "", over == 1 ? "" : std::to_string(over),
                     under == 1 ? "" : fmt::format("/{}", under));
}

}  // namespace

std::string angle_label(double angle_rad) {
  const double twelfths = std::round(angle_rad / std::numbers::pi * kParts);
  // 1e-6: typed angles have a few decimals less than pi has.
  if (std::abs(twelfths) > 4 * kParts ||
      std::abs(angle_rad - twelfths * std::numbers::pi / kParts) > 1e-6) {
    return fmt::format("{}{:.2f} rad", angle_rad < 0 ? "−" : "", std::abs(angle_rad));
  }
  const std::string fraction = fraction_of_pi(static_cast<int>(twelfths));
  if (twelfths == -kParts / 2) return fraction + " (down)";
  if (twelfths == kParts / 2) return fraction + " (up)";
  return fraction;
}

}  // namespace lowpass
