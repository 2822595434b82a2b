#include "lowpass/encoding/array_layout.h"

#include <cassert>

namespace lowpass {
namespace {

/// The coordinates of a unit along the axes as declared (a grid counts its first axis fastest).
std::vector<int> place(const Grid& grid, int unit) {
  std::vector<int> at;
  int rest = grid.cell_of_unit[unit];
  for (const Axis& axis : grid.axes) {
    at.push_back(rest % axis.size);
    rest /= axis.size;
  }
  return at;
}

int axis_size(const LayoutAxis& axis, const ArrayLayout& layout, const Geometry& geometry) {
  const std::vector<Group> groups = axis.is_source ? layout.from : std::vector<Group>{layout.to};
  if (axis.of_grid) return group_units(geometry, groups.front()).grid->axes[*axis.of_grid].size;
  int units = 0;
  for (const Group group : groups) units += group_units(geometry, group).count;
  return units;
}

/// A cell a unit: its coordinates along the axes of its side, 0 along those of the other. Along an
/// axis of units the group begins at `first`.
std::vector<Cell> unit_cells(const GroupUnits& units, bool is_source, int first,
                             const std::vector<LayoutAxis>& axes, const Shape& shape) {
  std::vector<Cell> cells;
  for (int unit = 0; unit < units.count; ++unit) {
    const std::vector<int> on_grid = units.grid ? place(*units.grid, unit) : std::vector<int>{};
    std::vector<int> at(axes.size(), 0);
    for (std::size_t a = 0; a < axes.size(); ++a) {
      if (axes[a].is_source != is_source) continue;
      at[a] = axes[a].of_grid ? on_grid[*axes[a].of_grid] : first + unit;
    }
    cells.push_back(cell_at(shape, at));
  }
  return cells;
}

}  // namespace

GroupUnits group_units(const Geometry& geometry, Group group) {
  const int hidden = geometry.hidden.unit_count(), outputs = geometry.neurons.unit_count();
  switch (group) {
    case Group::kInputs:
      return {Source::kInputs, 0, geometry.inputs.unit_count(), &geometry.inputs};
    case Group::kNeurons:
      return {Source::kNeurons, 0, hidden + outputs, hidden == 0 ? &geometry.neurons : nullptr};
    case Group::kHidden:
      return {Source::kNeurons, 0, hidden, &geometry.hidden};
    case Group::kOutputs:
      return {Source::kNeurons, hidden, outputs, &geometry.neurons};
    case Group::kBias:
      break;
  }
  return {Source::kBias, 0, 1, nullptr};
}

WeightArray weight_array(const ArrayLayout& layout, const Geometry& geometry) {
  WeightArray array;
  for (const LayoutAxis& axis : layout.axes) {
    array.shape.push_back(axis_size(axis, layout, geometry));
  }
  cell_count(array.shape);  // throws if there are too many
  const GroupUnits to = group_units(geometry, layout.to);
  assert(to.source == Source::kNeurons);
  const std::vector<Cell> to_cells = unit_cells(to, false, 0, layout.axes, array.shape);
  int first = 0;
  for (const Group group : layout.from) {
    const GroupUnits from = group_units(geometry, group);
    array.blocks.push_back({.source = from.source,
                            .to_cells = to_cells,
                            .from_cells = unit_cells(from, true, first, layout.axes, array.shape),
                            .first_to = to.first,
                            .first_from = from.first});
    first += from.count;
  }
  return array;
}

}  // namespace lowpass
