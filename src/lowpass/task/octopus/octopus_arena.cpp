#include "lowpass/task/octopus/octopus_arena.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "lowpass/core/math.h"
#include "lowpass/octopus/touch.h"
#include "lowpass/task/octopus/octopus_scene.h"

namespace lowpass {
namespace {

constexpr double kSubstep = 0.2;  // time units of one integration step of the simulator

double clamped(double x) { return std::min(std::max(x, 0.0), 1.0); }

/// Raw neurons: 3c + m drives muscle m of compartment c; 3p and 3p + 1 turn the base. The simulator
/// takes the two torques first.
void spread_raw(std::span<const double> outputs, std::span<double> actions) {
  const std::size_t muscles = outputs.size() - 2;
  actions[0] = clamped(outputs[muscles]);
  actions[1] = clamped(outputs[muscles + 1]);
  std::copy_n(outputs.begin(), muscles, actions.begin() + 2);
}

/// Meta neurons: 0, 1, 2 drive the dorsal, transverse, ventral muscles of the first half of the arm
/// (the larger one if p is odd), 3, 4, 5 those of the second; 6 and 7 turn the base.
void spread_meta(std::span<const double> outputs, std::span<double> actions) {
  const std::size_t compartments = (actions.size() - 2) / 3;
  const std::size_t first_half = (compartments + 1) / 2;
  actions[0] = clamped(outputs[6]);
  actions[1] = clamped(outputs[7]);
  for (std::size_t c = 0; c < compartments; ++c) {
    std::copy_n(outputs.begin() + (c < first_half ? 0 : 3), 3, actions.begin() + 2 + 3 * c);
  }
}

}  // namespace

OctopusArena::OctopusArena(const ReachingOptions& options, std::span<const ReachingTrial> trials,
                           int lanes)
    : options_(options),
      trials_(trials),
      substeps_(static_cast<int>(std::lround(options.control_step / kSubstep))),
      arms_(Physics::kC09, options.compartments, lanes, options.precision),
      lane_(lanes) {
  for (Lane& lane : lane_) lane.actions.resize(3 * options.compartments + 2, 0.0);
}

void OctopusArena::start(int lane, int trial) {
  const ReachingTrial& t = trials_[trial];
  arms_.load(lane, t.model, t.model.start());
  Lane& l = lane_[lane];
  l.trial = &t;
  l.theta_offset = t.start - arms_.unwrapped_theta(lane);
  l.closest_step = 0;
  l.closest_distance = t.initial_distance;
  l.distance_sum = 0.0;
  l.finished = false;
  l.episode = {};
  std::fill(l.actions.begin(), l.actions.end(), 0.0);
}

void OctopusArena::observe(int lane, std::span<double> inputs) const {
  const auto nodes = arms_.nodes(lane);
  assert(inputs.size() == nodes.size() + 2);
  std::copy(nodes.begin(), nodes.end(), inputs.begin());
  // The angle of the arm, continuous over the turns of the base and exactly the start at first.
  inputs[nodes.size()] = arms_.unwrapped_theta(lane) + lane_[lane].theta_offset;
  inputs[nodes.size() + 1] = arms_.omega(lane);
}

void OctopusArena::act(int lane, std::span<const double> outputs) {
  std::vector<double>& actions = lane_[lane].actions;
  if (options_.actions == Actions::kRaw) {
    spread_raw(outputs, actions);
  } else {
    spread_meta(outputs, actions);
  }
  arms_.set_actions(lane, actions);
}

void OctopusArena::step() {
  arms_.step(substeps_);
  arms_.mark_near(options_.goal.x, options_.goal.y);
  for (int lane = 0; lane < lanes(); ++lane) {
    if (!lane_[lane].finished) judge(lane);
  }
}

Moment OctopusArena::moment(int lane) const {
  const std::vector<double> nodes = outline(lane);
  return octopus_moment({.outline = nodes,
                         .actions = lane_[lane].actions,
                         .distance = tip_distance(lane),
                         .has_touched = lane_[lane].episode.succeeded});
}

std::vector<double> OctopusArena::outline(int lane) const {
  const ArmModel& model = lane_[lane].trial->model;
  const double dx = model.base_radius() * cos(arms_.theta(lane));
  const double dy = model.base_radius() * sin(arms_.theta(lane));
  std::vector<double> outline = {model.base_x() + dx, model.base_y() + dy, model.base_x() - dx,
                                 model.base_y() - dy};
  const auto nodes = arms_.nodes(lane);
  for (std::size_t first = 0; first < nodes.size(); first += 8) {
    for (const int i : {0, 1, 4, 5}) outline.push_back(nodes[first + i]);
  }
  return outline;
}

double OctopusArena::score(int lane) const {
  const Lane& l = lane_[lane];
  return l.finished ? l.episode.fitness : reaching_fitness(l);
}

bool OctopusArena::is_out_of_time(int lane) const {
  const Episode& episode = lane_[lane].episode;
  return lane_[lane].finished && !episode.succeeded && !episode.diverged;
}

/// The distance of the tip, the midpoint of the last node pair, from the goal.
double OctopusArena::tip_distance(int lane) const {
  const auto nodes = arms_.nodes(lane);
  const std::size_t last = nodes.size() - 8;
  const double x = 0.5 * (nodes[last] + nodes[last + 4]) - options_.goal.x;
  const double y = 0.5 * (nodes[last + 1] + nodes[last + 5]) - options_.goal.y;
  return std::sqrt(x * x + y * y);
}

/// Whether the goal lies in a compartment that may touch it.
bool OctopusArena::touches(int lane) const {
  if (!arms_.is_near(lane)) return false;
  const Point goal = options_.goal;
  const auto nodes = arms_.nodes(lane);
  const std::size_t last = nodes.size() - 8;
  if (options_.touch == Touch::kAny || last == 0) return arms_.contains(lane, goal.x, goal.y);
  const auto corner = [&](std::size_t i) { return Corner(nodes[i], nodes[i + 1]); };
  TouchTest test(goal.x, goal.y, corner(last - 8), corner(last - 4));
  return test.next(corner(last), corner(last + 4));
}

/// After a step: has the episode ended, and how?
void OctopusArena::judge(int lane) {
  Lane& l = lane_[lane];
  Episode& episode = l.episode;
  ++episode.steps;
  episode.diverged = arms_.diverged(lane);
  if (episode.diverged) {
    l.finished = true;  // fitness stays 0
    return;
  }
  episode.distance = tip_distance(lane);
  l.distance_sum += episode.distance;
  episode.succeeded = touches(lane);
  if (episode.distance < l.closest_distance || episode.succeeded) {
    l.closest_distance = episode.distance;
    l.closest_step = episode.steps;
  }
  l.finished = episode.succeeded || episode.steps == options_.steps;
  if (l.finished) episode.fitness = reaching_fitness(l);
}

OctopusArena::Approach OctopusArena::approach(const Lane& lane) const {
  const int steps = lane.episode.steps;
  switch (options_.score) {
    case Score::kFinal:
      break;
    case Score::kClosest:
      return {static_cast<double>(lane.closest_step), lane.closest_distance};
    case Score::kIntegrated:
      return {static_cast<double>(steps), lane.distance_sum / std::max(steps, 1)};
  }
  return {static_cast<double>(steps), lane.episode.distance};
}

/// max(1 - (t/T)(d/D), 0) ([FDE12] Eq. 12). By closest approach, an arm whose tip only moved away
/// would have t = 0; it scores 0.
double OctopusArena::reaching_fitness(const Lane& lane) const {
  if (options_.score == Score::kClosest && lane.closest_step == 0) return 0.0;
  const auto [t, d] = approach(lane);
  return std::max(1.0 - (t / options_.steps) * (d / lane.trial->initial_distance), 0.0);
}

}  // namespace lowpass
