// atan2 against the C library in long double.

#include "lowpass/core/math.h"

#include <cmath>

#include <gtest/gtest.h>

namespace lowpass {
namespace {

TEST(ArcTangent, IsWithinTwoUlpInEveryQuadrant) {
  for (int i = 0; i < 200'000; ++i) {
    // Angles all round the circle, radii over twelve decades.
    const double angle = -3.14159 + 3.14159e-5 * i;
    const double radius = std::pow(10.0, i % 13 - 6);
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    const long double exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    const double nearest = std::abs(static_cast<double>(exact));
    const double ulp = std::nextafter(nearest, INFINITY) - nearest;
    EXPECT_LT(std::abs(atan2(y, x) - exact) / ulp, 2.0) << x << " " << y;
  }
}

TEST(ArcTangent, IsExactOnTheAxes) {
  const double pi = std::acos(-1.0);
  EXPECT_EQ(atan2(0.0, 1.0), 0.0);
  EXPECT_EQ(atan2(0.0, 0.0), 0.0);
  EXPECT_EQ(atan2(2.0, 0.0), pi / 2);
  EXPECT_EQ(atan2(-2.0, 0.0), -pi / 2);
  EXPECT_EQ(atan2(0.0, -1.0), pi);
  EXPECT_EQ(atan2(-0.0, -1.0), -pi);
  EXPECT_EQ(atan2(1.0, 1.0), pi / 4);
}

TEST(ArcTangent, OfNanIsNan) {
  EXPECT_TRUE(std::isnan(atan2(std::nan(""), 1.0)));
  EXPECT_TRUE(std::isnan(atan2(1.0, std::nan(""))));
}

}  // namespace
}  // namespace lowpass
