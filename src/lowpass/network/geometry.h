#pragma once

#include <string>
#include <vector>

namespace lowpass {

/// One direction along which units of a grid are neighbours.
struct Axis {
  std::string name;
  int size;
};

/// The grid that the inputs or the neurons of a task live on. Axes are named fastest-varying first:
/// unit u, if the grid is full, lies at (u mod size_0, u / size_0 mod size_1, ...). Cells may be
/// empty.
struct Grid {
  std::vector<Axis> axes;
  /// The cell of each unit, counted with axis 0 fastest. Distinct.
  std::vector<int> cell_of_unit;

  int unit_count() const { return static_cast<int>(cell_of_unit.size()); }
};

/// A grid whose first `units` cells hold the units in order; the rest is empty.
Grid dense_grid(std::vector<Axis> axes, int units);

/// What a task declares once, and every mapping follows from.
struct Geometry {
  Grid inputs;
  Grid neurons;
};

/// Throws Error unless every axis has a size of at least 1, there is at least one unit in each
/// grid, and the units lie in distinct cells inside their grid.
void check_geometry(const Geometry& geometry);

}  // namespace lowpass
