#include "lowpass/task/poles/poles_arena.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "lowpass/task/poles/poles_scene.h"

namespace lowpass {
namespace {

/// What the state is divided by to become inputs of about [-1, 1]: as in the program of the authors
/// of [G08], who say no more than that. Inputs are not clipped.
PolesState observation_scales(const PolesOptions& options) {
  const double limit = radians(angle_limit_degrees(options.poles));
  const double angle = options.velocities || options.poles == 1 ? limit : 0.52;
  return {kTrackLimit_m, 10.0, angle, 5.0, angle, 16.0};
}

}  // namespace

PolesArena::PolesArena(const PolesOptions& options, std::span<const PolesState> starts, int lanes)
    : options_(options),
      angle_limit_(radians(angle_limit_degrees(options.poles))),
      scales_(observation_scales(options)),
      starts_(starts),
      carts_({.poles = options.poles}, lanes),
      lane_(lanes) {}

void PolesArena::start(int lane, int trial) {
  Lane& l = lane_[lane];
  l = {.state = starts_[trial], .finished = false};
  carts_.load(lane, std::span(l.state).first(carts_.model().state_size()));
}

void PolesArena::observe(int lane, std::span<double> inputs) const {
  const PolesState& state = lane_[lane].state;
  const std::size_t stride = options_.velocities ? 1 : 2;
  assert(inputs.size() * stride == static_cast<std::size_t>(carts_.model().state_size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i] = state[i * stride] / scales_[i * stride];
  }
}

void PolesArena::act(int lane, std::span<const double> outputs) {
  lane_[lane].force = force_of_action(2.0 * outputs[0] - 1.0, options_.minimum_force);
  carts_.set_force(lane, lane_[lane].force);
}

void PolesArena::step() {
  carts_.step();
  for (int lane = 0; lane < lanes(); ++lane) {
    if (!lane_[lane].finished) judge(lane);
  }
}

Moment PolesArena::moment(int lane) const {
  return poles_moment(carts_.model(), lane_[lane].state, lane_[lane].force);
}

/// After a step: has the episode ended, and how?
void PolesArena::judge(int lane) {
  Lane& l = lane_[lane];
  if (carts_.diverged(lane)) {
    l.episode = {.diverged = true};
    l.force = 0.0;  // it may not be finite either
    return finish(lane);
  }
  for (int i = 0; i < carts_.model().state_size(); ++i) l.state[i] = carts_.state(lane, i);
  const bool balanced = is_balanced(l.state);
  if (balanced) {
    ++l.episode.steps;
    if (options_.fitness == PolesFitness::kDamping) l.damping.add(l.state);
  }
  l.episode.succeeded = l.episode.steps == options_.steps;
  if (balanced && !l.episode.succeeded) return;
  l.episode.fitness = balancing_fitness(l);
  finish(lane);
}

double PolesArena::balancing_fitness(const Lane& lane) const {
  return options_.fitness == PolesFitness::kDamping ? lane.damping.fitness(options_.steps)
                                                    : lane.episode.steps;
}

double PolesArena::score(int lane) const {
  const Lane& l = lane_[lane];
  return l.finished ? l.episode.fitness : balancing_fitness(l);
}

/// A cart at rest under upright poles costs its neighbours the least time, and stays there.
void PolesArena::finish(int lane) {
  lane_[lane].finished = true;
  const PolesState rest = {};
  carts_.load(lane, std::span(rest).first(carts_.model().state_size()));
}

bool PolesArena::is_balanced(const PolesState& state) const {
  return std::abs(state[0]) <= kTrackLimit_m && std::abs(state[2]) <= angle_limit_ &&
         std::abs(state[4]) <= angle_limit_;  // with one pole always 0
}

}  // namespace lowpass
