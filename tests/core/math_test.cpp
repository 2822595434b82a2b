// Error bounds of our elementary functions against the C library in long double, and equality of
// every lane type. The bounds are in units in the last place (ulp).

#include "lowpass/core/math.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "lowpass/core/random.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

template <class Number>
double ulps(Number value, long double reference) {
  const Number nearest = static_cast<Number>(reference);
  const Number size = std::abs(nearest);
  const Number step = std::nextafter(size, std::numeric_limits<Number>::infinity()) - size;
  return static_cast<double>(std::abs(value - reference) / step);
}

/// The largest error in ulp of `ours` on `count` points between low and high.
template <class Number = double, class Ours, class Reference>
double worst(double low, double high, Ours ours, Reference reference) {
  std::vector<double> u(200'000);
  fill_uniforms({.seed = 1}, u);
  double error = 0;
  for (const double x : u) {
    const Number point = static_cast<Number>(low + (high - low) * x);
    error = std::max(error, ulps<Number>(ours(point), reference(static_cast<long double>(point))));
  }
  return error;
}

#define OURS(name) [](double x) { return lowpass::name(x); }
#define SINGLE(name) [](float x) { return lowpass::single::name(x); }
#define REFERENCE(name) [](long double x) { return std::name(x); }

TEST(Math, ExpIsWithinOneUlp) {
  EXPECT_LT(worst(-708, 709, OURS(exp), REFERENCE(exp)), 1.0);
  EXPECT_LT(worst(-1, 1, OURS(exp), REFERENCE(exp)), 1.0);
}

TEST(Math, LogIsWithinOneUlp) {
  EXPECT_LT(worst(1e-300, 1e300, OURS(log), REFERENCE(log)), 1.0);
  EXPECT_LT(worst(0.5, 2, OURS(log), REFERENCE(log)), 1.0);
  EXPECT_LT(worst(1e-9, 1, OURS(log), REFERENCE(log)), 1.0);
}

TEST(Math, SineAndCosineAreWithinOneUlpOrTheRoundingOfTheReducedAngle) {
  EXPECT_LT(worst(-0.78, 0.78, OURS(sin), REFERENCE(sin)), 1.0);
  EXPECT_LT(worst(-0.78, 0.78, OURS(cos), REFERENCE(cos)), 1.0);
  // Near a zero the reduced angle carries an absolute error of 1e-16.
  for (int i = 0; i < 200'000; ++i) {
    const double x = -100.0 + 0.001 * i;
    EXPECT_LT(std::abs(sin(x) - std::sin(static_cast<long double>(x))), 2.3e-16);
    EXPECT_LT(std::abs(cos(x) - std::cos(static_cast<long double>(x))), 2.3e-16);
  }
}

TEST(Math, CosineOfTurnsIsExactAtQuarters) {
  EXPECT_EQ(cos_turns(0.0), 1.0);
  EXPECT_EQ(cos_turns(0.25), 0.0);
  EXPECT_EQ(cos_turns(0.5), -1.0);
  EXPECT_EQ(sin_turns(0.25), 1.0);
  EXPECT_EQ(sin_turns(0.75), -1.0);
  EXPECT_EQ(sin_turns(1e9), 0.0);
}

TEST(Math, LogisticAndTanhAreWithinThreeUlp) {
  const auto logistic_reference = [](long double x) { return 1.0L / (1.0L + std::exp(-x)); };
  EXPECT_LT(worst(-40, 40, OURS(logistic), logistic_reference), 3.0);
  // One ulp of exp, the rounding of sum and quotient; for tanh just above |x| = 0.15 the difference
  // 1 - e^-2|x| loses two bits.
  EXPECT_LT(worst(-20, 20, OURS(tanh), REFERENCE(tanh)), 3.0);
  EXPECT_LT(worst(-0.2, 0.2, OURS(tanh), REFERENCE(tanh)), 3.0);
}

TEST(Math, LimitsAreReachedWithoutNan) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(exp(1000.0), inf);
  EXPECT_EQ(exp(inf), inf);
  EXPECT_EQ(exp(-1000.0), 0.0);
  EXPECT_EQ(exp(-inf), 0.0);
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(log(1.0), 0.0);
  EXPECT_EQ(logistic(inf), 1.0);
  EXPECT_EQ(logistic(-inf), 0.0);
  EXPECT_EQ(logistic(0.0), 0.5);
  EXPECT_EQ(tanh(inf), 1.0);
  EXPECT_EQ(tanh(-inf), -1.0);
  EXPECT_TRUE(std::isnan(exp(std::nan(""))));
  EXPECT_TRUE(std::isnan(logistic(std::nan(""))));
}

