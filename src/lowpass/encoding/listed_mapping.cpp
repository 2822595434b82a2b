#include "lowpass/encoding/listed_mapping.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"
#include "lowpass/encoding/array_layout.h"

namespace lowpass {
namespace {

/// Something about an array as a whole is wrong.
[[noreturn]] void fail(const JsonValue& array, const std::string& why) {
  throw Error(ErrorKind::kConfiguration, fmt::format("{}: {}", array.place(), why));
}

bool is_list(const JsonValue& value) { return value.json_text().starts_with('['); }

std::vector<JsonValue> items(const JsonValue& list) {
  std::vector<JsonValue> values;
  for (std::size_t i = 0; i < list.size(); ++i) values.push_back(list.item(i));
  return values;
}

struct GroupName {
  const char* name;
  Group group;
};
constexpr GroupName kGroups[] = {{"inputs", Group::kInputs},
                                 {"neurons", Group::kNeurons},
                                 {"hidden", Group::kHidden},
                                 {"outputs", Group::kOutputs},
                                 {"bias", Group::kBias}};

/// Units by their name; destinations are neurons.
Group read_group(const JsonValue& name, bool is_source, const Geometry& geometry) {
  std::vector<std::string> allowed;
  for (const auto& [known, group] : kGroups) {
    const GroupUnits units = group_units(geometry, group);
    if (units.count == 0 || (!is_source && units.source != Source::kNeurons)) continue;
    if (name.text() == known) return group;
    allowed.push_back(known);
  }
  name.expected(fmt::format("one of {}", fmt::join(allowed, ", ")));
}

/// The axes that an array may have on one side, as they are called: the units, then the axes of
/// their grid if they have one.
class Side {
 public:
  Side(bool is_source, const Grid* grid) : is_source_(is_source) {
    const std::string units = is_source ? "from" : "to";
    names_.push_back(units);
    if (!grid) return;
    for (const Axis& axis : grid->axes) names_.push_back(units + "." + axis.name);
  }

  const std::vector<std::string>& names() const { return names_; }

  std::optional<LayoutAxis> find(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return {};
    if (found == names_.begin()) return LayoutAxis{is_source_};
    return LayoutAxis{is_source_, static_cast<std::size_t>(found - names_.begin() - 1)};
  }

  /// One axis of units, or every axis of the grid; axes are distinct.
  bool is_complete(const std::vector<LayoutAxis>& axes) const {
    std::size_t of_units = 0, of_grid = 0;
    for (const LayoutAxis& axis : axes) {
      if (axis.is_source == is_source_) ++(axis.of_grid ? of_grid : of_units);
    }
    const bool has_grid = names_.size() > 1 && of_grid == names_.size() - 1;
    return of_units == 1 ? of_grid == 0 : has_grid;
  }

  /// What is_complete asks for.
  std::string needed() const {
    if (names_.size() == 1) return names_.front();
    const std::vector<std::string> grid(names_.begin() + 1, names_.end());
    return fmt::format("{}, or {}", names_.front(), fmt::join(grid, " and "));
  }

