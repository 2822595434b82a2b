#include "lowpass/network/geometry.h"

#include <cstdint>
#include <numeric>
#include <unordered_set>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

void check_grid(const Grid& grid, const char* what) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::kUsage, fmt::format("geometry of the {}: {}", what, why));
  };
  std::int64_t cells = 1;
  for (const Axis& axis : grid.axes) {
    if (axis.size < 1) fail(fmt::format("axis {} = {}: expected at least 1", axis.name, axis.size));
    cells *= axis.size;
    if (cells > INT32_MAX) fail("more than 2147483647 cells");
  }
  if (grid.axes.empty() || grid.cell_of_unit.empty()) fail("no units");
  std::unordered_set<int> taken;
  for (const int cell : grid.cell_of_unit) {
    if (cell < 0 || cell >= cells) fail(fmt::format("cell {}: expected 0 to {}", cell, cells - 1));
    if (!taken.insert(cell).second) fail(fmt::format("cell {} holds two units", cell));
  }
}

}  // namespace

Grid dense_grid(std::vector<Axis> axes, int units) {
  Grid grid{.axes = std::move(axes), .cell_of_unit = std::vector<int>(units)};
  std::iota(grid.cell_of_unit.begin(), grid.cell_of_unit.end(), 0);
  return grid;
}

Geometry with_hidden(Geometry task, int hidden) {
  if (hidden < 0) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("network.hidden = {}: expected 0 or more", hidden));
  }
  task.hidden = hidden == 0 ? Grid{} : dense_grid({{"hidden", hidden}}, hidden);
  return task;
}

NetworkSize network_size(const Geometry& geometry) {
  return {geometry.inputs.unit_count(),
          geometry.hidden.unit_count() + geometry.neurons.unit_count()};
}

void check_geometry(const Geometry& geometry) {
  check_grid(geometry.inputs, "inputs");
  check_grid(geometry.neurons, "neurons");
  if (geometry.hidden.unit_count() > 0) check_grid(geometry.hidden, "hidden neurons");
}

}  // namespace lowpass
