#include "lowpass/task/octopus/octopus_geometry.h"

#include <cassert>

namespace lowpass {

Geometry octopus_geometry(Actions actions, int compartments) {
  assert(compartments >= 1);
  const int columns = compartments + 1;
  const Grid inputs = dense_grid({{"variable", 8}, {"compartment", columns}}, 8 * compartments + 2);
  if (actions == Actions::kMeta) return {inputs, dense_grid({{"neuron", 8}}, 8)};
  return {inputs, dense_grid({{"muscle", 3}, {"compartment", columns}}, 3 * compartments + 2)};
}

}  // namespace lowpass
