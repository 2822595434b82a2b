#include "lowpass/optimizer/tridiagonal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lowpass {

/// With p = beta a v and q = p - (beta/2 p'v) v: H a H = a - v q' - q v'. That change is made in
/// the pass over the matrix in which the next reflection multiplies it.
Tridiagonal::Tridiagonal(std::span<const double> matrix, std::size_t n)
    : stride_(whole_blocks(n)),
      diagonal_(n),
      beside_(n, 0.0),
      reflections_(n * stride_, 0.0),
      beta_(n, 0.0) {
  std::vector<double> a(n * stride_, 0.0), q(stride_, 0.0), p(stride_, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a[i * stride_ + j] = matrix[i * n + j];
  }
  const std::vector<double> none(stride_, 0.0);
  const double* v = none.data();  // of the reflection before
  for (std::size_t k = 0; k < n; ++k) {
    double* row = a.data() + k * stride_;
    for (std::size_t j = k; j < n; ++j) row[j] -= v[k] * q[j] + q[k] * v[j];
    diagonal_[k] = row[k];
    if (k + 1 == n) break;
    make_reflection(row, k);
    const Reflection next = reflection(k);
    update_and_multiply(
        {.first = k + 1, .end = n, .v = v, .q = q.data(), .next_v = next.v, .product = p.data()},
        a.data(), stride_);
    double along = 0.0;
    for (std::size_t i = next.first; i < n; ++i) along += p[i] * next.v[i];
    along *= 0.5 * next.beta * next.beta;
    for (std::size_t i = 0; i < stride_; ++i) q[i] = next.beta * p[i] - along * next.v[i];
    v = next.v;
  }
}

Reflection Tridiagonal::reflection(std::size_t k) const {
  return {.v = reflections_.data() + k * stride_, .beta = beta_[k], .first = k + 1, .end = size()};
}

/// The reflection that leaves of row k only the element beside the diagonal.
void Tridiagonal::make_reflection(const double* row, std::size_t k) {
  double* v = reflections_.data() + k * stride_;
  double square = 0.0;
  for (std::size_t i = k + 1; i < size(); ++i) {
    v[i] = row[i];
    square += v[i] * v[i];
  }
  // The sign that does not cancel.
  beside_[k] = -std::copysign(std::sqrt(square), v[k + 1]);
  v[k + 1] -= beside_[k];
  const double half_norm = square - beside_[k] * row[k + 1];  // |v|^2 / 2
  beta_[k] = half_norm > 0.0 ? 1.0 / half_norm : 0.0;
}

void Tridiagonal::shift(double amount) {
  for (double& x : diagonal_) x += amount;
}

void Tridiagonal::apply_transposed_q(double* columns, std::size_t stride) const {
  for (std::size_t k = 0; k + 1 < size(); ++k) reflect_rows(reflection(k), columns, stride);
}

void Tridiagonal::apply_q(double* columns, std::size_t stride) const {
  for (std::size_t k = size() - 1; k-- > 0;) reflect_rows(reflection(k), columns, stride);
}

std::size_t Tridiagonal::count_below(double x) const {
  std::size_t count = 0;
  double pivot = 1.0, square = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    pivot = (diagonal_[i] - x) - square / pivot;
    if (pivot == 0.0) pivot = -std::numeric_limits<double>::min();
    count += pivot < 0.0;
    square = beside_[i] * beside_[i];
  }
  return count;
}

double Tridiagonal::upper_bound() const {
  double bound = 0.0, before = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double reach = before + std::abs(beside_[i]);
    bound = std::max(bound, diagonal_[i] + reach);
    before = std::abs(beside_[i]);
  }
  return bound;
}

double Tridiagonal::largest_eigenvalue() const {
  double low = -upper_bound(), high = upper_bound();
  for (int step = 0; step < 54; ++step) {
    const double middle = 0.5 * (low + high);
    (count_below(middle) == size() ? high : low) = middle;
  }
  return high;
}

double Tridiagonal::least_eigenvalue() const {
  double low = -upper_bound(), high = upper_bound();
  // (Twice the steps, for one that is near 0.)
  for (int step = 0; step < 108; ++step) {
    const double middle = 0.5 * (low + high);
    (count_below(middle) == 0 ? low : high) = middle;
  }
  return low;
}

}  // namespace lowpass
