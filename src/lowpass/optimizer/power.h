#pragma once

#include <cstdint>

namespace lowpass {

/// base^exponent by multiplications alone: the same bits everywhere.
inline double power(double base, std::uint64_t exponent) {
  double result = 1.0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace lowpass
