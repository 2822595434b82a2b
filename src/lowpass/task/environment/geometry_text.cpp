#include "lowpass/task/environment/geometry_text.h"

#include <climits>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

/// More than any controller here has; so that a product of sizes stays a number.
constexpr int kMostCells = 1 << 26;

int cell_count(const std::vector<Axis>& axes) {
  int cells = 1;
  for (const Axis& axis : axes) cells *= axis.size;
  return cells;
}

JsonText json_of(const Grid& grid) {
  JsonText axes = JsonText::array();
  for (const Axis& axis : grid.axes) {
    axes.add(JsonText::array().add(axis.name).add(axis.size));
  }
  JsonText json = JsonText::object({{"axes", axes}});
  if (grid == dense_grid(grid.axes, cell_count(grid.axes))) return json;
  JsonText cells = JsonText::array();
  for (const int cell : grid.cell_of_unit) cells.add(cell);
  return json.add("cells", cells);
}

Grid grid_from(const JsonValue& json) {
  Grid grid;
  const JsonValue axes = json.at("axes");
  int cells = 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const JsonValue axis = axes.item(i);
    axis.require_size(2, "a name and a size");
    const auto size = static_cast<int>(axis.item(1).integer(1, kMostCells / cells));
    grid.axes.push_back({axis.item(0).text(), size});
    cells *= size;
  }
  if (!json.has("cells")) return dense_grid(grid.axes, cells);
  const JsonValue places = json.at("cells");
  for (std::size_t i = 0; i < places.size(); ++i) {
    grid.cell_of_unit.push_back(static_cast<int>(places.item(i).integer(0, cells - 1)));
  }
  return grid;
}

}  // namespace

std::string geometry_text(const Geometry& geometry) {
  return JsonText::object(
             {{"inputs", json_of(geometry.inputs)}, {"neurons", json_of(geometry.neurons)}})
      .text();
}

Geometry geometry_from_text(const std::string& text, const std::string& place) {
  const JsonValue json = JsonValue::parse(text, place);
  Geometry geometry{.inputs = grid_from(json.at("inputs")),
                    .neurons = grid_from(json.at("neurons"))};
  try {
    check_geometry(geometry);
  } catch (const Error& error) {
    throw Error(ErrorKind::kFile, fmt::format("{}: {}", place, error.what()));
  }
  return geometry;
}

}  // namespace lowpass
