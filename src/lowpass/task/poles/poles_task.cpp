#include "lowpass/task/poles/poles_task.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/task/poles/poles_arena.h"
#include "lowpass/task/poles/poles_scene.h"

namespace lowpass {

PolesTask::PolesTask(const PolesOptions& options)
    : options_(options), starts_(poles_starts(options)) {
  const double limit = angle_limit_degrees(options.poles);
  if (!(std::abs(options.start_angle_degrees) <= limit)) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("task.start_angle = {}: expected -{} to {}, the limits with {} pole{}",
                            options.start_angle_degrees, limit, limit, options.poles,
                            options.poles == 1 ? "" : "s"));
  }
}

Geometry PolesTask::geometry() const {
  const int quantities = options_.velocities ? 2 : 1, bodies = 1 + options_.poles;
  return {.inputs = dense_grid({{"quantity", quantities}, {"body", bodies}}, quantities * bodies),
          .neurons = dense_grid({{"neuron", 1}}, 1)};
}

std::unique_ptr<Arena> PolesTask::make_arena() const {
  return make_arena(CartBatch::preferred_lanes());
}

std::unique_ptr<Arena> PolesTask::make_arena(int lanes) const {
  return std::make_unique<PolesArena>(options_, starts_, lanes);
}

std::string PolesTask::trial_name(int trial) const {
  return poles_start_name(options_, starts_[trial]);
}

Scene PolesTask::scene() const { return poles_scene({.poles = options_.poles}); }

std::optional<Proof> PolesTask::proof() const {
  if (options_.fitness != PolesFitness::kDamping) return {};
  PolesOptions standard = options_;
  standard.fitness = PolesFitness::kStandard;
  standard.steps = kPolesProofSteps;
  standard.starts = PolesStarts::kAngle;
  return Proof{std::make_unique<PolesTask>(standard), kPolesProofSteps};
}

}  // namespace lowpass
