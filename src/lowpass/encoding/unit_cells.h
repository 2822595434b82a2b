#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "lowpass/basis/shape.h"

namespace lowpass {

/// Which cell of a grid each unit lies in. Units that lie in a row, as they mostly do, are moved
/// all at once.
class UnitCells {
 public:
  explicit UnitCells(std::vector<Cell> cells = {}) : cells_(std::move(cells)) {
    is_row_ = std::adjacent_find(cells_.begin(), cells_.end(),
                                 [](Cell a, Cell b) { return b != a + 1; }) == cells_.end();
  }

  bool operator==(const UnitCells&) const = default;
  bool empty() const { return cells_.empty(); }
  Cell count() const { return static_cast<Cell>(cells_.size()); }

  /// Puts the number of each unit into its cell; does nothing if there are no units.
  void place(std::span<const double> units, double* cells) const {
    if (empty()) return;
    if (is_row_) {
      std::copy_n(units.begin(), cells_.size(), cells + cells_.front());
    } else {
      for (std::size_t i = 0; i < cells_.size(); ++i) cells[cells_[i]] = units[i];
    }
  }

  /// Adds what lies in the cell of each unit to the unit's number.
  void add_to(std::span<double> units, const double* cells) const {
    for (std::size_t i = 0; i < cells_.size(); ++i) units[i] += cells[cells_[i]];
  }

 private:
  std::vector<Cell> cells_;
  bool is_row_;
};

}  // namespace lowpass
