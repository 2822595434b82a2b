#include "python/src/encoding.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/order.h"
#include "python/src/arrays.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

NetworkStep step_named(const std::string& name) {
  if (name == "dense") return NetworkStep::kDense;
  if (name == "spectral") return NetworkStep::kSpectral;
  throw Error(ErrorKind::kUsage, "step = \"" + name + "\": expected dense or spectral");
}

Scale scale_named(const std::string& name) {
  if (name == "none") return Scale::kNone;
  if (name == "amplitude") return Scale::kAmplitude;
  throw Error(ErrorKind::kUsage, "scale = \"" + name + "\": expected none or amplitude");
}

NetworkEncoding made(const std::string& mapping, const Geometry& geometry, Cell coefficients,
                     const std::string& step, const std::string& kind_name) {
  const NetworkKind kind = network_kind_from_name(kind_name, "kind");
  return {mapping, geometry, kind,
          make_encoding(mapping, geometry, coefficients, step_named(step), kind)};
}

NetworkEncoding resized(const NetworkEncoding& self, const Geometry& geometry,
                        const std::string& scale) {
  const auto* frequencies = dynamic_cast<const FrequencyEncoding*>(self.encoding.get());
  if (frequencies == nullptr) {
    throw Error(ErrorKind::kUsage,
                "encoding \"direct\": it has no frequencies to keep; resized_weights takes its "
                "weights to another size through a mapping");
  }
  return {self.mapping, geometry, self.kind,
          std::make_shared<FrequencyEncoding>(frequencies->resized(
              make_mapping(self.mapping, geometry, self.kind), scale_named(scale)))};
}

/// Rows of genomes to rows of weights; the sizes were checked.
void decode(const NetworkEncoding& self, const Matrix& genomes, const OutMatrix& weights) {
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < genomes.shape(0); ++i) {
    self.encoding->decode(row(genomes, i), row(weights, i));
  }
}

nb::object encode(const NetworkEncoding& self, const Vector& weights) {
  return new_vector(self.encoding->encode(numbers(weights)));
}

nb::object sigma_of_weight_rms(const NetworkEncoding& self, double rms) {
  return new_vector(self.encoding->sigma_of_weight_rms(rms));
}

nb::object resized_weights(const Vector& weights, const std::string& mapping, const Geometry& from,
                           const Geometry& to, const std::string& kind_name,
                           const std::string& scale) {
  const NetworkKind kind = network_kind_from_name(kind_name, "kind");
  return new_vector(resized_network(numbers(weights), make_mapping(mapping, from, kind),
                                    make_mapping(mapping, to, kind), scale_named(scale)));
}

std::vector<std::vector<int>> order(const Shape& shape, Cell count) {
  std::vector<std::vector<int>> places;
  for (const Cell cell : coefficient_order(shape, count)) {
    places.push_back(coordinates(shape, cell));
  }
  return places;
}

}  // namespace

void bind_encoding(nb::module_& m) {
  nb::class_<NetworkEncoding>(m, "Encoding")
      .def_prop_ro("genome_size",
                   [](const NetworkEncoding& self) { return self.encoding->genome_size(); })
      .def_prop_ro("lengths", [](const NetworkEncoding& self) { return self.encoding->lengths(); })
      .def_prop_ro(
          "weight_count",
          [](const NetworkEncoding& self) { return self.encoding->network_size().weight_count(); })
      .def("decode", &decode, "genomes"_a.noconvert(), "weights"_a.noconvert())
      .def("encode", &encode, "weights"_a.noconvert())
      .def("sigma_of_weight_rms", &sigma_of_weight_rms, "rms"_a)
      .def("resized", &resized, "geometry"_a, "scale"_a);
  m.def("make_encoding", &made, "mapping"_a, "geometry"_a, "coefficients"_a, "step"_a, "kind"_a);
  m.def("mapping_names", &mapping_names);
  m.def("resized_weights", &resized_weights, "weights"_a.noconvert(), "mapping"_a, "origin"_a,
        "to"_a, "kind"_a, "scale"_a);
  m.def("cell_count", &cell_count, "shape"_a);
  m.def("coefficient_order", &order, "shape"_a, "count"_a);
}

}  // namespace lowpass::python
