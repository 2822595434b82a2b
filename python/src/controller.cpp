#include "lowpass/network/controller.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/src/arrays.h"
#include "python/src/encoding.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

Activations activations_named(const std::string& hidden, const std::string& output) {
  return {activation_from_name(hidden, "activation"), activation_from_name(output, "output")};
}

Controller of_genome(const NetworkEncoding& encoding, const Vector& genome,
                     const std::string& activation, const std::string& output) {
  return encoding.encoding->controller(numbers(genome),
                                       network_topology(encoding.kind, encoding.geometry),
                                       activations_named(activation, output));
}

Controller of_weights(const Geometry& geometry, const std::string& kind, const Vector& weights,
                      const std::string& activation, const std::string& output) {
  return {network_topology(network_kind_from_name(kind, "kind"), geometry), numbers(weights),
          activations_named(activation, output)};
}

/// One step of lanes 0, 1, ...: a controller each, or one for all. The sizes were checked.
void step_lanes(const std::vector<const Controller*>& controllers, const Matrix& inputs,
                const OutMatrix& states, const OutMatrix& outputs) {
  std::vector<ControllerLane> batch;
  for (std::size_t i = 0; i < inputs.shape(0); ++i) {
    const Controller* own = controllers.size() == 1 ? controllers[0] : controllers[i];
    batch.push_back({own, row(inputs, i), row(states, i), row(outputs, i)});
  }
  nb::gil_scoped_release release;
  step(batch);
}

}  // namespace

void bind_controller(nb::module_& m) {
  nb::class_<Controller>(m, "Controller")
      .def_static("of_genome", &of_genome, "encoding"_a, "genome"_a.noconvert(), "activation"_a,
                  "output"_a)
      .def_static("of_weights", &of_weights, "geometry"_a, "kind"_a, "weights"_a.noconvert(),
                  "activation"_a, "output"_a)
      .def_prop_ro("inputs", [](const Controller& self) { return self.size().inputs; })
      .def_prop_ro("neurons", [](const Controller& self) { return self.size().neurons; })
      .def_prop_ro("outputs", &Controller::outputs)
      .def(
          "step",
          [](const Controller& self, const Vector& inputs, const OutVector& state,
             const OutVector& outputs) {
            self.step(numbers(inputs), numbers(state), numbers(outputs));
          },
          "inputs"_a.noconvert(), "state"_a.noconvert(), "outputs"_a.noconvert());
  m.def("step_controllers", &step_lanes, "controllers"_a, "inputs"_a.noconvert(),
        "states"_a.noconvert(), "outputs"_a.noconvert());
}

}  // namespace lowpass::python
