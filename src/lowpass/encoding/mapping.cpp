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

Mapping omega1(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  const int columns = size.inputs + size.neurons + 1;
  WeightArray matrix{.shape = {size.neurons, columns}, .weights = {}};
  for (int to = 0; to < size.neurons; ++to) {
    const Cell row = static_cast<Cell>(to) * columns;
    for (int from = 0; from < size.inputs; ++from) {
      matrix.weights.push_back({size.input_weight(to, from), row + from});
    }
    for (int from = 0; from < size.neurons; ++from) {
      matrix.weights.push_back({size.recurrent_weight(to, from), row + size.inputs + from});
    }
    matrix.weights.push_back({size.bias_weight(to), row + columns - 1});
  }
  return {size, {matrix}};
}

Mapping omega2(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  Shape input_sizes = sizes(geometry.inputs);
  std::reverse(input_sizes.begin(), input_sizes.end());
  WeightArray input{.shape = joined({size.neurons}, input_sizes), .weights = {}};
  WeightArray recurrent{.shape = {size.neurons, size.neurons}, .weights = {}};
  WeightArray bias{.shape = {size.neurons}, .weights = {}};
  for (int to = 0; to < size.neurons; ++to) {
    for (int from = 0; from < size.inputs; ++from) {
      std::vector<int> at = place(geometry.inputs, from);
      std::reverse(at.begin(), at.end());
      input.weights.push_back(
          {size.input_weight(to, from), cell_at(input.shape, joined({to}, at))});
    }
    for (int from = 0; from < size.neurons; ++from) {
      recurrent.weights.push_back(
          {size.recurrent_weight(to, from), cell_at(recurrent.shape, {to, from})});
    }
    bias.weights.push_back({size.bias_weight(to), to});
  }
  return {size, {input, recurrent, bias}};
}

Mapping omega3(const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  const Shape input_sizes = sizes(geometry.inputs), neuron_sizes = sizes(geometry.neurons);
  WeightArray input{.shape = joined(input_sizes, neuron_sizes), .weights = {}};
  WeightArray recurrent{.shape = joined(neuron_sizes, neuron_sizes), .weights = {}};
  WeightArray bias{.shape = neuron_sizes, .weights = {}};
  for (int to = 0; to < size.neurons; ++to) {
    const std::vector<int> destination = place(geometry.neurons, to);
    for (int from = 0; from < size.inputs; ++from) {
      const auto at = joined(place(geometry.inputs, from), destination);
      input.weights.push_back({size.input_weight(to, from), cell_at(input.shape, at)});
    }
    for (int from = 0; from < size.neurons; ++from) {
      const auto at = joined(place(geometry.neurons, from), destination);
      recurrent.weights.push_back({size.recurrent_weight(to, from), cell_at(recurrent.shape, at)});
    }
    bias.weights.push_back({size.bias_weight(to), cell_at(bias.shape, destination)});
  }
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

void check_mapping(const Mapping& mapping) {
  const auto fail = [](const std::string& why) {
    throw Error(ErrorKind::kUsage, "mapping: " + why);
  };
  const std::ptrdiff_t count = mapping.size.weight_count();
  std::vector<bool> placed(count, false);
  for (const WeightArray& array : mapping.arrays) {
    const Cell cells = cell_count(array.shape);
    std::vector<bool> taken(cells, false);
    for (const auto& [weight, cell] : array.weights) {
      if (weight < 0 || weight >= count) {
        fail(fmt::format("weight {}: expected 0 to {}", weight, count - 1));
      }
      if (cell < 0 || cell >= cells)
        fail(fmt::format("cell {}: expected 0 to {}", cell, cells - 1));
      if (placed[weight]) fail(fmt::format("weight {} lies in two cells", weight));
      if (taken[cell]) fail(fmt::format("cell {} holds two weights", cell));
      placed[weight] = taken[cell] = true;
    }
  }
  const auto missing = std::find(placed.begin(), placed.end(), false);
  if (missing != placed.end()) {
    fail(fmt::format("weight {} lies in no cell", missing - placed.begin()));
  }
}

}  // namespace lowpass
