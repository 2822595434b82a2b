#include "lowpass/optimizer/matrix_exponential.h"

#include <algorithm>
#include <cmath>

#include "lowpass/optimizer/matrix_product.h"

namespace lowpass {
namespace {

using Matrix = std::vector<double>;

double largest_row_sum(std::span<const double> m, std::size_t n) {
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) sum += std::abs(m[i * n + j]);
    largest = std::max(largest, sum);
  }
  return largest;
}

Matrix product(const Matrix& a, const Matrix& b, std::size_t n) {
  Matrix result(n * n);
  multiply(a, b, {n, n, n}, result);
  return result;
}

/// sum += c0 I + c1 m + c2 m^2 + c3 m^3.
void add_block(Matrix& sum, const double (&c)[4], const Matrix& m, const Matrix& m2,
               const Matrix& m3, std::size_t n) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += c[1] * m[i] + c[2] * m2[i] + c[3] * m3[i];
  for (std::size_t i = 0; i < n; ++i) sum[i * n + i] += c[0];
}

/// The series of the 12th degree in blocks of four powers (Paterson and Stockmeyer):
/// B0 + m^4 (B1 + m^4 (B2 + m^4 / 12!)), with B_k = sum of m^j / (4k + j)!, j = 0..3.
Matrix taylor_exponential(const Matrix& m, std::size_t n) {
  constexpr double kBlock[3][4] = {
      {1.0, 1.0, 1.0 / 2, 1.0 / 6},
      {1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040},
      {1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800},
  };
  const Matrix m2 = product(m, m, n), m3 = product(m2, m, n), m4 = product(m2, m2, n);
  Matrix sum = m4;
  for (double& x : sum) x *= 1.0 / 479001600;
  add_block(sum, kBlock[2], m, m2, m3, n);
  for (const int k : {1, 0}) {
    sum = product(m4, sum, n);
    add_block(sum, kBlock[k], m, m2, m3, n);
  }
  return sum;
}

}  // namespace

std::vector<double> matrix_exponential(std::span<const double> m, std::size_t n) {
  constexpr int kMostSquarings = 60;  // beyond it exp overflows; NaN must not loop for ever
  int squarings = 0;
  double scale = 1.0;
  for (double size = largest_row_sum(m, n); size > 0.25 && squarings < kMostSquarings;
       size *= 0.5) {
    scale *= 0.5;
    ++squarings;
  }
  Matrix small(m.begin(), m.end());
  for (double& x : small) x *= scale;
  Matrix result = taylor_exponential(small, n);
  for (; squarings > 0; --squarings) result = product(result, result, n);
  return result;
}

}  // namespace lowpass
