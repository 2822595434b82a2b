#pragma once

#include <span>
#include <vector>

#include "lowpass/basis/axis_sum.h"
#include "lowpass/basis/shape.h"

namespace lowpass {

// The paper's pair of cosine transforms. One axis of N weights w and N coefficients c:
//
//   inverse  w_k = 1/sqrt(N) (c_0 + 2 sum_{n=1}^{N-1} c_n cos(pi n (k + 1/2) / N))  [FDE12] Eq. 11
//   forward  c_n = 1/sqrt(N) sum_{k=0}^{N-1} w_k cos(pi n (k + 1/2) / N)            exact inverse
//
// More dimensions: along every axis in turn. The pair is not orthonormal: with z(e) the number of
// non-zero indices of frequency e, sum W^2 = sum_e 2^z(e) C_e^2.

/// The inverse transform of an array whose coefficients are zero but for a chosen few. Only the
/// chosen frequencies are touched: the sum over the last axis is taken for each distinct prefix of
/// the other indices, then over the next axis for each shorter prefix, down to the whole array.
class CosineInverse {
 public:
  /// `positions` are distinct cells of the array, in any order, at least one.
  CosineInverse(const Shape& shape, std::span<const Cell> positions);

  /// weights = inverse transform of the array that holds coefficients[i] at positions[i].
  void apply(std::span<const double> coefficients, std::span<double> weights) const;

  Cell cell_count() const { return axes_.back().out_block(); }

 private:
  std::vector<std::size_t> sorted_;  // indices of the positions, in ascending order of cells
  std::vector<AxisSum> axes_;        // last axis first
  Cell scratch_cells_ = 0;           // the largest result in between
};

/// The lowest `kept` coefficients along each axis (1 <= kept[a] <= shape[a]) of the forward
/// transform, as an array of shape `kept`. kept == shape gives all of them.
std::vector<double> cosine_forward(const Shape& shape, std::span<const double> weights,
                                   const Shape& kept);

}  // namespace lowpass
