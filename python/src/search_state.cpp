#include "python/src/search_state.h"

#include "python/src/arrays.h"

namespace nb = nanobind;

namespace lowpass::python {

Dict state_dict(const SearchState& state) {
  Dict arrays;
  for (const auto& [name, values] : state.arrays) arrays[name.c_str()] = new_vector(values);
  Dict result;
  result["seed"] = state.seed;
  result["generation"] = state.generation;
  result["best_genome"] = new_vector(state.best_genome);
  result["best_fitness"] = state.best_fitness;
  result["arrays"] = arrays;
  return result;
}

}  // namespace lowpass::python
