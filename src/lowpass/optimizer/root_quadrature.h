#pragma once

#include <vector>

namespace lowpass {

/// The square root as a sum of simple fractions: for x between `least` and `most`,
///   sqrt(x) = total - sum over j of factors[j] / (x + shifts[j])
/// to an error of some 1e-14 sqrt(most), which is rounding: `total` is up to 40 sqrt(most).
/// Precondition: 0 < least <= most, both finite.
///
/// From sqrt(x) = 2/pi times the integral of x / (x + s^2) over s from 0 to infinity, with
/// s = sqrt(least) sc(u) of Jacobi's functions in equal steps of u: the midpoint rule then
/// converges with exp(-2 pi^2 N / (ln(most / least) + 6)) ([HHT08] §4, Eq. 4.1), so that 24 to 80
/// points do for any condition. x / (x + s^2) is written as 1 - s^2 / (x + s^2), since x would
/// amplify rounding where it is large.
class RootQuadrature {
 public:
  RootQuadrature(double least, double most);

  double total() const { return total_; }
  /// Ascending; their number is a multiple of 8.
  const std::vector<double>& shifts() const { return shifts_; }
  const std::vector<double>& factors() const { return factors_; }

 private:
  double total_ = 0.0;
  std::vector<double> shifts_, factors_;
};

}  // namespace lowpass
