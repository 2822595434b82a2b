// Cart and poles: the plant alone, and an arena with the work around it. Repetitions in random
// order, so that all meet the same conditions:
//   bench_poles --benchmark_enable_random_interleaving=true --benchmark_repetitions=20

#include <benchmark/benchmark.h>

#include "lowpass/task/poles/cart_batch.h"
#include "lowpass/task/poles/poles_task.h"

namespace lowpass {
namespace {

/// Poles that a small force topples slowly, set up again before they have fallen.
void plant(benchmark::State& state, int lanes) {
  CartBatch batch({.poles = static_cast<int>(state.range(0))}, lanes);
  const std::vector<double> rest(batch.model().state_size(), 0.0);
  int i = 0;
  for (auto _ : state) {
    if (i++ % 25 == 0) {
      for (int lane = 0; lane < lanes; ++lane) batch.load(lane, rest);
    }
    for (int lane = 0; lane < lanes; ++lane) batch.set_force(lane, 0.01);
    batch.step();
  }
  state.SetItemsProcessed(state.iterations() * lanes);
}

/// Observe, act and step, with a fresh start for lanes that have failed.
void arena(benchmark::State& state, int lanes) {
  const PolesTask task({.poles = static_cast<int>(state.range(0))});
  const auto carts = task.make_arena(lanes);
  std::vector<double> inputs(task.geometry().inputs.unit_count());
  for (int lane = 0; lane < lanes; ++lane) carts->start(lane, 0);
  for (auto _ : state) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (carts->finished(lane)) carts->start(lane, 0);
      carts->observe(lane, inputs);
      const double output = 0.5 + inputs[0];
      carts->act(lane, {&output, 1});
    }
    carts->step();
  }
  state.SetItemsProcessed(state.iterations() * lanes);
}

void one_lane(benchmark::State& state) { plant(state, 1); }
void all_lanes(benchmark::State& state) { plant(state, CartBatch::preferred_lanes()); }
void arena_one_lane(benchmark::State& state) { arena(state, 1); }
void arena_all_lanes(benchmark::State& state) { arena(state, CartBatch::preferred_lanes()); }

// items_per_second: control steps of 0.02 s, on one core. The argument is the number of poles.
BENCHMARK(one_lane)->Arg(1)->Arg(2);
BENCHMARK(all_lanes)->Arg(1)->Arg(2);
BENCHMARK(arena_one_lane)->Arg(1)->Arg(2);
BENCHMARK(arena_all_lanes)->Arg(1)->Arg(2);

}  // namespace
}  // namespace lowpass
