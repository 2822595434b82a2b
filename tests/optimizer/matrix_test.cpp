#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/matrix_exponential.h"
#include "lowpass/optimizer/matrix_product.h"
#include "lowpass/optimizer/root_quadrature.h"
#include "lowpass/optimizer/symmetric_root.h"
#include "lowpass/optimizer/tridiagonal.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b,
                            std::size_t n) {
  std::vector<double> result(n * n);
  multiply(a, b, {n, n, n}, result);
  return result;
}

/// Q diag(values) Q' with a random orthogonal Q (Gram-Schmidt, twice).
std::vector<double> symmetric_matrix(const std::vector<double>& values, std::uint64_t seed) {
  const std::size_t n = values.size();
  std::vector<double> q = random_numbers(n * n, seed);
  for (std::size_t i = 0; i < n; ++i) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < i; ++k) {
        double along = 0.0;
        for (std::size_t j = 0; j < n; ++j) along += q[i * n + j] * q[k * n + j];
        for (std::size_t j = 0; j < n; ++j) q[i * n + j] -= along * q[k * n + j];
      }
    }
    double square = 0.0;
    for (std::size_t j = 0; j < n; ++j) square += q[i * n + j] * q[i * n + j];
    for (std::size_t j = 0; j < n; ++j) q[i * n + j] /= std::sqrt(square);
  }
  std::vector<double> matrix(n * n, 0.0);
  add_outer_products(values, q, 0.0, matrix);
  return matrix;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

std::vector<double> graded(std::size_t n, double condition) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(exp(-log(condition) * static_cast<double>(i) /
                         std::max(1.0, static_cast<double>(n) - 1.0)));
  }
  return values;
}

TEST(MatrixProduct, IsTheSumOverTheInnerIndexInItsOrder) {
  const std::size_t rows = 7, inner = 11, columns = 13;
  const auto a = random_numbers(rows * inner, 1), b = random_numbers(inner * columns, 2);
  std::vector<double> expected(rows * columns, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k < inner; ++k) {
        expected[i * columns + j] += a[i * inner + k] * b[k * columns + j];
      }
    }
  }
  on_every_target([&](const std::string& target) {
    std::vector<double> ours(rows * columns);
    multiply(a, b, {rows, inner, columns}, ours);
    EXPECT_EQ(ours, expected) << target;
  });
}

TEST(MatrixProduct, OuterProductsKeepAMatrixSymmetricToTheBit) {
  const std::size_t n = 19;
  std::vector<double> matrix = symmetric_matrix(graded(n, 100.0), 3);
  add_outer_products(std::vector{0.3, 0.0, -0.2}, random_numbers(3 * n, 4), 0.7, matrix);
  EXPECT_EQ(matrix, transposed(matrix, n));
}

class SymmetricRootOf : public testing::TestWithParam<std::size_t> {};

