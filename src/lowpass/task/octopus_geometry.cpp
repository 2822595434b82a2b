#include "lowpass/task/octopus_geometry.h"

#include <cassert>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {

Actions actions_from_name(const std::string& name, const std::string& place) {
  if (name == "raw") return Actions::kRaw;
  if (name == "meta") return Actions::kMeta;
  throw Error(ErrorKind::kFile, fmt::format("{} = \"{}\": expected raw or meta", place, name));
}

std::string actions_name(Actions actions) { return actions == Actions::kRaw ? "raw" : "meta"; }

Geometry octopus_geometry(Actions actions, int compartments) {
  assert(compartments >= 1 && compartments <= kMaxTaskCompartments);
  const int columns = compartments + 1;
  const Grid inputs = dense_grid({{"variable", 8}, {"compartment", columns}}, 8 * compartments + 2);
  if (actions == Actions::kMeta) return {inputs, dense_grid({{"neuron", 8}}, 8)};
  return {inputs, dense_grid({{"muscle", 3}, {"compartment", columns}}, 3 * compartments + 2)};
}

}  // namespace lowpass
