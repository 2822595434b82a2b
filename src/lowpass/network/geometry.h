#pragma once

#include <string>
#include <vector>

#include "lowpass/network/weights.h"

namespace lowpass {

/// One direction along which units of a grid are neighbours.
struct Axis {
  std::string name;
  int size;

  bool operator==(const Axis&) const = default;
};

/// The grid that the inputs or some of the neurons of a network live on. Axes are named
/// fastest-varying first: unit u, if the grid is full, lies at (u mod size_0, u / size_0 mod
/// size_1, ...). Cells may be empty.
struct Grid {
  std::vector<Axis> axes;
  /// The cell of each unit, counted with axis 0 fastest. Distinct.
  std::vector<int> cell_of_unit;

  int unit_count() const { return static_cast<int>(cell_of_unit.size()); }
  bool operator==(const Grid&) const = default;
};

/// A grid whose first `units` cells hold the units in order; the rest is empty.
Grid dense_grid(std::vector<Axis> axes, int units);

/// Where the units of a network live; every mapping follows from it. A task declares its inputs and
/// neurons, which are the outputs of the network; hidden neurons are the network's own.
struct Geometry {
  Grid inputs;
  Grid neurons;
  Grid hidden = {};  ///< no units: none

  bool operator==(const Geometry&) const = default;
};

/// The same with `hidden` neurons along one axis, "hidden". Throws Error for less than 0.
Geometry with_hidden(Geometry task, int hidden);

/// Hidden neurons are numbered first, then the task's own.
NetworkSize network_size(const Geometry& geometry);

/// Throws Error unless every axis has a size of at least 1, there is at least one input and one
/// neuron of the task, and the units lie in distinct cells inside their grid.
void check_geometry(const Geometry& geometry);

}  // namespace lowpass
