#include "lowpass/octopus/simulation.h"

#include "lowpass/octopus/arm_batch.h"
#include "lowpass/octopus/arm_model.h"

namespace lowpass {

void run(const Simulation& simulation,
         const std::function<void(std::int64_t step, const ArmState& state)>& report) {
  const ArmModel model(simulation.arm);
  ArmBatch batch(model.physics(), model.compartments(), 1);
  batch.load(0, model, simulation.start.value_or(model.start()));
  auto next = simulation.steps.begin();
  const auto report_if_due = [&](std::int64_t step) {
    for (; next != simulation.steps.end() && *next == step; ++next) report(step, batch.state(0));
  };
  std::int64_t step = 0;
  report_if_due(step);
  for (const Simulation::Segment& segment : simulation.segments) {
    batch.set_actions(0, segment.actions);
    for (std::int64_t i = 0; i < segment.repeat; ++i) {
      if (next == simulation.steps.end()) return;
      batch.step(simulation.substeps);
      report_if_due(++step);
    }
  }
}

}  // namespace lowpass
