#pragma once

namespace lowpass {

/// A corner of a compartment. The original keeps outlines in single precision, so the touch test
/// sees coordinates rounded to float.
struct Corner {
  float x, y;

  Corner(double x_in, double y_in) : x(static_cast<float>(x_in)), y(static_cast<float>(y_in)) {}
};

/// Is a point inside an arm? Fed with the node pairs from base to tip (docs/PHYSICS.md §8).
class TouchTest {
 public:
  TouchTest(double x, double y, Corner base_upper, Corner base_lower)
      : x_(x), y_(y), upper_(base_upper), lower_(base_lower) {}

  /// True if the point is inside the compartment between the last pair and this one: a non-zero
  /// winding number, edges half open.
  bool next(Corner upper, Corner lower);

 private:
  double x_, y_;
  Corner upper_, lower_;  // of the last pair
};

}  // namespace lowpass
