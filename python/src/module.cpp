#include "python/src/bindings.h"

NB_MODULE(_core, m) {
  using namespace lowpass::python;
  bind_library(m);
  bind_outside_run(m);
  bind_pilot(m);
  bind_geometry(m);
  bind_encoding(m);
  bind_controller(m);
  bind_search(m);
  bind_configuration(m);
  bind_task(m);
  bind_controller_file(m);
  bind_run_records(m);
  bind_evolve(m);
}
