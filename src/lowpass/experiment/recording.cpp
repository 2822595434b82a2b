#include "lowpass/experiment/recording.h"

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"

namespace lowpass {
namespace {

/// "touched after 93 steps"; nothing where there is nothing to say.
std::string outcome_of(const Episode& episode, const TaskEntry& entry) {
  if (episode.diverged) return "diverged";
  if (!episode.succeeded) return "";
  return fmt::format("{} after {} step{}", entry.success, episode.steps,
                     episode.steps == 1 ? "" : "s");
}

/// Takes in moments one by one and keeps some, evenly spaced.
class MomentKeeper {
 public:
  explicit MomentKeeper(std::vector<Moment>& kept) : kept_(kept) {}

  void take(const Arena& arena) {
    if (taken_++ % stride_ != 0) return;
    if (static_cast<int>(kept_.size()) == kMostMoments) thin();
    kept_.push_back(arena.moment(0));
  }
  /// Control steps between two moments that were kept.
  int stride() const { return stride_; }

 private:
  void thin() {
    for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
    kept_.resize((kept_.size() + 1) / 2);
    stride_ *= 2;
  }

  std::vector<Moment>& kept_;
  std::int64_t taken_ = 0;
  int stride_ = 1;
};

}  // namespace

Recording recorded_episode(const Task& task, const TaskEntry& entry, const Controller& controller,
                           int trial) {
  Recording recording{.scene = task.scene(), .title = task.trial_name(trial), .moments = {}};
  const auto arena = task.make_arena();
  std::vector<double> inputs(controller.size().inputs), state(controller.size().neurons, 0.0),
      outputs(controller.outputs());
  MomentKeeper keeper(recording.moments);
  arena->start(0, trial);
  keeper.take(*arena);
  while (!arena->finished(0)) {
    arena->observe(0, inputs);
    controller.step(inputs, state, outputs);
    arena->act(0, outputs);
    arena->step();
    if (arena->finished(0) && arena->episode(0).diverged) break;
    keeper.take(*arena);
  }
  const Episode episode = arena->episode(0);
  // The end is always worth seeing.
  if (keeper.stride() > 1 && !episode.diverged) recording.moments.back() = arena->moment(0);
  recording.scene.step_time *= keeper.stride();
  recording.fitness = episode.fitness;
  recording.succeeded = episode.succeeded;
  recording.outcome =
      task.is_void(trial) ? "void: over before it begins" : outcome_of(episode, entry);
  return recording;
}

std::vector<Recording> recorded(const GenomeFile& file, const Configuration& then,
                                const Resizing& resizing) {
  const TaskEntry& entry = task_entry(then);
  const auto task = make_task(then);
  const Controller controller = stored_controller(file, then, resizing);
  std::vector<Recording> recordings;
  for (int trial = 0; trial < task->trials(); ++trial) {
    recordings.push_back(recorded_episode(*task, entry, controller, trial));
  }
  return recordings;
}

}  // namespace lowpass
