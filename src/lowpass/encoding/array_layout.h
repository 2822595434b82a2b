#pragma once

#include <optional>
#include <vector>

#include "lowpass/encoding/mapping.h"
#include "lowpass/network/geometry.h"

namespace lowpass {

/// Units that an array can have along its axes.
enum class Group {
  kInputs,
  kNeurons,  ///< all: hidden ones, then outputs
  kHidden,
  kOutputs,  ///< the task's own neurons
  kBias,     ///< one unit
};

/// Where the units of a group stand in the network.
struct GroupUnits {
  Source source;
  int first;
  int count;
  const Grid* grid;  ///< null: only an order, no grid
};
GroupUnits group_units(const Geometry& geometry, Group group);

/// One axis of an array: an axis of the grid of sources or destinations, or (unset) these units
/// themselves, in their order.
struct LayoutAxis {
  bool is_source;
  std::optional<std::size_t> of_grid = {};
};

/// How the weights from some units to others lie in an array. Each side has either one axis of its
/// units, or every axis of its grid; the bias needs none.
struct ArrayLayout {
  std::vector<Group> from;  ///< several: one behind the other along the axis of source units
  Group to;
  std::vector<LayoutAxis> axes;
};

WeightArray weight_array(const ArrayLayout& layout, const Geometry& geometry);

}  // namespace lowpass
