#include "lowpass/basis/cosine_grid.h"

#include <algorithm>

#include "lowpass/core/error.h"

namespace lowpass {

CosineGrid::CosineGrid(const Shape& shape, const Shape& box) {
  require_size("box of frequencies", box.size(), shape.size());
  for (std::size_t a = 0; a < shape.size(); ++a) {
    if (box[a] < 1 || box[a] > shape[a]) {
      throw Error(ErrorKind::kUsage, "box of frequencies: expected 1 to the size of each axis");
    }
    if (shape[a] == 1) continue;  // one cell, one frequency, cosine 1
    axes_.emplace_back(shape[a], box[a]);
    cells_ *= shape[a];
    frequencies_ *= box[a];
  }
  // Both ways, after axis a: all cells before it, all frequencies from it on.
  Cell numbers = cells_;
  for (std::size_t a = axes_.size(); a-- > 0;) {
    // The cosines of half an axis serve the whole of it.
    products_ += 0.5 * static_cast<double>(numbers) * axes_[a].frequencies();
    rows_ += numbers / axes_[a].size();
    numbers = numbers / axes_[a].size() * axes_[a].frequencies();
    between_ = std::max(between_, (static_cast<std::size_t>(numbers) + 7) / 8 * 8);
  }
}

std::size_t CosineGrid::scratch_size() const {
  std::size_t most = 0;
  for (const CosineAxis& axis : axes_) most = std::max(most, axis.scratch_size());
  return most + 2 * between_;
}

void CosineGrid::project(const double* in, double* scratch, double* out) const {
  if (axes_.empty()) {
    *out = *in;
    return;
  }
  // The last axis is contiguous. Its frequencies become the first axis of the next array, so that
  // the axis before it is contiguous there: cells a, b, c -> n_c, a, b -> n_b, n_c, a -> n_a, n_b,
  // n_c.
  double* here = scratch;
  double* there = here + between_;
  double* own = there + between_;
  Cell numbers = cells_;
  for (std::size_t a = axes_.size(); a-- > 0;) {
    const CosineAxis& axis = axes_[a];
    const Cell rows = numbers / axis.size();
    double* to = a == 0 ? out : there;
    for (Cell row = 0; row < rows; ++row) axis.project(in + row * axis.size(), own, to + row, rows);
    in = to;
    std::swap(here, there);
    numbers = rows * axis.frequencies();
  }
}

void CosineGrid::expand(const double* in, double* scratch, double* out) const {
  if (axes_.empty()) {
    *out = *in;
    return;
  }
  // The way of project, backwards.
  double* here = scratch;
  double* there = here + between_;
  double* own = there + between_;
  Cell numbers = frequencies_;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const CosineAxis& axis = axes_[a];
    const Cell rows = numbers / axis.frequencies();
    double* to = a + 1 == axes_.size() ? out : there;
    for (Cell row = 0; row < rows; ++row) axis.expand(in + row, rows, own, to + row * axis.size());
    in = to;
    std::swap(here, there);
    numbers = rows * axis.size();
  }
}

}  // namespace lowpass
