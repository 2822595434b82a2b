#include "lowpass/network/normalization.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

InputMoments moments_of(const std::vector<std::vector<double>>& observations) {
  InputMoments moments;
  for (const auto& observation : observations) add(moments, observation);
  return moments;
}

TEST(InputMoments, MatchTheHandCalculation) {
  const InputMoments moments = moments_of({{1.0, 5.0}, {3.0, 5.0}, {5.0, 5.0}});
  EXPECT_EQ(moments.count, 3.0);
  EXPECT_EQ(moments.mean, (std::vector{3.0, 5.0}));
  EXPECT_EQ(moments.squares, (std::vector{8.0, 0.0}));  // 4 + 0 + 4
}

TEST(InputMoments, MergedAreThoseOfAllObservations) {
  InputMoments first = moments_of({{1.0}, {2.0}});
  merge(first, moments_of({{3.0}, {10.0}}));
  EXPECT_EQ(first, moments_of({{1.0}, {2.0}, {3.0}, {10.0}}));  // all of it exact in binary
}

TEST(InputMoments, NothingMergedChangesNothing) {
  InputMoments moments = moments_of({{1.0}, {2.0}});
  const InputMoments before = moments;
  merge(moments, {});
  EXPECT_EQ(moments, before);
  InputMoments none;
  merge(none, before);
  EXPECT_EQ(none, before);
}

TEST(InputMoments, OfAnotherNumberOfInputsAreRefused) {
  InputMoments moments = moments_of({{1.0}});
  EXPECT_THROW(merge(moments, moments_of({{1.0, 2.0}})), Error);
}

TEST(Normalization, GivesMeanZeroAndDeviationOne) {
  const Normalization normalization = normalization_of(moments_of({{1.0}, {5.0}}));
  std::vector<double> low{1.0}, high{5.0};
  normalize(normalization, low);
  normalize(normalization, high);
  EXPECT_EQ(low[0], -1.0);
  EXPECT_EQ(high[0], 1.0);
}

TEST(Normalization, AnInputThatNeverVariedBecomesZero) {
  std::vector<double> inputs{7.5};
  normalize(normalization_of(moments_of({{7.0}, {7.0}})), inputs);
  EXPECT_EQ(inputs[0], 0.0);
}

TEST(Normalization, OfOneObservationNothingIsKnown) {
  EXPECT_TRUE(normalization_of(moments_of({{7.0}})).empty());
  std::vector<double> inputs{7.5};
  normalize({}, inputs);
  EXPECT_EQ(inputs[0], 7.5);
}

}  // namespace
}  // namespace lowpass
