#pragma once

#include <string>
#include <vector>

namespace lowpass::app {

/// A key with the values that a sweep gives it.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
  std::string place;  ///< where it was said, as messages begin: "--sweep key=1,2"
};

/// One combination of the values that a sweep goes through.
struct SweepPoint {
  std::vector<std::string> keys = {};    ///< in the order of the command line
  std::vector<std::string> values = {};  ///< one a key, as given
  std::string name = {};                 ///< of its folder: "coefficients=10,sigma0=3"

  /// "key=value", as --set takes it.
  std::vector<std::string> settings() const;
};

/// The axes of "key=value,value,...". Commas inside of brackets separate no values. Throws Error
/// (kUsage) for what is none of that form.
std::vector<SweepAxis> sweep_axes(const std::vector<std::string>& sweeps);

/// Throws Error (kUsage): no value, a value or a key that stands twice, a key that `settings`
/// ("key=value") set as well, or one of which a sweep has no use.
void check_axes(const std::vector<SweepAxis>& axes, const std::vector<std::string>& settings);

/// All combinations, the last key changing first; for no axis the one point that sets nothing.
std::vector<SweepPoint> sweep_points(const std::vector<SweepAxis>& axes);

/// Names the points of one sweep by their keys and values, no two alike.
void name_points(std::vector<SweepPoint>& points);

}  // namespace lowpass::app