 private:
  bool is_source_;
  std::vector<std::string> names_;
};

std::vector<LayoutAxis> read_axes(const JsonValue& list, const Side& from, const Side& to) {
  std::vector<LayoutAxis> axes;
  std::vector<std::string> seen;
  for (const JsonValue& name : items(list)) {
    const auto source = from.find(name.text()), destination = to.find(name.text());
    if (!source && !destination) {
      name.expected(
          fmt::format("one of {}, {}", fmt::join(from.names(), ", "), fmt::join(to.names(), ", ")));
    }
    if (std::find(seen.begin(), seen.end(), name.text()) != seen.end()) {
      name.expected("each axis once");
    }
    seen.push_back(name.text());
    axes.push_back(source ? *source : *destination);
  }
  return axes;
}

WeightArray array_by_axes(const JsonValue& array, const Geometry& geometry) {
  ArrayLayout layout{.from = {}, .to = Group::kNeurons, .axes = {}};
  const JsonValue sources = array.at("from");
  for (const JsonValue& name : is_list(sources) ? items(sources) : std::vector{sources}) {
    layout.from.push_back(read_group(name, true, geometry));
  }
  if (layout.from.empty()) sources.expected("at least one kind of units");
  if (array.has("to")) layout.to = read_group(array.at("to"), false, geometry);
  // Units of several kinds have an order in common, but no grid.
  const bool is_one = layout.from.size() == 1;
  const Side from(true, is_one ? group_units(geometry, layout.from[0]).grid : nullptr);
  const Side to(false, group_units(geometry, layout.to).grid);
  layout.axes = read_axes(array.at("axes"), from, to);
  const bool is_bias = layout.from == std::vector<Group>{Group::kBias};
  if (!is_bias && !from.is_complete(layout.axes)) array.at("axes").expected(from.needed());
  if (!to.is_complete(layout.axes)) array.at("axes").expected(to.needed());
  return weight_array(layout, geometry);
}

WeightArray array_by_cells(const JsonValue& array, NetworkSize size) {
  WeightArray result;
  for (const JsonValue& length : items(array.at("shape"))) {
    result.shape.push_back(static_cast<int>(length.integer(1, INT32_MAX)));
  }
  const JsonValue weights = array.at("weights");
  const Cell cells = cell_count(result.shape);
  weights.require_size(static_cast<std::size_t>(cells), "weights (one a cell of the shape)");
  for (Cell cell = 0; cell < cells; ++cell) {
    const JsonValue item = weights.item(cell);
    const std::int64_t weight = item.integer(-1, INT32_MAX);
    if (weight >= size.weight_count()) {
      item.expected(fmt::format("-1 to {} (the weights of {} inputs and {} neurons)",
                                size.weight_count() - 1, size.inputs, size.neurons));
    }
    if (weight >= 0) result.weights.push_back({weight, cell});
  }
  return result;
}

WeightArray read_array(const JsonValue& array, const Geometry& geometry) {
  const bool is_by_cells = array.has("shape") || array.has("weights");
  const std::vector<std::string> known = is_by_cells
                                             ? std::vector<std::string>{"shape", "weights"}
                                             : std::vector<std::string>{"from", "to", "axes"};
  for (const std::string& key : array.keys()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      fail(array, fmt::format("{}: no such key: expected {}", key, fmt::join(known, ", ")));
    }
  }
  return is_by_cells ? array_by_cells(array, network_size(geometry))
                     : array_by_axes(array, geometry);
}

std::vector<WeightArray> read_list(const std::string& text, const Geometry& geometry) {
  std::vector<WeightArray> arrays;
  for (const JsonValue& value : items(JsonValue::parse(text, "encoding.mapping"))) {
    const std::string place = fmt::format("encoding.mapping: array {}", arrays.size() + 1);
    arrays.push_back(read_array(JsonValue::parse(value.json_text(), place), geometry));
  }
  return arrays;
}

bool is_by_cells(const WeightArray& array) { return array.blocks.empty(); }

}  // namespace

std::vector<WeightArray> listed_arrays(const std::string& list, const Geometry& geometry,
                                       const Links& links) {
  Mapping mapping{network_size(geometry), {}, links};
  try {
    mapping.arrays = read_list(list, geometry);
  } catch (const Error& error) {
    throw Error(ErrorKind::kConfiguration, error.what());
  }
  try {
    check_mapping(mapping);
  } catch (const Error& error) {
    const bool has_cells = std::any_of(mapping.arrays.begin(), mapping.arrays.end(), is_by_cells);
    throw Error(
        ErrorKind::kConfiguration,
        fmt::format("encoding.{}{}", error.what(),
                    has_cells ? " (cells that are listed fit one size of network alone)" : ""));
  }
  return mapping.arrays;
}

}  // namespace lowpass
