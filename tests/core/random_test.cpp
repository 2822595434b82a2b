#include "lowpass/core/random.h"

#include <cmath>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include "tests/support/targets.h"

namespace lowpass {
namespace {

std::vector<double> normals(const RandomRow& row, std::size_t count) {
  std::vector<double> out(count);
  fill_normals(row, out);
  return out;
}

std::vector<float> single_normals(const RandomRow& row, std::size_t count) {
  std::vector<float> out(count);
  fill_normals(row, out);
  return out;
}

TEST(Random, UniformsAreThoseOfRandom123Philox) {
  const RandomRow row{
      .seed = 0x123456789ABCDEF0, .stream = Stream::kTask, .generation = 7, .individual = 31};
  std::vector<double> ours(37);
  on_every_target([&](const std::string& target) {
    fill_uniforms(row, ours);
    for (std::uint32_t i = 0; i < ours.size(); ++i) {
      const r123::Philox4x32 generator;
      const auto words = generator({{i / 2, 31, 7, 1}}, {{0x9ABCDEF0, 0x12345678}});
      const std::uint64_t bits = (std::uint64_t{words[2 * (i % 2)]} << 32) | words[2 * (i % 2) + 1];
      EXPECT_EQ(ours[i], static_cast<double>(bits >> 12) * 0x1p-52) << target << " " << i;
    }
  });
}

TEST(Random, NormalsAreBoxMullerOfTheUniforms) {
  const RandomRow row{.seed = 5, .generation = 2, .individual = 9};
  std::vector<double> u(1000);
  fill_uniforms(row, u);
  const std::vector<double> z = normals(row, u.size());
  for (std::size_t i = 0; i < u.size(); i += 2) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - u[i]));
    EXPECT_NEAR(z[i], radius * std::cos(2 * M_PI * u[i + 1]), 1e-14);
    EXPECT_NEAR(z[i + 1], radius * std::sin(2 * M_PI * u[i + 1]), 1e-14);
  }
}

// Each word of a counter is half of a pair: 0 and 2 make numbers 0 and 1, 1 and 3 the other two.
TEST(Random, SingleNormalsAreBoxMullerOfTheWordsOfPhilox) {
  const RandomRow row{
      .seed = 0x123456789ABCDEF0, .stream = Stream::kTask, .generation = 7, .individual = 31};
  const std::vector<float> z = single_normals(row, 1002);
  for (std::uint32_t i = 0; i + 1 < z.size(); i += 2) {
    const r123::Philox4x32 generator;
    const auto words = generator({{i / 4, 31, 7, 1}}, {{0x9ABCDEF0, 0x12345678}});
    const std::uint32_t first = words[i / 2 % 2], second = words[2 + i / 2 % 2];
    const double u = (static_cast<double>(first >> 1) + 0.5) * 0x1p-31;
    const double v = static_cast<double>(static_cast<std::int32_t>(second)) * 0x1p-32;
    const double radius = std::sqrt(-2.0 * std::log(u));
    // Numbers up to 6 in some five operations of single precision.
    EXPECT_NEAR(z[i], radius * std::cos(2 * M_PI * v), 3e-6);
    EXPECT_NEAR(z[i + 1], radius * std::sin(2 * M_PI * v), 3e-6);
  }
}

TEST(Random, BitsAreTheSameOnEveryTarget) {
  const RandomRow row{.seed = 3};
  const std::vector<float> singles = single_normals(row, 4099);
  on_every_target(
      [&](const std::string& target) { EXPECT_EQ(single_normals(row, 4099), singles) << target; });
  const std::vector<double> expected = normals(row, 4099);
  on_every_target(
      [&](const std::string& target) { EXPECT_EQ(normals(row, 4099), expected) << target; });
}

TEST(Random, ANumberDependsOnItsPlaceAloneNotOnHowManyAreDrawn) {
  const RandomRow row{.seed = 3, .individual = 4};
  const std::vector<double> many = normals(row, 100);
  for (std::size_t count = 0; count < 20; ++count) {
    EXPECT_EQ(normals(row, count), std::vector<double>(many.begin(), many.begin() + count));
  }
  const std::vector<float> singles = single_normals(row, 100);
  for (std::size_t count = 0; count < 40; ++count) {
    EXPECT_EQ(single_normals(row, count),
              std::vector<float>(singles.begin(), singles.begin() + count));
  }
}

TEST(Random, EveryPartOfTheNameChangesEveryNumber) {
  const RandomRow row{.seed = 1, .generation = 1, .individual = 1};
  const std::vector<double> z = normals(row, 64);
  for (const RandomRow& other :
       {RandomRow{.seed = 2, .generation = 1, .individual = 1},
        RandomRow{.seed = 1ull | 1ull << 32, .generation = 1, .individual = 1},
        RandomRow{.seed = 1, .stream = Stream::kTask, .generation = 1, .individual = 1},
        RandomRow{.seed = 1, .generation = 2, .individual = 1},
        RandomRow{.seed = 1, .generation = 1, .individual = 2}}) {
    const std::vector<double> y = normals(other, 64);
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NE(z[i], y[i]);
  }
}

template <class Number>
void expect_moments_of_the_normal_distribution(const std::vector<Number>& z) {
  double mean = 0, variance = 0, third = 0, fourth = 0;
  for (const double x : z) {
    mean += x;
    variance += x * x;
    third += x * x * x;
    fourth += x * x * x * x;
  }
  const double n = static_cast<double>(z.size());
  // Five standard errors: 1, sqrt 2, sqrt 15, sqrt 96 over sqrt n.
  EXPECT_NEAR(mean / n, 0.0, 0.005);
  EXPECT_NEAR(variance / n, 1.0, 0.0071);
  EXPECT_NEAR(third / n, 0.0, 0.0194);
  EXPECT_NEAR(fourth / n, 3.0, 0.049);
}

TEST(Random, MomentsOfAMillionNormalsAreThoseOfTheNormalDistribution) {
  expect_moments_of_the_normal_distribution(normals({.seed = 11}, 1'000'000));
  expect_moments_of_the_normal_distribution(single_normals({.seed = 11}, 1'000'000));
}

}  // namespace
}  // namespace lowpass
