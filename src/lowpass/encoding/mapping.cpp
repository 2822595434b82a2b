#include "lowpass/encoding/mapping.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

NetworkSize network_size(const Geometry& geometry) {
  return {geometry.inputs.unit_count(), geometry.neurons.unit_count()};
}

Shape sizes(const Grid& grid) {
  Shape shape;
  for (const Axis& axis : grid.axes) shape.push_back(axis.size);
  return shape;
}

Shape joined(Shape a, const Shape& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

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

/// A cell a unit: the unit's coordinates along the axes of `grid`, which are the axes of `shape`
/// from `first` on, in the order declared or (reversed) slowest first; 0 along all others.
std::vector<Cell> unit_cells(const Grid& grid, const Shape& shape, std::size_t first,
                             bool reversed = false) {
  std::vector<Cell> cells;
  for (int unit = 0; unit < grid.unit_count(); ++unit) {
    std::vector<int> at = place(grid, unit);
    if (reversed) std::reverse(at.begin(), at.end());
    std::vector<int> everywhere(shape.size(), 0);
    std::copy(at.begin(), at.end(), everywhere.begin() + static_cast<std::ptrdiff_t>(first));
    cells.push_back(cell_at(shape, everywhere));
  }
  return cells;
}

/// first, first + step, ...
std::vector<Cell> cell_sequence(Cell first, int count, Cell step = 1) {
  std::vector<Cell> cells;
  for (int i = 0; i < count; ++i) cells.push_back(first + i * step);
  return cells;
}

Mapping omega1(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  const int columns = size.inputs + size.neurons + 1;
  const std::vector<Cell> rows = cell_sequence(0, size.neurons, columns);
  WeightArray matrix{.shape = {size.neurons, columns}};
  matrix.blocks = {{Source::kInputs, rows, cell_sequence(0, size.inputs)},
                   {Source::kNeurons, rows, cell_sequence(size.inputs, size.neurons)},
                   {Source::kBias, rows, {columns - 1}}};
  return {size, {matrix}};
}

Mapping omega2(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  Shape input_sizes = sizes(geometry.inputs);
  std::reverse(input_sizes.begin(), input_sizes.end());
  const Cell input_cells = cell_count(input_sizes);
  WeightArray input{.shape = joined({size.neurons}, input_sizes)};
  input.blocks = {{Source::kInputs, cell_sequence(0, size.neurons, input_cells),
                   unit_cells(geometry.inputs, input.shape, 1, true)}};
  WeightArray recurrent{.shape = {size.neurons, size.neurons}};
  recurrent.blocks = {{Source::kNeurons, cell_sequence(0, size.neurons, size.neurons),
                       cell_sequence(0, size.neurons)}};
  WeightArray bias{.shape = {size.neurons}};
  bias.blocks = {{Source::kBias, cell_sequence(0, size.neurons), {0}}};
  return {size, {input, recurrent, bias}};
}

Mapping omega3(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  const Shape input_sizes = sizes(geometry.inputs), neuron_sizes = sizes(geometry.neurons);
  WeightArray input{.shape = joined(input_sizes, neuron_sizes)};
  input.blocks = {{Source::kInputs, unit_cells(geometry.neurons, input.shape, input_sizes.size()),
                   unit_cells(geometry.inputs, input.shape, 0)}};
  WeightArray recurrent{.shape = joined(neuron_sizes, neuron_sizes)};
  recurrent.blocks = {{Source::kNeurons,
                       unit_cells(geometry.neurons, recurrent.shape, neuron_sizes.size()),
                       unit_cells(geometry.neurons, recurrent.shape, 0)}};
  WeightArray bias{.shape = neuron_sizes};
  bias.blocks = {{Source::kBias, unit_cells(geometry.neurons, bias.shape, 0), {0}}};
  return {size, {input, recurrent, bias}};
}

}  // namespace

const std::vector<std::string>& mapping_names() {
  static const std::vector<std::string> names = {"omega1", "omega2", "omega3"};
  return names;
}

Mapping make_mapping(const std::string& name, const Geometry& geometry) {
  check_geometry(geometry);
  if (name == "omega1") return omega1(geometry);
  if (name == "omega2") return omega2(geometry);
  if (name == "omega3") return omega3(geometry);
  throw Error(ErrorKind::kUsage, fmt::format("mapping \"{}\": expected one of {}", name,
                                             fmt::join(mapping_names(), ", ")));
}

std::ptrdiff_t first_weight(NetworkSize size, Source source, int to) {
  switch (source) {
    case Source::kInputs:
      return size.input_weight(to, 0);
    case Source::kNeurons:
      return size.recurrent_weight(to, 0);
    case Source::kBias:
      return size.bias_weight(to);
  }
  return 0;
}

int unit_count(NetworkSize size, Source source) {
  return source == Source::kInputs ? size.inputs : source == Source::kNeurons ? size.neurons : 1;
}

}  // namespace lowpass
