#include "lowpass/optimizer/symmetric_root.h"

#include <algorithm>
#include <cmath>

#include "lowpass/optimizer/root_quadrature.h"
#include "lowpass/optimizer/tridiagonal.h"
#include "lowpass/optimizer/tridiagonal_kernels.h"

namespace lowpass {
namespace {

constexpr double kLeastEigenvalue = 1e-14;  // of the largest

/// A power of two of `most` that no eigenvalue is less than, within a factor of 2; at least
/// `floor`.
double lower_bound(const Tridiagonal& t, double most, double floor) {
  int good = 60, bad = 0;  // powers of 1/2; 60 is below any floor
  while (good - bad > 1) {
    const int middle = (good + bad) / 2;
    (t.count_below(std::ldexp(most, -middle)) == 0 ? good : bad) = middle;
  }
  return std::max(floor, std::ldexp(most, -good));
}

/// Makes every eigenvalue at least half the floor.
void raise(Tridiagonal& t, double floor) {
  if (t.count_below(floor) == 0) return;
  double amount = floor;
  for (int step = 0; step < 60 && t.count_below(0.5 * floor - amount) > 0; ++step) amount *= 2.0;
  t.shift(amount);
}

}  // namespace

std::vector<double> symmetric_root_times(std::span<const double> a, std::size_t n,
                                         std::span<const double> rows) {
  const std::size_t count = rows.size() / n, stride = whole_blocks(count);
  Tridiagonal t(a, n);
  const double floor = kLeastEigenvalue * t.upper_bound();
  if (!(floor > 0.0) || !std::isfinite(floor))
    return std::vector<double>(rows.size(), std::nan(""));
  raise(t, floor);
  const double most = t.upper_bound();
  const RootQuadrature quadrature(lower_bound(t, most, 0.5 * floor), most);

  std::vector<double> columns(n * stride, 0.0), sum(n * stride);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < n; ++i) columns[i * stride + k] = rows[k * n + i];
  }
  t.apply_transposed_q(columns.data(), stride);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = quadrature.total() * columns[i];
  std::vector<double> work(n * (2 * kColumnBlock + stride));
  for (std::size_t j = 0; j < quadrature.shifts().size(); j += kColumnBlock) {
    subtract_solutions({.n = n,
                        .diagonal = t.diagonal().data(),
                        .beside = t.beside().data(),
                        .shifts = quadrature.shifts().data() + j,
                        .factors = quadrature.factors().data() + j,
                        .columns = columns.data(),
                        .sum = sum.data(),
                        .work = work.data()},
                       stride);
  }
  t.apply_q(sum.data(), stride);
  std::vector<double> result(rows.size());
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < n; ++i) result[k * n + i] = sum[i * stride + k];
  }
  return result;
}

double axis_ratio(std::span<const double> a, std::size_t n) {
  const Tridiagonal t(a, n);
  const double most = t.largest_eigenvalue();
  return std::sqrt(most / std::max(t.least_eigenvalue(), kLeastEigenvalue * most));
}

}  // namespace lowpass
