#include "lowpass/report/axis.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

/// A round number: `digit` times or divided by 10 `power` times.
struct Step {
  int digit, power;

  double size() const {
    double size = digit;
    for (int i = 0; i < power; ++i) size *= 10;
    for (int i = power; i < 0; ++i) size /= 10;
    return size;
  }
};

/// The smallest round step with at most `most` of them in `range`.
Step round_step(double range, int most) {
  for (int power = -12; power < 18; ++power) {
    for (const int digit : {1, 2, 5}) {
      const Step step{digit, power};
      if (range <= step.size() * most) return step;
    }
  }
  return {1, 18};
}

}  // namespace

double ChartAxis::share(double value) const {
  const double clamped = std::clamp(value, low, high);
  if (!is_logarithmic) return (clamped - low) / (high - low);
  return log(clamped / low) / log(high / low);
}

std::string number_label(double value, int decimals) {
  const std::string digits = fmt::format("{:.{}f}", std::fabs(value), decimals);
  const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
  return value < 0 && !is_zero ? "−" + digits : digits;
}

ChartAxis linear_axis(double low, double high, const std::string& label, int most_ticks) {
  assert(low < high);
  ChartAxis axis{.low = low, .high = high, .label = label};
  const Step step = round_step(high - low, most_ticks - 1);
  const double size = step.size();
  const double slack = 1e-9 * (high - low);  // rounding must not lose a tick at an end
  for (double i = std::ceil((low - slack) / size); i * size <= high + slack; ++i) {
    axis.ticks.push_back({i * size, number_label(i * size, std::max(0, -step.power))});
  }
  return axis;
}

ChartAxis logarithmic_axis(double low, double high, const std::string& label) {
  assert(0 < low && low < high);
  ChartAxis axis{.low = low, .high = high, .is_logarithmic = true, .label = label};
  const bool only_powers = high / low >= 1e4;
  for (int power = -9; power < 15; ++power) {
    for (const int digit : {1, 2, 5}) {
      const double value = Step{digit, power}.size();
      if (value < low || value > high || (only_powers && digit != 1)) continue;
      axis.ticks.push_back({value, number_label(value, std::max(0, -power))});
    }
  }
  return axis;
}

ChartAxis category_axis(const std::vector<std::string>& names, const std::string& label) {
  ChartAxis axis{.low = -0.5, .high = static_cast<double>(names.size()) - 0.5, .label = label};
  for (std::size_t i = 0; i < names.size(); ++i) {
    axis.ticks.push_back({static_cast<double>(i), names[i]});
  }
  return axis;
}

}  // namespace lowpass
