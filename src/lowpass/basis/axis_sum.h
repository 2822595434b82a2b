#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lowpass/basis/shape.h"

namespace lowpass {

/// One axis of a separable sum over few basis functions. `in` holds blocks of `block_cells`
/// numbers, block_stride(block_cells) apart; for every group of terms the result is a block of size
/// x block_cells numbers,
///
///   out[group][k][j] = sum over the group's terms of  factor(frequency, k) * in[block][j],
///
/// k = 0 .. size-1, in a fixed order of summation: even frequencies, then odd ones.
class AxisSum {
 public:
  struct Term {
    int group;      // ascending
    int block;      // of `in`
    int frequency;  // along this axis
  };

  /// `factor(n, k)` must have the symmetry of the cosines about the middle of the axis:
  /// factor(n, size-1-k) = (-1)^n factor(n, k). Each output is computed once for both halves.
  template <class Factor>
  AxisSum(int size, Cell block_cells, std::vector<Term> terms, Factor factor);

  /// Blocks of the result are block_stride(out_block()) apart too; between them nothing is written.
  /// `in` is aligned to 64 bytes.
  void apply(const double* in, double* out) const;

  Cell out_block() const { return size_ * block_cells_; }
  Cell out_blocks() const { return static_cast<Cell>(groups_.size()); }

  /// Where the next block begins: room to read a whole vector beyond the end, aligned to 64 bytes,
  /// and not a multiple of the 4 KiB at which blocks would share one set of the first cache. A
  /// single number stands alone.
  static Cell block_stride(Cell cells) {
    if (cells == 1) return 1;
    const Cell padded = (cells + 7) / 8 * 8;
    return padded % 512 == 0 ? padded + 8 : padded;
  }
  /// Numbers that may be read (not used) beyond the last block: the widest vector.
  static constexpr Cell kSlack = 8;

  /// A term as the kernel reads it: where its block and its row of factors begin.
  struct PlacedTerm {
    std::ptrdiff_t block_begin;
    std::ptrdiff_t row_begin;
    bool is_flipped;  // frequency 2, 6, 10, ...: odd about the middle of half an axis
  };
  /// The terms of a group: even frequencies in [begin, odd), odd ones in [odd, end).
  struct Group {
    int begin, odd, end;
    bool begins_constant;  // the first frequency is even and its factor the same for every k
  };

 private:
  void place(std::vector<Term> terms);
  void note_symmetries();
  std::span<double> new_row();

  int size_;
  Cell block_cells_;
  bool shares_halves_ = false;  // even rows are exactly even or odd about the middle of each half
  std::vector<int> row_frequency_;  // frequency of each row of the table
  std::vector<double> table_;       // factor(frequency, k), rows padded to whole vectors
  std::vector<PlacedTerm> terms_;
  std::vector<Group> groups_;
};

template <class Factor>
AxisSum::AxisSum(int size, Cell block_cells, std::vector<Term> terms, Factor factor)
    : size_(size), block_cells_(block_cells) {
  place(std::move(terms));
  for (const int frequency : row_frequency_) {
    const std::span<double> row = new_row();
    for (int k = 0; k < size; ++k) row[static_cast<std::size_t>(k)] = factor(frequency, k);
  }
  note_symmetries();
}

}  // namespace lowpass
