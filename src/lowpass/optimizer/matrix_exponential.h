#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

/// exp(m) of an n x n matrix, in a fixed order: m / 2^s with rows of absolute sum at most 1/4, the
/// Taylor series to the 12th power (remainder below 3e-18), then s squarings. Five products where m
/// is small, as in natural evolution strategies: cheaper than its eigenvectors.
std::vector<double> matrix_exponential(std::span<const double> m, std::size_t n);

}  // namespace lowpass
