#pragma once

#include <nanobind/nanobind.h>

namespace lowpass::python {

// What the stub calls dict[str, Any], list[Any] and tuple[Any, ...].
using Dict = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;
using List = nanobind::typed<nanobind::list, nanobind::any>;
using Tuple = nanobind::typed<nanobind::tuple, nanobind::any, nanobind::ellipsis>;

// One function a topic, each in a file of its own: what Python sees of it.

void bind_configuration(nanobind::module_& m);
void bind_controller(nanobind::module_& m);
void bind_controller_file(nanobind::module_& m);
void bind_encoding(nanobind::module_& m);
void bind_evolve(nanobind::module_& m);
void bind_geometry(nanobind::module_& m);
void bind_library(nanobind::module_& m);
void bind_outside_run(nanobind::module_& m);
void bind_pilot(nanobind::module_& m);
void bind_run_records(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_task(nanobind::module_& m);

}  // namespace lowpass::python
