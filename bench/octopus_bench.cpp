// The arm against the plain reference implementation. Repetitions in random order, so that all meet
// the same conditions:
//   bench_octopus --benchmark_enable_random_interleaving=true --benchmark_repetitions=20

#include <benchmark/benchmark.h>

#include "lowpass/octopus/arm_batch.h"
#include "tests/support/random_arm.h"
#include "tests/support/reference_arm.h"

namespace lowpass {
namespace {

constexpr int kSubsteps = 25;  // a step of 5.0 time units

/// Random actions for step `i` of arm `lane`: the same ones for both implementations.
std::vector<double> actions_of(int size, int lane, int i) {
  return uniform_numbers(static_cast<std::uint64_t>(1000 * lane + i % 64),
                         static_cast<std::size_t>(size), 0, 1);
}

void reference(benchmark::State& state, Physics physics) {
  const int compartments = static_cast<int>(state.range(0));
  const ArmDescription arm = default_arm(physics, compartments);
  ReferenceArm reference_arm(arm);
  const int size = ArmModel(arm).action_size();
  int i = 0;
  for (auto _ : state) {
    reference_arm.set_actions(actions_of(size, 0, i++));
    reference_arm.step(kSubsteps);
  }
  benchmark::DoNotOptimize(reference_arm.state().data());
  state.SetItemsProcessed(state.iterations());
}

void lanes(benchmark::State& state, Physics physics, int count, Precision precision) {
  const int compartments = static_cast<int>(state.range(0));
  const ArmModel model(default_arm(physics, compartments));
  ArmBatch batch(physics, compartments, count, precision);
  for (int lane = 0; lane < count; ++lane) batch.load(lane, model, model.start());
  int i = 0;
  for (auto _ : state) {
    for (int lane = 0; lane < count; ++lane) {
      batch.set_actions(lane, actions_of(batch.action_size(), lane, i));
    }
    batch.step(kSubsteps);
    ++i;
  }
  state.SetItemsProcessed(state.iterations() * count);
}

void one_lane(benchmark::State& state, Physics physics) {
  lanes(state, physics, 1, Precision::kDouble);
}
void all_lanes(benchmark::State& state, Physics physics, Precision precision) {
  lanes(state, physics, ArmBatch::preferred_lanes(precision), precision);
}

// items_per_second: arm steps of 5.0 time units, on one core
BENCHMARK_CAPTURE(reference, C09, Physics::kC09)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(one_lane, C09, Physics::kC09)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(all_lanes, C09, Physics::kC09, Precision::kDouble)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(all_lanes, C09 single, Physics::kC09, Precision::kSingle)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(reference, M06, Physics::kM06)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(one_lane, M06, Physics::kM06)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(all_lanes, M06, Physics::kM06, Precision::kDouble)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(all_lanes, M06 single, Physics::kM06, Precision::kSingle)->Arg(10)->Arg(20);

}  // namespace
}  // namespace lowpass
