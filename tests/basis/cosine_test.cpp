#include "lowpass/basis/cosine.h"

#include <cmath>
#include <numeric>

#include <fftw3.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "lowpass/basis/cosine_grid.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/order.h"
#include "tests/support/golden.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

std::vector<Cell> all_cells(const Shape& shape) {
  std::vector<Cell> cells(cell_count(shape));
  std::iota(cells.begin(), cells.end(), Cell{0});
  return cells;
}

std::vector<double> inverse(const Shape& shape, const std::vector<Cell>& positions,
                            const std::vector<double>& coefficients) {
  std::vector<double> weights(cell_count(shape));
  CosineInverse(shape, positions).apply(coefficients, weights);
  return weights;
}

/// Shapes of 1 to 5 axes with at most a few thousand cells.
rc::Gen<Shape> shapes() {
  return rc::gen::mapcat(rc::gen::inRange(1, 6), [](int axes) {
    const int largest[] = {0, 60, 30, 12, 7, 5};
    return rc::gen::container<Shape>(axes, rc::gen::inRange(1, largest[axes] + 1));
  });
}

TEST(Cosine, InverseMatchesEveryGoldenVector) {
  const auto names = golden_names("idct_");
  EXPECT_EQ(names.size(), 9u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const Shape shape = g["shape"];
    const std::vector<double> chromosome = g["chromosome"];
    on_every_target([&](const std::string& target) {
      expect_golden(inverse(shape, coefficient_order(shape, chromosome.size()), chromosome),
                    g["weights"], name + " " + target);
    });
  }
}

TEST(Cosine, ForwardMatchesEveryGoldenVector) {
  const auto names = golden_names("dct_forward_");
  EXPECT_EQ(names.size(), 3u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const Shape shape = g["shape"];
    const std::vector<double> weights = g["weights"];
    const std::vector<double> coefficients = cosine_forward(shape, weights, shape);
    expect_golden(coefficients, g["coefficients"], name);
    expect_golden(inverse(shape, all_cells(shape), coefficients), weights, name + " round trip");
  }
}

TEST(Cosine, InverseIsThatOfFftwWithThePapersScaling) {
  for (const Shape& shape : {Shape{32, 115}, Shape{8, 11, 3, 11}, Shape{64}, Shape{1, 7, 1, 5}}) {
    const Cell cells = cell_count(shape);
    const std::vector<double> c = random_numbers(cells, 1);
    std::vector<double> expected = c;
    const std::vector<fftw_r2r_kind> kinds(shape.size(), FFTW_REDFT01);
    fftw_plan plan = fftw_plan_r2r(static_cast<int>(shape.size()), shape.data(), expected.data(),
                                   expected.data(), kinds.data(), FFTW_ESTIMATE);
    std::copy(c.begin(), c.end(), expected.begin());
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    for (double& x : expected) x /= std::sqrt(static_cast<double>(cells));
    expect_golden(inverse(shape, all_cells(shape), c), expected, "fftw");
  }
}

TEST(Cosine, OnlyTheConstantGivesEveryWeightTheSameValue) {
  EXPECT_EQ(inverse({4, 4}, {0}, {2.0}), std::vector<double>(16, 0.5));  // c / sqrt(P)
}

TEST(Cosine, SizesAndPositionsThatDoNotFitAreAnErrorInAnyBuild) {
  const Shape shape{3, 4};
  for (const std::vector<Cell>& positions :
       {std::vector<Cell>{}, {12}, {-1, 0}, {0, 5, 5}, {Cell{1} << 40}}) {
    EXPECT_THROW(CosineInverse(shape, positions), Error);
  }
  const CosineInverse inverse(shape, std::vector<Cell>{0, 1});
  std::vector<double> weights(12), few(11), two(2), three(3);
  EXPECT_THROW(inverse.apply(three, weights), Error);
  EXPECT_THROW(inverse.apply(two, few), Error);
  EXPECT_NO_THROW(inverse.apply(two, weights));
  EXPECT_THROW(cosine_forward(shape, few, shape), Error);
  EXPECT_THROW(cosine_forward(shape, weights, {3}), Error);
  EXPECT_THROW(cosine_forward(shape, weights, {3, 5}), Error);
  EXPECT_THROW(cosine_forward(shape, weights, {0, 4}), Error);
  EXPECT_THROW(CosineGrid(shape, {3}), Error);
  EXPECT_THROW(CosineGrid(shape, {4, 4}), Error);
  EXPECT_THROW(CosineGrid(shape, {3, 0}), Error);
}

TEST(Cosine, BitsAreTheSameOnEveryTarget) {
  const Shape shape{8, 11, 3, 11};
  const auto positions = coefficient_order(shape, 37);
  const auto c = random_numbers(37, 4);
  const auto expected = inverse(shape, positions, c);
  on_every_target([&](const std::string& target) {
    EXPECT_EQ(inverse(shape, positions, c), expected) << target;
  });
}

