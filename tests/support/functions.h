#pragma once

#include <cmath>
#include <span>

namespace lowpass {

// Test functions to minimise, with optimum 0.

/// sum x^2.
inline double sphere(std::span<const double> x) {
  double sum = 0.0;
  for (const double v : x) sum += v * v;
  return sum;
}

/// sum 10^(6 i / (d - 1)) x_i^2.
inline double ellipsoid(std::span<const double> x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(10.0, 6.0 * static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x[i] *
           x[i];
  }
  return sum;
}

/// sum 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2.
inline double rosenbrock(std::span<const double> x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
    sum += 100.0 * a * a + b * b;
  }
  return sum;
}

}  // namespace lowpass
