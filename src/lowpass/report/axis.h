#pragma once

#include <string>
#include <vector>

namespace lowpass {

struct Tick {
  double value;
  std::string label;
};

/// One direction of a chart: which values it shows, and where.
struct ChartAxis {
  double low = 0.0, high = 1.0;  ///< logarithmic: positive
  bool is_logarithmic = false;
  std::string label;  ///< with the unit; may be empty
  std::vector<Tick> ticks;

  /// Where a value lies: 0 at the low end, 1 at the high end; values outside lie at an end.
  double share(double value) const;
};

/// Ticks at round numbers, at most `most_ticks` of them.
ChartAxis linear_axis(double low, double high, const std::string& label, int most_ticks = 6);
/// Ticks at 1, 2 and 5 times the powers of ten, or at the powers alone over four decades and more.
ChartAxis logarithmic_axis(double low, double high, const std::string& label);
/// A name each at 0, 1, 2, ...
ChartAxis category_axis(const std::vector<std::string>& names, const std::string& label);

/// A number with as many decimals as said, and with a minus sign as text has it.
std::string number_label(double value, int decimals);

}  // namespace lowpass
