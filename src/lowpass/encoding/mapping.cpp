#include "lowpass/encoding/mapping.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/array_layout.h"
#include "lowpass/encoding/listed_mapping.h"

namespace lowpass {
namespace {

constexpr LayoutAxis kSources{.is_source = true}, kDestinations{.is_source = false};

/// Every axis of a grid, in the order declared.
std::vector<LayoutAxis> grid_axes(bool is_source, const Grid& grid) {
  std::vector<LayoutAxis> axes;
  for (std::size_t a = 0; a < grid.axes.size(); ++a) axes.push_back({is_source, a});
  return axes;
}

std::vector<LayoutAxis> joined(std::vector<LayoutAxis> a, const std::vector<LayoutAxis>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<ArrayLayout> omega1() {
  return {{.from = {Group::kInputs, Group::kNeurons, Group::kBias},
           .to = Group::kNeurons,
           .axes = {kDestinations, kSources}}};
}

std::vector<ArrayLayout> omega2(const Geometry& geometry) {
  std::vector<LayoutAxis> input_axes = grid_axes(true, geometry.inputs);
  std::reverse(input_axes.begin(), input_axes.end());
  return {{{Group::kInputs}, Group::kNeurons, joined({kDestinations}, input_axes)},
          {{Group::kNeurons}, Group::kNeurons, {kDestinations, kSources}},
          {{Group::kBias}, Group::kNeurons, {kDestinations}}};
}

std::vector<ArrayLayout> omega3(const Geometry& geometry) {
  std::vector<ArrayLayout> layouts;
  for (const Group from : {Group::kInputs, Group::kHidden, Group::kOutputs, Group::kBias}) {
    for (const Group to : {Group::kHidden, Group::kOutputs}) {
      const GroupUnits sources = group_units(geometry, from);
      const GroupUnits destinations = group_units(geometry, to);
      if (sources.count == 0 || destinations.count == 0) continue;
      const auto source_axes =
          sources.grid ? grid_axes(true, *sources.grid) : std::vector<LayoutAxis>{};
      layouts.push_back({{from}, to, joined(source_axes, grid_axes(false, *destinations.grid))});
    }
  }
  return layouts;
}

std::vector<WeightArray> weight_arrays(const std::vector<ArrayLayout>& layouts,
                                       const Geometry& geometry) {
  std::vector<WeightArray> arrays;
  for (const ArrayLayout& layout : layouts) arrays.push_back(weight_array(layout, geometry));
  return arrays;
}

std::vector<WeightArray> arrays_of(const std::string& name_or_list, const Geometry& geometry,
                                   const Links& links) {
  if (name_or_list.starts_with('[')) return listed_arrays(name_or_list, geometry, links);
  if (name_or_list == "omega1") return weight_arrays(omega1(), geometry);
  if (name_or_list == "omega2") return weight_arrays(omega2(geometry), geometry);
  if (name_or_list == "omega3") return weight_arrays(omega3(geometry), geometry);
  throw Error(ErrorKind::kUsage, fmt::format("mapping \"{}\": expected one of {}", name_or_list,
                                             fmt::join(mapping_names(), ", ")));
}

/// Genes of an array without a link would change nothing.
void drop_arrays_without_links(Mapping& mapping) {
  if (mapping.exists.empty()) return;
  std::erase_if(mapping.arrays, [&](const WeightArray& array) {
    bool has_link = false;
    for_each_weight(mapping.size, array, [&](std::ptrdiff_t weight, Cell) {
      has_link = has_link || mapping.exists[weight];
    });
    return !has_link;
  });
}

}  // namespace

const std::vector<std::string>& mapping_names() {
  static const std::vector<std::string> names = {"omega1", "omega2", "omega3"};
  return names;
}

Mapping make_mapping(const std::string& name_or_list, const Geometry& geometry, NetworkKind kind) {
  check_geometry(geometry);
  Mapping mapping{network_size(geometry), {}, network_topology(kind, geometry).exists};
  mapping.arrays = arrays_of(name_or_list, geometry, mapping.exists);
  drop_arrays_without_links(mapping);
  return mapping;
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
