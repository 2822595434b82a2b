#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lowpass/optimizer/tridiagonal_kernels.h"

namespace lowpass {

/// A symmetric n x n matrix as Q T Q' with a tridiagonal T and Q a product of Householder
/// reflections
/// ([GVL96] §8.3.1). Operations are + - * / sqrt alone, in an order that does not depend on the
/// machine; loops over columns are vectorised.
class Tridiagonal {
 public:
  Tridiagonal(std::span<const double> matrix, std::size_t n);

  std::size_t size() const { return diagonal_.size(); }
  const std::vector<double>& diagonal() const { return diagonal_; }
  /// [i] couples i and i + 1; the last is 0.
  const std::vector<double>& beside() const { return beside_; }

  /// Adds to every eigenvalue.
  void shift(double amount);

  // n rows of a stride of whole blocks.
  void apply_transposed_q(double* columns, std::size_t stride) const;
  void apply_q(double* columns, std::size_t stride) const;

  /// How many eigenvalues are less than x, but for rounding (Sturm's sequence).
  std::size_t count_below(double x) const;
  /// No eigenvalue is greater (Gershgorin).
  double upper_bound() const;

  double least_eigenvalue() const;
  double largest_eigenvalue() const;

 private:
  Reflection reflection(std::size_t k) const;
  void make_reflection(const double* row, std::size_t k);

  std::size_t stride_;
  std::vector<double> diagonal_, beside_;
  std::vector<double> reflections_;  ///< v of reflection k in row k
  std::vector<double> beta_;         ///< reflection k is I - beta v v'
};

}  // namespace lowpass