TEST_P(SymmetricRootOf, IsSymmetricAndItsSquareIsTheMatrix) {
  const std::size_t n = GetParam();
  const std::vector<double> unit = diagonal_matrix(std::vector<double>(n, 1.0));
  for (const double condition : {1.0, 100.0, 1e6, 1e12}) {
    const std::vector<double> matrix = symmetric_matrix(graded(n, condition), 5);
    const std::vector<double> root = symmetric_root_times(matrix, n, unit);
    const double tolerance = 1e-13;  // roundings of numbers up to 40, see RootQuadrature
    EXPECT_LT(largest_difference(product(root, root, n), matrix), tolerance) << condition;
    EXPECT_LT(largest_difference(root, transposed(root, n)), tolerance) << condition;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SymmetricRootOf, testing::Values(1, 2, 3, 5, 8, 20, 33, 100));

TEST(SymmetricRoot, HasTheRootsOfTheEigenvaluesEvenOfSmallOnes) {
  const std::size_t n = 20;
  std::vector<double> values = graded(n, 1e12);
  const std::vector<double> matrix = symmetric_matrix(values, 5);
  const std::vector<double> root =
      symmetric_root_times(matrix, n, diagonal_matrix(std::vector<double>(n, 1.0)));
  for (double& value : values) value = std::sqrt(value);
  EXPECT_LT(largest_difference(root, symmetric_matrix(values, 5)), 1e-10);  // 1e-16 / 1e-6
}

TEST(SymmetricRoot, OfADiagonalIsTheRootOfEachElement) {
  const std::vector<double> root =
      symmetric_root_times(diagonal_matrix(std::vector{4.0, 0.25, 1e-4}), 3, std::vector(3, 1.0));
  EXPECT_LT(largest_difference(root, {2.0, 0.5, 0.01}), 1e-13);
}

TEST(SymmetricRoot, StandsMatricesThatAreSingularOrNone) {
  const std::vector<double> rows(4, 1.0);
  for (const double least : {0.0, 1e-30, -1e-15}) {
    const std::vector<double> root =
        symmetric_root_times(diagonal_matrix(std::vector{1.0, 1.0, 1.0, least}), 4, rows);
    EXPECT_NEAR(root[0], 1.0, 1e-13) << least;
    EXPECT_LT(std::abs(root[3]), 3e-7) << least;
    EXPECT_TRUE(std::isfinite(root[3])) << least;
  }
  for (const double value : {std::nan(""), 0.0}) {
    EXPECT_TRUE(std::isnan(symmetric_root_times(std::vector(16, value), 4, rows)[0])) << value;
  }
}

TEST(SymmetricRoot, HasTheSameBitsOnEveryTarget) {
  for (const std::size_t n : {5, 20, 37}) {
    const std::vector<double> matrix = symmetric_matrix(graded(n, 1e4), 7);
    const std::vector<double> rows = random_numbers(29 * n, 8);
    const std::vector<double> here = symmetric_root_times(matrix, n, rows);
    on_every_target([&](const std::string& target) {
      EXPECT_EQ(symmetric_root_times(matrix, n, rows), here) << target;
    });
  }
}

TEST(RootQuadrature, IsTheRootBetweenItsBounds) {
  for (const double condition : {1.0, 2.0, 1e3, 1e8, 1e14}) {
    const RootQuadrature quadrature(1.0, condition);
    EXPECT_EQ(quadrature.shifts().size() % 8, 0u);
    for (double x = 1.0; x <= condition; x *= 1.7) {
      double root = quadrature.total();
      for (std::size_t j = 0; j < quadrature.shifts().size(); ++j) {
        root -= quadrature.factors()[j] / (x + quadrature.shifts()[j]);
      }
      EXPECT_NEAR(root, std::sqrt(x), 5e-14 * std::sqrt(condition)) << condition << " " << x;
    }
  }
}

TEST(Tridiagonal, FindsKnownEigenvalues) {
  // The path graph's matrix: 2 - 2 cos(pi k / (n + 1)), k = 1..n.
  const std::size_t n = 9;
  std::vector<double> matrix(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    matrix[i * n + i] = 2.0;
    if (i + 1 < n) matrix[i * n + i + 1] = matrix[(i + 1) * n + i] = -1.0;
  }
  const Tridiagonal t(matrix, n);
  const double least = 2.0 - 2.0 * cos_turns(1.0 / 20.0), most = 4.0 - least;
  EXPECT_NEAR(t.least_eigenvalue(), least, 1e-14);
  EXPECT_NEAR(t.largest_eigenvalue(), most, 1e-14);
  EXPECT_GE(t.upper_bound(), most);
  EXPECT_EQ(t.count_below(2.0 - 1e-9), 4u);  // one lies at 2, four on either side
  EXPECT_NEAR(axis_ratio(matrix, n), std::sqrt(most / least), 1e-12);
}

TEST(Tridiagonal, TakesTridiagonalMatricesAsTheyAre) {
  const std::vector<double> diagonal{3.0, 0.0, -2.0, 3.0, 1e-30};
  EXPECT_EQ(Tridiagonal(diagonal_matrix(diagonal), 5).diagonal(), diagonal);
  EXPECT_EQ(Tridiagonal(diagonal_matrix(diagonal), 5).count_below(1.0), 3u);
}

TEST(MatrixExponential, OfASymmetricMatrixHasTheExponentialsOfItsEigenvalues) {
  const std::size_t n = 20;
  for (const double size : {1e-3, 0.2, 3.0}) {
    std::vector<double> values = graded(n, 50.0);
    for (double& value : values) value *= size;
    const std::vector<double> matrix = symmetric_matrix(values, 8);
    for (double& value : values) value = exp(value);
    EXPECT_LT(largest_difference(matrix_exponential(matrix, n), symmetric_matrix(values, 8)),
              1e-13 * exp(size));
  }
}

TEST(MatrixExponential, OfZeroIsTheUnitMatrixAndOfNanEnds) {
  EXPECT_EQ(matrix_exponential(std::vector(9, 0.0), 3), diagonal_matrix(std::vector(3, 1.0)));
  EXPECT_EQ(matrix_exponential(std::vector(9, std::nan("")), 3).size(), 9u);
}

}  // namespace
}  // namespace lowpass
