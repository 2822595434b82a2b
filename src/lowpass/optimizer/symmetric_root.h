#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

/// a^(1/2) z for each of the rows z, where a^(1/2) is the symmetric root of the positive definite
/// n x n matrix a. Eigenvalues below 1e-14 of the largest, which rounding may have made negative,
/// are raised by about as much. Errors are some 1e-14 of the largest eigenvalue's root. Where no
/// eigenvalue can be positive, all is NaN.
///
/// No eigenvectors: with a = Q T Q', the root of the tridiagonal T is a sum over few shifts
/// (root_quadrature.h) of solutions with T + shift I. For a few rows that is a fraction of the work
/// of an eigensolver, in loops that a machine's width does not change.
std::vector<double> symmetric_root_times(std::span<const double> a, std::size_t n,
                                         std::span<const double> rows);

/// Of the ellipsoid whose squared axes are the eigenvalues of a: longest over shortest axis, at
/// most 1e7.
double axis_ratio(std::span<const double> a, std::size_t n);

}  // namespace lowpass
