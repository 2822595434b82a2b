#pragma once

#include <cstddef>
#include <vector>

#include "lowpass/basis/cosine_axis.h"

namespace lowpass {

/// Sums with the products of low cosines over a grid of several axes, axis by axis. A frequency is
/// a cell of the box of the lowest frequencies along each axis.
class CosineGrid {
 public:
  /// `box[a]` frequencies, 1 <= box[a] <= shape[a], along each axis; no axes: a single cell.
  CosineGrid(const Shape& shape, const Shape& box);

  Cell cells() const { return cells_; }
  Cell frequencies() const { return frequencies_; }
  /// Numbers of scratch that the sums need, aligned to 64 bytes.
  std::size_t scratch_size() const;
  /// What one sum costs, either way: products of numbers with cosines, and rows that it takes an
  /// axis at a time.
  double products() const { return products_; }
  Cell rows() const { return rows_; }

  /// out[frequency] = sum over cells of in[cell] times the product of its cosines.
  void project(const double* in, double* scratch, double* out) const;
  /// out[cell] = sum over frequencies of in[frequency] times the product of its cosines.
  void expand(const double* in, double* scratch, double* out) const;

 private:
  std::vector<CosineAxis> axes_;  // those longer than 1
  Cell cells_ = 1, frequencies_ = 1;
  Cell rows_ = 0;
  double products_ = 0.0;
  std::size_t between_ = 0;  // the largest array between two axes, whole cache lines
};

}  // namespace lowpass
