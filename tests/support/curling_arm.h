#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "lowpass/octopus/arm_batch.h"
#include "lowpass/record/trajectory.h"

namespace lowpass {

/// The arm of the batch as a film draws it. A base node is half the base's width from its midpoint.
inline Trajectory::Frame frame_of(const ArmBatch& batch, const ArmModel& model,
                                  const std::vector<double>& actions) {
  Trajectory::Frame frame;
  const double dx = model.base_radius() * std::cos(batch.theta(0));
  const double dy = model.base_radius() * std::sin(batch.theta(0));
  frame.nodes = {model.base_x() + dx, model.base_y() + dy, model.base_x() - dx,
                 model.base_y() - dy};
  const StridedValues nodes = batch.nodes(0);
  for (int i = 0; i < model.compartments(); ++i) {
    for (const int k : {0, 1, 4, 5}) frame.nodes.push_back(nodes[8 * i + k]);
  }
  frame.activations.assign(actions.begin() + 2, actions.end());
  frame.activations.insert(frame.activations.end(), actions.begin(), actions.begin() + 2);
  return frame;
}

/// A straight arm that swings and curls under hand-made activations: waves that run from base to
/// tip, dorsal and ventral in turn, while the base turns towards the goal. Ends with a touch.
inline Trajectory curling_arm(int compartments, double start, int steps) {
  const ArmModel model(turned(default_arm(Physics::kC09, compartments), start));
  ArmBatch batch(Physics::kC09, compartments, 1);
  batch.load(0, model, model.start());
  Trajectory trajectory{.compartments = compartments,
                        .start = start,
                        .control_step = 1.0,
                        .goal_x = 0.35 * compartments,
                        .goal_y = -0.3 * compartments,
                        .surface = model.constants().surface_level,
                        .frames = {}};
  std::vector<double> actions(batch.action_size(), 0.0);
  trajectory.frames.push_back(frame_of(batch, model, actions));
  for (int step = 0; step < steps && !trajectory.touched; ++step) {
    const double turn = std::clamp(-0.5 - (batch.unwrapped_theta(0) - 1.5707963), -1.0, 1.0);
    actions[0] = std::max(turn, 0.0);
    actions[1] = std::max(-turn, 0.0);
    for (int i = 0; i < compartments; ++i) {
      const double phase = 0.12 * step - 3.0 * i / compartments;
      actions[2 + 3 * i] = std::max(0.0, std::sin(phase));
      actions[3 + 3 * i] = 0.5 + 0.5 * std::sin(0.7 * phase + 1.0);
      actions[4 + 3 * i] = std::max(0.0, -std::sin(phase));
    }
    batch.set_actions(0, actions);
    batch.step(5);
    trajectory.frames.push_back(frame_of(batch, model, actions));
    trajectory.touched = batch.contains(0, trajectory.goal_x, trajectory.goal_y);
  }
  trajectory.fitness = trajectory.touched ? 0.8125 : 0.25;
  return trajectory;
}

}  // namespace lowpass
