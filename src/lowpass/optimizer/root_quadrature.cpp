#include "lowpass/optimizer/root_quadrature.h"

#include <cmath>
#include <utility>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

constexpr double kPi = 3.141592653589793;

/// Jacobi's elliptic functions of the complementary modulus k' = sqrt(1 - k^2), by descending
/// Landen transformations (the arithmetic-geometric mean of 1 and k).
class EllipticFunctions {
 public:
  explicit EllipticFunctions(double k) : k_(k) {
    double b = k;
    a_[0] = 1.0;
    c_[0] = 1.0 - k;
    while (steps_ < kMostSteps && c_[steps_] > 1e-9 * a_[steps_]) {  // the next is c^2 / 4
      const double a = a_[steps_];
      ++steps_;
      a_[steps_] = 0.5 * (a + b);
      c_[steps_] = 0.5 * (a - b);
      b = std::sqrt(a * b);
    }
  }

  /// A quarter of the period.
  double quarter() const { return 0.5 * kPi / a_[steps_]; }

  struct Values {
    double sn, cn, dn;
  };
  Values at(double u) const {
    double phi = std::ldexp(a_[steps_] * u, steps_);
    for (int i = steps_; i > 0; --i) {
      const double sine = c_[i] / a_[i] * sin(phi);
      phi = 0.5 * (phi + atan2(sine, std::sqrt(1.0 - sine * sine)));
    }
    const double sn = sin(phi), cn = cos(phi);
    return {sn, cn, std::sqrt(cn * cn + k_ * k_ * (sn * sn))};
  }

 private:
  static constexpr int kMostSteps = 8;  // the mean of 1 and 1e-8 has converged by then
  double k_, a_[kMostSteps + 1], c_[kMostSteps + 1];
  int steps_ = 0;
};

}  // namespace

RootQuadrature::RootQuadrature(double least, double most) {
  constexpr double kLogError = 39.2;  // ln 1e17
  const double points = kLogError * (log(most / least) + 6.0) / (2.0 * kPi * kPi);
  const int count = 8 * static_cast<int>(std::ceil(points / 8.0));
  const double k = std::sqrt(least / most);
  const EllipticFunctions functions(k);
  const double scale = 2.0 * functions.quarter() * std::sqrt(least) / (kPi * count);
  shifts_.resize(count);
  factors_.resize(count);
  // Points u and quarter - u together: sc(quarter - u) = 1 / (k sc(u)), and what is small in one is
  // exact from the other.
  for (int j = 0; j < count / 2; ++j) {
    const auto [sn, cn, dn] = functions.at((j + 0.5) / count * functions.quarter());
    const std::pair<double, double> near{sn / cn, dn / (cn * cn)};
    const std::pair<double, double> far{cn / (k * sn), dn / (k * (sn * sn))};
    const int mirror = count - 1 - j;
    for (const auto& [at, point] : {std::pair{j, near}, std::pair{mirror, far}}) {
      const double weight = scale * point.second;
      shifts_[at] = least * (point.first * point.first);
      factors_[at] = weight * shifts_[at];
      total_ += weight;
    }
  }
}

}  // namespace lowpass
