#include "lowpass/basis/shape.h"

#include <cassert>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"

namespace lowpass {

Cell cell_count(const Shape& shape) {
  const auto fail = [&](const char* why) {
    throw Error(ErrorKind::kUsage,
                fmt::format("shape {}: {}; expected sizes from 1 with at most {} cells in all",
                            fmt::join(shape, "x"), why, kMaxCells));
  };
  if (shape.empty()) fail("no axes");
  Cell cells = 1;
  for (const int size : shape) {
    if (size < 1) fail("a size below 1");
    if (cells > kMaxCells / size) fail("too many cells");
    cells *= size;
  }
  return cells;
}

std::vector<int> coordinates(const Shape& shape, Cell cell) {
  std::vector<int> at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = static_cast<int>(cell % shape[axis]);
    cell /= shape[axis];
  }
  return at;
}

Cell cell_at(const Shape& shape, const std::vector<int>& at) {
  assert(at.size() == shape.size());
  Cell cell = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    assert(at[axis] >= 0 && at[axis] < shape[axis]);
    cell = cell * shape[axis] + at[axis];
  }
  return cell;
}

}  // namespace lowpass
