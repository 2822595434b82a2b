#include "lowpass/basis/cosine_grid.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

/// The product of cosines of a frequency at a cell, in 80 bits.
long double cosines(const Shape& shape, const std::vector<int>& frequency,
                    const std::vector<int>& at) {
  long double product = 1.0L;
  for (std::size_t a = 0; a < shape.size(); ++a) {
    product *= std::cos(std::numbers::pi_v<long double> * frequency[a] * (at[a] + 0.5L) / shape[a]);
  }
  return product;
}

std::vector<double> projected(const CosineGrid& grid, const std::vector<double>& in) {
  const AlignedBuffer scratch(grid.scratch_size());
  std::vector<double> out(grid.frequencies());
  grid.project(in.data(), scratch.data(), out.data());
  return out;
}

std::vector<double> expanded(const CosineGrid& grid, const std::vector<double>& in) {
  const AlignedBuffer scratch(grid.scratch_size());
  std::vector<double> out(grid.cells());
  grid.expand(in.data(), scratch.data(), out.data());
  return out;
}

/// Rounding of the recurrence: some n^2 / 4 units in the last place of each cosine along an axis
/// (basis/cosine_axis.h), and of the sums themselves.
double bound(const Shape& box, double sum_of_magnitudes) {
  double units = 4.0;
  for (const int n : box) units += 2.0 + 0.25 * n * n;
  return units * 2.3e-16 * sum_of_magnitudes;
}

double magnitude(const std::vector<double>& numbers) {
  double sum = 0.0;
  for (const double x : numbers) sum += std::abs(x);
  return sum;
}

void expect_sums_of_cosines(const Shape& shape, const Shape& box) {
  const CosineGrid grid(shape, box);
  const auto cells = random_numbers(cell_count(shape), 1);
  const auto frequencies = random_numbers(cell_count(box), 2);
  const auto spectrum = projected(grid, cells);
  for (Cell n = 0; n < cell_count(box); ++n) {
    long double sum = 0.0L;
    for (Cell k = 0; k < cell_count(shape); ++k) {
      sum += cells[k] * cosines(shape, coordinates(box, n), coordinates(shape, k));
    }
    ASSERT_LE(std::abs(spectrum[n] - sum), bound(box, magnitude(cells))) << n;
  }
  const auto surface = expanded(grid, frequencies);
  for (Cell k = 0; k < cell_count(shape); ++k) {
    long double sum = 0.0L;
    for (Cell n = 0; n < cell_count(box); ++n) {
      sum += frequencies[n] * cosines(shape, coordinates(box, n), coordinates(shape, k));
    }
    ASSERT_LE(std::abs(surface[k] - sum), bound(box, magnitude(frequencies))) << k;
  }
}

RC_GTEST_PROP(CosineGrid, BothWaysAreSumsOfCosines, ()) {
  const int axes = *rc::gen::inRange(0, 4);
  const int largest[] = {1, 200, 24, 9};
  const auto shape = *rc::gen::container<Shape>(axes, rc::gen::inRange(1, largest[axes] + 1));
  Shape box;
  for (const int size : shape) box.push_back(*rc::gen::inRange(1, size + 1));
  expect_sums_of_cosines(shape.empty() ? Shape{1} : shape, box.empty() ? Shape{1} : box);
}

TEST(CosineGrid, LongAxesKeepTheirPrecision) {
  expect_sums_of_cosines({1024}, {20});
  expect_sums_of_cosines({1023}, {19});
  expect_sums_of_cosines({4096}, {100});
}

TEST(CosineGrid, BitsAreTheSameOnEveryTarget) {
  for (const auto& [shape, box] : {std::pair<Shape, Shape>{{1}, {1}},
                                   {{2}, {2}},
                                   {{7}, {4}},
                                   {{16}, {16}},
                                   {{33}, {5}},
                                   {{1024}, {20}},
                                   {{8, 11}, {3, 4}},
                                   {{5, 1, 9}, {5, 1, 2}}}) {
    const CosineGrid grid(shape, box);
    const auto cells = random_numbers(grid.cells(), 3);
    const auto frequencies = random_numbers(grid.frequencies(), 4);
    const auto spectrum = projected(grid, cells), surface = expanded(grid, frequencies);
    on_every_target([&](const std::string& target) {
      EXPECT_EQ(projected(grid, cells), spectrum) << target;
      EXPECT_EQ(expanded(grid, frequencies), surface) << target;
    });
  }
}

TEST(CosineGrid, TheMiddleOfAnOddAxisSeesNoOddFrequency) {
  const CosineGrid grid({5}, {2});
  EXPECT_EQ(expanded(grid, {0.0, 1.0})[2], 0.0);
  EXPECT_EQ(projected(grid, {0.0, 0.0, 1.0, 0.0, 0.0}), (std::vector{1.0, 0.0}));
}

}  // namespace
}  // namespace lowpass