// In single precision the same text with fewer terms.

TEST(Math, SingleExpAndLogAreWithinOneUlp) {
  EXPECT_LT(worst<float>(-87, 88.7, SINGLE(exp), REFERENCE(exp)), 1.0);
  EXPECT_LT(worst<float>(-1, 1, SINGLE(exp), REFERENCE(exp)), 1.0);
  EXPECT_LT(worst<float>(1e-37, 1e37, SINGLE(log), REFERENCE(log)), 1.0);
  EXPECT_LT(worst<float>(0.5, 2, SINGLE(log), REFERENCE(log)), 1.0);
  EXPECT_LT(worst<float>(1e-9, 1, SINGLE(log), REFERENCE(log)), 1.0);
}

TEST(Math, SingleSineAndCosineAreWithinOneUlpOrTheRoundingOfTheReducedAngle) {
  EXPECT_LT(worst<float>(-0.78, 0.78, SINGLE(sin), REFERENCE(sin)), 1.0);
  EXPECT_LT(worst<float>(-0.78, 0.78, SINGLE(cos), REFERENCE(cos)), 1.0);
  for (const float range : {10.0f, 1e4f}) {
    for (int i = -50'000; i < 50'000; ++i) {
      const float x = range * static_cast<float>(i) / 50'000;
      EXPECT_LT(std::abs(single::sin(x) - std::sin(static_cast<long double>(x))), 1.2e-7) << x;
      EXPECT_LT(std::abs(single::cos(x) - std::cos(static_cast<long double>(x))), 1.2e-7) << x;
    }
  }
}

TEST(Math, SingleArcTangentIsWithinThreeUlp) {
  const auto angle = [](float x) { return single::atan2(x, 1.0f); };
  EXPECT_LT(worst<float>(-10, 10, angle, REFERENCE(atan)), 3.0);
  EXPECT_EQ(single::atan2(0.0f, -1.0f), 0x1.921fb6p+1f);
}

TEST(Math, SingleLogisticAndTanhAreWithinThreeUlp) {
  const auto logistic_reference = [](long double x) { return 1.0L / (1.0L + std::exp(-x)); };
  EXPECT_LT(worst<float>(-80, 80, SINGLE(logistic), logistic_reference), 3.0);
  EXPECT_LT(worst<float>(-9, 9, SINGLE(tanh), REFERENCE(tanh)), 3.0);
  EXPECT_LT(worst<float>(-0.2, 0.2, SINGLE(tanh), REFERENCE(tanh)), 3.0);
}

TEST(Math, SingleLimitsAreReachedWithoutNan) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(single::exp(100.0f), inf);
  EXPECT_EQ(single::exp(-100.0f), 0.0f);
  EXPECT_EQ(single::exp(-inf), 0.0f);
  EXPECT_EQ(single::exp(0.0f), 1.0f);
  EXPECT_EQ(single::log(1.0f), 0.0f);
  EXPECT_EQ(single::logistic(-inf), 0.0f);
  EXPECT_EQ(single::logistic(inf), 1.0f);
  EXPECT_EQ(single::logistic(0.0f), 0.5f);
  EXPECT_TRUE(std::isnan(single::logistic(std::nanf(""))));
}

}  // namespace
}  // namespace lowpass
