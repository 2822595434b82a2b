#include "app/bench.h"

#include <CLI/CLI.hpp>

#include "app/verbs.h"

namespace lowpass::app {

void add_bench(CLI::App& program) {
  CLI::App* bench = program.add_subcommand("bench", "Measure speed on this machine");
  bench->require_subcommand(1);
  add_bench_octopus(*bench);
  add_bench_evolve(*bench);
}

}  // namespace lowpass::app
