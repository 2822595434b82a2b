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

}  // namespace

bool TouchTest::contains(Corner a, Corner b, Corner c, Corner d) const {
  return winding(x_, y_, a, b) + winding(x_, y_, b, c) + winding(x_, y_, c, d) +
             winding(x_, y_, d, a) !=
         0;
}

}  // namespace lowpass
