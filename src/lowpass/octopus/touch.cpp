#include "lowpass/octopus/touch.h"

#include <algorithm>

namespace lowpass {
namespace {

/// What the edge from a to b adds to the winding number of the point (x, y).
int winding(double x, double y, Corner a, Corner b) {
  if (y < std::min(a.y, b.y) || y >= std::max(a.y, b.y) || x >= std::max(a.x, b.x)) return 0;
  const int sign = a.y < b.y ? 1 : -1;
  if (x < std::min(a.x, b.x)) return sign;
  const double ax = a.x, ay = a.y, bx = b.x, by = b.y;
  return x < ax + (y - ay) * (bx - ax) / (by - ay) ? sign : 0;
}

/// False only if no winding is possible: a box around the corners does not hold the point.
bool may_contain(double x, double y, Corner a, Corner b, Corner c, Corner d) {
  const float low_y = std::min(std::min(a.y, b.y), std::min(c.y, d.y));
  const float high_y = std::max(std::max(a.y, b.y), std::max(c.y, d.y));
  const float low_x = std::min(std::min(a.x, b.x), std::min(c.x, d.x));
  const float high_x = std::max(std::max(a.x, b.x), std::max(c.x, d.x));
  return y >= low_y && y < high_y && x >= low_x && x < high_x;
}

}  // namespace

bool TouchTest::next(Corner upper, Corner lower) {
  const Corner d = upper_, v = lower_;
  upper_ = upper;
  lower_ = lower;
  if (!may_contain(x_, y_, d, upper, lower, v)) return false;
  return winding(x_, y_, d, upper) + winding(x_, y_, upper, lower) + winding(x_, y_, lower, v) +
             winding(x_, y_, v, d) !=
         0;
}

}  // namespace lowpass
