#pragma once

// The benchmarks of `bench`, one file each.

namespace CLI {
class App;
}

namespace lowpass::app {

void add_bench_octopus(CLI::App& bench);
void add_bench_evolve(CLI::App& bench);

}  // namespace lowpass::app
