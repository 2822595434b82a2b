#pragma once

#include <cstddef>

namespace lowpass {

// Loops of tridiagonal.h and symmetric_root.h, vectorised over columns. Rows have a stride of whole
// vectors on every target, so that no loop has a rest; what lies beyond the last column is 0.

/// Strides are multiples of this: of the lanes of any target.
inline constexpr std::size_t kColumnBlock = 8;

constexpr std::size_t whole_blocks(std::size_t columns) {
  return (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
}

/// One step of the reduction to tridiagonal form, in rows `first` to `end` and the columns of their
/// blocks: a = a - v q' - q v', which finishes the reflection before, and at once
/// product = a next_v, which the next one needs.
struct TridiagonalStep {
  std::size_t first, end;
  const double *v, *q, *next_v;
  double* product;
};
void update_and_multiply(const TridiagonalStep& step, double* a, std::size_t stride);

/// A reflection I - beta v v'; v is 0 outside the rows `first` to `end`.
struct Reflection {
  const double* v;
  double beta;
  std::size_t first, end;
};
/// columns = H columns.
void reflect_rows(const Reflection& reflection, double* columns, std::size_t stride);

/// sum -= factors[j] (T + shifts[j] I)^-1 columns for kColumnBlock positive definite tridiagonal
/// matrices, by their factors L D L'. `work` has room for 2 n blocks and n strides.
struct ShiftedSolves {
  std::size_t n;
  const double *diagonal, *beside;  ///< of T; beside[i] couples i and i + 1
  const double *shifts, *factors;   ///< a block of each
  const double* columns;
  double* sum;
  double* work;
};
void subtract_solutions(const ShiftedSolves& solves, std::size_t stride);

}  // namespace lowpass
