#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lowpass/network/geometry.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// A grid as Python has it: names and sizes of the axes, and the cell of each unit.
using PlainGrid = std::pair<std::vector<std::pair<std::string, int>>, std::vector<int>>;

Grid grid_of(const PlainGrid& plain);
PlainGrid plain_grid(const Grid& grid);

}  // namespace lowpass::python
