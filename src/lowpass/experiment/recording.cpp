#include "lowpass/experiment/recording.h"

#include "lowpass/task/octopus_arena.h"

namespace lowpass {
namespace {

/// The node pairs of lane 0, base included, and the activations in the order of the frame.
Trajectory::Frame frame_of(const OctopusArena& arena) {
  Trajectory::Frame frame;
  frame.nodes = arena.outline(0);
  const auto actions = arena.actions(0);
  frame.activations.assign(actions.begin() + 2, actions.end());
  frame.activations.push_back(actions[0]);
  frame.activations.push_back(actions[1]);
  return frame;
}

}  // namespace

Trajectory recorded_episode(const OctopusReaching& task, const Controller& controller, int trial) {
  const ReachingOptions& options = task.options();
  const auto arena = task.make_octopus_arena(1);
  const NetworkSize size = controller.size();
  std::vector<double> inputs(size.inputs), state(size.neurons, 0.0), outputs(size.neurons);
  Trajectory trajectory{.compartments = options.compartments,
                        .start = options.starts[trial],
                        .control_step = options.control_step,
                        .goal_x = options.goal.x,
                        .goal_y = options.goal.y,
                        .surface = task.surface_level(),
                        .fitness = 0.0,
                        .touched = false,
                        .frames = {}};
  arena->start(0, trial);
  trajectory.frames.push_back(frame_of(*arena));
  while (!arena->finished(0)) {
    arena->observe(0, inputs);
    controller.step(inputs, state);
    for (int n = 0; n < size.neurons; ++n) outputs[n] = controller.output(state[n]);
    arena->act(0, outputs);
    arena->step();
    if (arena->finished(0) && arena->episode(0).diverged) break;
    trajectory.frames.push_back(frame_of(*arena));
  }
  trajectory.fitness = arena->episode(0).fitness;
  trajectory.touched = arena->episode(0).touched;
  return trajectory;
}

}  // namespace lowpass