RC_GTEST_PROP(Cosine, InverseUndoesForward, ()) {
  const Shape shape = *shapes();
  const auto w = random_numbers(cell_count(shape), *rc::gen::arbitrary<std::uint64_t>());
  const auto back = inverse(shape, all_cells(shape), cosine_forward(shape, w, shape));
  for (std::size_t i = 0; i < w.size(); ++i) RC_ASSERT(std::abs(back[i] - w[i]) < 1e-12);
}

RC_GTEST_PROP(Cosine, InverseIsLinear, ()) {
  const Shape shape = *shapes();
  const Cell count = *rc::gen::inRange<Cell>(1, cell_count(shape) + 1);
  const auto positions = coefficient_order(shape, count);
  const auto a = random_numbers(count, 1), b = random_numbers(count, 2);
  std::vector<double> sum(count);
  for (Cell i = 0; i < count; ++i) sum[i] = 2.0 * a[i] - 3.0 * b[i];
  const auto wa = inverse(shape, positions, a), wb = inverse(shape, positions, b);
  const auto w = inverse(shape, positions, sum);
  for (std::size_t i = 0; i < w.size(); ++i) {
    RC_ASSERT(std::abs(w[i] - (2.0 * wa[i] - 3.0 * wb[i])) < 1e-11);
  }
}

RC_GTEST_PROP(Cosine, EnergyIsThatOfTheCoefficientsTimesTwoPerNonZeroIndex, ()) {
  const Shape shape = *shapes();
  const auto c = random_numbers(cell_count(shape), *rc::gen::arbitrary<std::uint64_t>());
  double expected = 0.0, energy = 0.0;
  for (Cell e = 0; e < cell_count(shape); ++e) {
    double factor = 1.0;
    for (const int index : coordinates(shape, e)) factor *= index > 0 ? 2.0 : 1.0;
    expected += factor * c[e] * c[e];
  }
  for (const double w : inverse(shape, all_cells(shape), c)) energy += w * w;
  RC_ASSERT(std::abs(energy - expected) < 1e-11 * expected);
}

RC_GTEST_PROP(Cosine, AnAxisOfSizeOneChangesNothing, ()) {
  Shape shape = *shapes();
  const auto c = random_numbers(cell_count(shape), 7);
  const auto expected = inverse(shape, all_cells(shape), c);
  shape.insert(shape.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, shape.size() + 1), 1);
  RC_ASSERT(inverse(shape, all_cells(shape), c) == expected);
}

RC_GTEST_PROP(Cosine, ForwardOfTheLowestFrequenciesIsTheCornerOfTheWhole, ()) {
  const Shape shape = *shapes();
  const auto w = random_numbers(cell_count(shape), 8);
  const auto whole = cosine_forward(shape, w, shape);
  Shape kept;
  for (const int size : shape) kept.push_back(*rc::gen::inRange(1, size + 1));
  const auto corner = cosine_forward(shape, w, kept);
  for (Cell i = 0; i < cell_count(kept); ++i) {
    RC_ASSERT(corner[i] == whole[cell_at(shape, coordinates(kept, i))]);
  }
}

// The kernels share products between rows and leave out additions of 0; none of it may show.
TEST(Cosine, InverseHasTheBitsOfAPlainSumOfEvenThenOddFrequencies) {
  for (const int rows : {2, 3, 4, 5, 8, 12, 16, 20, 31, 32, 64, 100}) {
    for (const int columns : {2, 5, 8, 33}) {
      const Shape shape{rows, columns};
      const Cell count = std::min<Cell>(cell_count(shape), 60);
      const auto positions = coefficient_order(shape, count);
      const auto coefficients = random_numbers(positions.size(), 4);
      std::vector<double> even(cell_count(shape), 0.0), odd = even;
      for (int n = 0; n < rows; ++n) {
        std::vector<Cell> along;
        std::vector<double> of_row;
        for (std::size_t i = 0; i < positions.size(); ++i) {
          if (positions[i] / columns != n) continue;
          along.push_back(positions[i] % columns);
          of_row.push_back(coefficients[i]);
        }
        if (along.empty()) continue;
        const auto block = inverse({columns}, along, of_row);
        const auto factor = inverse({rows}, {n}, {1.0});
        for (Cell cell = 0; cell < cell_count(shape); ++cell) {
          const Cell k = cell / columns, front = std::min<Cell>(k, rows - 1 - k);
          (n % 2 == 0 ? even : odd)[cell] += factor[front] * block[cell % columns];
        }
      }
      const auto weights = inverse(shape, positions, coefficients);
      for (Cell cell = 0; cell < cell_count(shape); ++cell) {
        const bool is_front = cell / columns <= rows - 1 - cell / columns;
        const double sum = is_front ? even[cell] + odd[cell] : even[cell] - odd[cell];
        ASSERT_EQ(weights[cell], sum) << rows << " x " << columns << " [" << cell << "]";
      }
    }
  }
}

}  // namespace
}  // namespace lowpass
