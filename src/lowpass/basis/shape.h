#pragma once

#include <cstddef>
#include <vector>

namespace lowpass {

/// Sizes of a D-dimensional array, row-major: the last axis varies fastest. Sizes are at least 1.
using Shape = std::vector<int>;

/// A place in an array, counted row-major from 0.
using Cell = std::ptrdiff_t;

/// The most cells an array may have: a table of doubles that fits into memory with room to spare.
inline constexpr Cell kMaxCells = Cell{1} << 31;

/// How many cells the array has. Throws Error for an empty shape, a size below 1, or more than
/// kMaxCells cells.
Cell cell_count(const Shape& shape);

/// The coordinates of a cell, one an axis.
std::vector<int> coordinates(const Shape& shape, Cell cell);

/// The cell at the given coordinates, which lie inside the shape.
Cell cell_at(const Shape& shape, const std::vector<int>& at);

}  // namespace lowpass
