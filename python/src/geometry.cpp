#include "python/src/geometry.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/network/network_kind.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {

Grid grid_of(const PlainGrid& plain) {
  Grid grid{.axes = {}, .cell_of_unit = plain.second};
  for (const auto& [name, size] : plain.first) grid.axes.push_back({name, size});
  return grid;
}

PlainGrid plain_grid(const Grid& grid) {
  PlainGrid plain{{}, grid.cell_of_unit};
  for (const Axis& axis : grid.axes) plain.first.emplace_back(axis.name, axis.size);
  return plain;
}

void bind_geometry(nb::module_& m) {
  nb::class_<Geometry>(m, "Geometry")
      .def(
          "__init__",
          [](Geometry* self, const PlainGrid& inputs, const PlainGrid& neurons,
             const PlainGrid& hidden) {
            new (self) Geometry{grid_of(inputs), grid_of(neurons), grid_of(hidden)};
            check_geometry(*self);
          },
          "inputs"_a, "neurons"_a, "hidden"_a)
      .def_prop_ro("inputs", [](const Geometry& self) { return plain_grid(self.inputs); })
      .def_prop_ro("neurons", [](const Geometry& self) { return plain_grid(self.neurons); })
      .def_prop_ro("hidden", [](const Geometry& self) { return plain_grid(self.hidden); });
  m.def("with_hidden", &with_hidden, "geometry"_a, "hidden"_a);
  m.def(
      "layers",
      [](const Geometry& geometry, const std::string& kind) {
        return network_topology(network_kind_from_name(kind, "kind"), geometry).layers;
      },
      "geometry"_a, "kind"_a);
}

}  // namespace lowpass::python
