#include "app/bench.h"

#include <CLI/CLI.hpp>

#include "app/verbs.h"

namespace lowpass::app {

void add_bench(CLI::App& program) {
  CLI::App* bench = program.add_subcommand("bench", "Measure speed on this machine, on one core");
  bench->require_subcommand(1);
  add_bench_octopus(*bench);
}

}  // namespace lowpass::app
