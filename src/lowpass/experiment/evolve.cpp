#include "lowpass/experiment/evolve.h"

namespace lowpass {

RunOutcome evolve(const Configuration& configuration, const Task& task, int threads,
                  RunFolder& folder, const RunHooks& hooks) {
  Run run(configuration, task, threads, folder.resumed());
  const double started = hooks.clock();
  if (run.is_finished()) return {run.summary(), true};
  double saved = started;
  for (double now = started; !run.is_finished();) {
    if (hooks.should_stop()) {
      folder.save(run.state());
      return {run.summary(), false};
    }
    const double began = now;
    const GenerationRecord record = run.step();
    folder.append(record);
    folder.append_spectrum(run.state().search);
    hooks.on_generation(record);
    now = hooks.clock();
    // Save now if after one more generation of this length it would be late.
    if (now - saved + (now - began) > kCheckpointInterval && !run.is_finished()) {
      folder.save(run.state());
      saved = now;
    }
  }
  folder.finish(run.state(), run.summary(), hooks.clock() - started);
  return {run.summary(), true};
}

}  // namespace lowpass
