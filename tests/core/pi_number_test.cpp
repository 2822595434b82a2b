#include "lowpass/core/pi_number.h"

#include <numbers>

#include <gtest/gtest.h>

namespace lowpass {
namespace {

TEST(PiNumber, IsASignAFactorPiAndADivisor) {
  constexpr double pi = std::numbers::pi;
  EXPECT_EQ(pi_number("pi"), pi);
  EXPECT_EQ(pi_number("-pi/2"), -pi / 2);
  EXPECT_EQ(pi_number("+pi / 4"), pi / 4);
  EXPECT_EQ(pi_number("3*pi/4"), 3 * pi / 4);
  EXPECT_EQ(pi_number("3pi/4"), 3 * pi / 4);
  EXPECT_EQ(pi_number("0.5*pi"), 0.5 * pi);
}

TEST(PiNumber, IsNoOtherText) {
  for (const char* text : {"", "p", "1.5", "pie", "*pi", "pi/", "pi/0", "pi/-2", "--pi", "pi2",
                           "x*pi", "2**pi", "pi/2/2", "pi+1", "inf*pi", "spi"}) {
    EXPECT_FALSE(pi_number(text)) << text;
  }
}

}  // namespace
}  // namespace lowpass
