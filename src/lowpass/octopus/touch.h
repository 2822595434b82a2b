#pragma once

#include <algorithm>

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
  bool next(Corner upper, Corner lower) {
    const Corner d = upper_, v = lower_;
    upper_ = upper;
    lower_ = lower;
    return may_contain(d, upper, lower, v) && contains(d, upper, lower, v);
  }
  /// Whether a box around the last pair and this one holds the point.
  bool is_near(Corner upper, Corner lower) const {
    return may_contain(upper_, upper, lower, lower_);
  }

 private:
  /// False only if no winding is possible: a box around the corners does not hold the point. Asked
  /// of every compartment in every step, so it stands here.
  bool may_contain(Corner a, Corner b, Corner c, Corner d) const {
    const float low_y = std::min(std::min(a.y, b.y), std::min(c.y, d.y));
    const float high_y = std::max(std::max(a.y, b.y), std::max(c.y, d.y));
    const float low_x = std::min(std::min(a.x, b.x), std::min(c.x, d.x));
    const float high_x = std::max(std::max(a.x, b.x), std::max(c.x, d.x));
    return y_ >= low_y && y_ < high_y && x_ >= low_x && x_ < high_x;
  }
  bool contains(Corner a, Corner b, Corner c, Corner d) const;

  double x_, y_;
  Corner upper_, lower_;  // of the last pair
};

}  // namespace lowpass
