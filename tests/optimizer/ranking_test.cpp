#include "lowpass/optimizer/ranking.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace lowpass {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

TEST(Ranking, UtilitiesMatchTheGoldenTable) {
  for (const auto& row : golden("utilities")["rows"]) {
    expect_golden(rank_utilities(row["lambda"]), row["u"], "utilities");
  }
  for (const auto& row : golden("searches/constants")["rows"]) {
    expect_golden(rank_utilities(row["lambda"]), row["utilities"], "utilities");
  }
}

TEST(Ranking, NanRanksLast) {
  EXPECT_EQ(assigned_utilities(std::vector{1.0, kNan, 2.0, -1e300}),
            assigned_utilities(std::vector{1.0, -kInfinity, 2.0, -1e300}));
  EXPECT_EQ(best_first(std::vector{kNan, 1.0, 2.0}), (std::vector<std::size_t>{2, 1, 0}));
}

TEST(Ranking, OfEqualsTheLowerIndexComesFirst) {
  EXPECT_EQ(best_first(std::vector{1.0, 2.0, 1.0, 2.0}), (std::vector<std::size_t>{1, 3, 0, 2}));
}

TEST(Ranking, SharedWeightsSumToZeroWithAndWithoutTies) {
  for (const std::vector<double>& fitness :
       {std::vector{3.0, 1.0, 2.0, 5.0}, std::vector{0.0, 0.0, 1.0, 0.0, 1.0}}) {
    for (const auto& weights : {assigned_utilities(fitness), centred_ranks(fitness)}) {
      double sum = 0.0;
      for (const double u : weights) sum += u;
      EXPECT_NEAR(sum, 0.0, 1e-15);
    }
  }
}

TEST(Ranking, TiesShareTheMeanOfTheirRanks) {
  EXPECT_EQ(centred_ranks(std::vector{5.0, 1.0, 1.0, 0.0, 9.0}),
            (std::vector{0.25, -0.125, -0.125, -0.5, 0.5}));
}

TEST(Ranking, AFlatGenerationHasNoWeights) {
  for (const double value : {0.25, kNan, -kInfinity}) {
    const std::vector<double> fitness(7, value);
    EXPECT_TRUE(is_flat(fitness));
    EXPECT_EQ(assigned_utilities(fitness), std::vector(7, 0.0));
    EXPECT_EQ(centred_ranks(fitness), std::vector(7, 0.0));
  }
  EXPECT_TRUE(is_flat(std::vector{kNan, -kInfinity}));
  EXPECT_FALSE(is_flat(std::vector{kNan, 0.0}));
}

}  // namespace
}  // namespace lowpass
