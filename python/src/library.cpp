#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/core/error.h"
#include "lowpass/core/simd.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/core/version.h"
#include "python/src/bindings.h"

namespace nb = nanobind;

namespace lowpass::python {

void bind_library(nb::module_& m) {
  nb::exception<Error>(m, "Error", PyExc_ValueError);
  m.def("version", &version);
  m.def("compiler", &compiler);
  m.def("simd_target", &simd_target);
  m.def("simd_targets", &simd_targets);
  m.def("use_simd_target", &use_simd_target, nb::arg("name"));
  m.def("available_threads", &available_threads);
}

}  // namespace lowpass::python
