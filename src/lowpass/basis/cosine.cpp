#include "lowpass/basis/cosine.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "lowpass/core/aligned_buffer.h"
#include "lowpass/core/error.h"
#include "lowpass/core/math.h"

namespace lowpass {
namespace {

/// cos(pi n (k + 1/2) / N). The angle is n (2k + 1) / (4N) turns; taken modulo one turn in
/// integers, so that high frequencies of long axes lose nothing.
double cosine(int size, int n, int k) {
  const std::int64_t quarter_steps = std::int64_t{n} * (2 * k + 1) % (4 * std::int64_t{size});
  return cos_turns(static_cast<double>(quarter_steps) / (4.0 * size));
}

/// Factor of coefficient n in weight k ([FDE12] Eq. 11).
double inverse_factor(int size, int n, int k) {
  const double root = std::sqrt(static_cast<double>(size));
  return n == 0 ? 1.0 / root : 2.0 * cosine(size, n, k) / root;
}

/// The axes that matter: those longer than 1 (a transform of length 1 is the identity).
Shape without_size_one(const Shape& shape) {
  Shape squeezed;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(squeezed),
               [](int size) { return size > 1; });
  if (squeezed.empty()) squeezed.push_back(1);
  return squeezed;
}

/// Throws unless the sorted cells are distinct ones of the array, and there are any.
void require_cells_of(const Shape& shape, const std::vector<Cell>& sorted) {
  const bool is_sound = !sorted.empty() && sorted.front() >= 0 &&
                        sorted.back() < cell_count(shape) &&
                        std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (is_sound) return;
  throw Error(ErrorKind::kUsage, "positions: expected distinct cells of the array, at least one");
}

/// Forward transform along one axis: rows of `size` blocks of `block` numbers -> `kept` blocks.
std::vector<double> forward_axis(const std::vector<double>& in, int size, int kept, Cell block) {
  const double root = std::sqrt(static_cast<double>(size));
  std::vector<double> factors;
  for (int n = 0; n < kept; ++n) {
    for (int k = 0; k < size; ++k) factors.push_back(cosine(size, n, k) / root);
  }
  const Cell rows = static_cast<Cell>(in.size()) / (size * block);
  std::vector<double> out(static_cast<std::size_t>(rows * kept * block), 0.0);
  for (Cell row = 0; row < rows; ++row) {
    for (int n = 0; n < kept; ++n) {
      double* to = out.data() + (row * kept + n) * block;
      for (int k = 0; k < size; ++k) {
        const double* from = in.data() + (row * size + k) * block;
        const double factor = factors[n * size + k];
        for (Cell j = 0; j < block; ++j) to[j] += factor * from[j];
      }
    }
  }
  return out;
}

}  // namespace

CosineInverse::CosineInverse(const Shape& shape, std::span<const Cell> positions)
    : sorted_(positions.size()) {
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  std::sort(sorted_.begin(), sorted_.end(),
            [&](std::size_t a, std::size_t b) { return positions[a] < positions[b]; });
  // Sorted row-major, cells with a common prefix are neighbours at every level.
  std::vector<Cell> prefixes;
  for (const std::size_t i : sorted_) prefixes.push_back(positions[i]);
  require_cells_of(shape, prefixes);

  const Shape sizes = without_size_one(shape);
  Cell block_cells = 1;
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    const int size = sizes[axis];
    std::vector<AxisSum::Term> terms;
    std::vector<Cell> shorter;
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      const Cell prefix = prefixes[i] / size;
      if (shorter.empty() || shorter.back() != prefix) shorter.push_back(prefix);
      terms.push_back({static_cast<int>(shorter.size()) - 1, static_cast<int>(i),
                       static_cast<int>(prefixes[i] % size)});
    }
    axes_.emplace_back(size, block_cells, std::move(terms),
                       [size](int n, int k) { return inverse_factor(size, n, k); });
    block_cells *= size;
    prefixes = std::move(shorter);
    if (axis > 0) {
      const AxisSum& sum = axes_.back();
      scratch_cells_ =
          std::max(scratch_cells_, sum.out_blocks() * AxisSum::block_stride(sum.out_block()));
    }
  }
  scratch_cells_ = std::max<Cell>(scratch_cells_, sorted_.size()) + AxisSum::kSlack;
  scratch_cells_ = (scratch_cells_ + 7) / 8 * 8;
}

void CosineInverse::apply(std::span<const double> coefficients, std::span<double> weights) const {
  require_size("coefficients", coefficients.size(), sorted_.size());
  require_size("weights", weights.size(), static_cast<std::size_t>(cell_count()));
  const AlignedBuffer scratch(2 * scratch_cells_);
  double* in = scratch.data();
  double* out = in + scratch_cells_;
  for (std::size_t i = 0; i < sorted_.size(); ++i) in[i] = coefficients[sorted_[i]];
  for (std::size_t a = 0; a + 1 < axes_.size(); ++a) {
    axes_[a].apply(in, out);
    std::swap(in, out);
  }
  axes_.back().apply(in, weights.data());
}

std::vector<double> cosine_forward(const Shape& shape, std::span<const double> weights,
                                   const Shape& kept) {
  require_size("kept frequencies", kept.size(), shape.size());
  require_size("weights", weights.size(), static_cast<std::size_t>(cell_count(shape)));
  std::vector<double> values(weights.begin(), weights.end());
  Cell block = 1;  // cells of one step along the axis, once the later axes are transformed
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (kept[axis] < 1 || kept[axis] > shape[axis]) {
      throw Error(ErrorKind::kUsage, "kept frequencies: expected 1 to the size of each axis");
    }
    values = forward_axis(values, shape[axis], kept[axis], block);
    block *= kept[axis];
  }
  return values;
}

}  // namespace lowpass
