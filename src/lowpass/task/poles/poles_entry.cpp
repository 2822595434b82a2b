#include "lowpass/task/poles/poles_simulation.h"
#include "lowpass/task/poles/poles_task.h"

namespace lowpass {
namespace {

bool has_damping(const KeyValues& keys) { return keys.text("fitness") == "damping"; }

std::vector<Key> poles_keys() {
  return {integer_key("poles", 1, 1, kMaxPoles, "poles on the cart"),
          boolean_key("velocities", true, "whether the controller sees velocities"),
          choice_key("fitness", {"standard", "damping"},
                     "steps balanced, or how still it is at the end as well"),
          real_key("start_angle", 4.0, -36.0, 36.0, "of the first pole, degrees"),
          real_key("minimum_force", kMinForce, 0.0, kMaxForce, "least force on the cart, newton"),
          with_derived_default(integer_key("steps", kPolesProofSteps, 1, 10'000'000,
                                           "control steps of an episode, 0.02 s each"),
                               "100000, for damping 1000",
                               [](const KeyValues& keys) {
                                 return KeyValue(
                                     std::int64_t{has_damping(keys) ? 1000 : kPolesProofSteps});
                               }),
          young(choice_key("starts", {"angle", "grid"},
                           "the one start at start_angle, or 625 starts"))};
}

/// Gruau's generalisation test; a start counts if it is balanced for 1000 steps.
std::vector<TaskTest> poles_tests(KeyValues keys) {
  keys.set("fitness", std::string("standard"));
  keys.set("steps", std::int64_t{1000});
  keys.set("starts", std::string("grid"));
  return {{.name = "625 starts", .keys = std::move(keys)}};
}

/// The most that standard fitness can be. With damping, what all steps balanced give at the least;
/// the proof decides.
double poles_target(const KeyValues& keys) {
  return has_damping(keys) ? 0.1 : keys.integer("steps");
}

}  // namespace

PolesOptions poles_options(const KeyValues& keys) {
  return {.poles = keys.integer("poles"),
          .velocities = keys.boolean("velocities"),
          .fitness = has_damping(keys) ? PolesFitness::kDamping : PolesFitness::kStandard,
          .start_angle_degrees = keys.real("start_angle"),
          .minimum_force = keys.real("minimum_force"),
          .steps = keys.integer("steps"),
          .starts = keys.text("starts") == "grid" ? PolesStarts::kGrid : PolesStarts::kAngle};
}

TaskEntry poles_task() {
  return {
      .name = "poles",
      .help = "balance one or two poles on a cart",
      .keys = poles_keys(),
      .make =
          [](const KeyValues& keys) { return std::make_unique<PolesTask>(poles_options(keys)); },
      .tests = [](const KeyValues& keys) { return poles_tests(keys); },
      .target = poles_target,
      .stops_at_target = true,
      .success = "balanced",
      .simulate = simulate_poles};
}

}  // namespace lowpass
