#include "lowpass/task/octopus/octopus_reaching.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/touch.h"
#include "lowpass/task/octopus/angle_label.h"
#include "lowpass/task/octopus/octopus_arena.h"
#include "lowpass/task/octopus/octopus_scene.h"

namespace lowpass {
namespace {

constexpr const char* kInferredEnvironment = "2009-2";

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::kConfiguration, message);
}

void check(const ReachingOptions& options) {
  const int most = options.arm ? options.arm->compartments() : kMaxTaskCompartments;
  const int least = options.arm ? most : 1;
  if (options.compartments < least || options.compartments > most) {
    fail(fmt::format("task.compartments = {}: expected {} to {}", options.compartments, least,
                     most));
  }
  const double substeps = options.control_step / 0.2;
  if (!(substeps > 0.5 && substeps < 1e6) || std::abs(substeps - std::round(substeps)) > 1e-9) {
    fail(fmt::format("task.control_step = {}: expected a positive multiple of 0.2",
                     options.control_step));
  }
  if (options.steps < 1) fail(fmt::format("task.steps = {}: expected at least 1", options.steps));
  if (!std::isfinite(options.goal.x) || !std::isfinite(options.goal.y)) {
    fail(fmt::format("task.goal = [{}, {}]: expected finite numbers", options.goal.x,
                     options.goal.y));
  }
  if (options.starts.empty()) fail("task.starts = []: expected at least one angle");
}

bool contains_goal(const ArmDescription& arm, const ReachingOptions& options) {
  const auto corner = [](const ArmNode& node) { return Corner(node.x, node.y); };
  TouchTest test(options.goal.x, options.goal.y, corner(arm.upper[0]), corner(arm.lower[0]));
  bool is_inside = false;  // the compartments so far that may touch it
  for (std::size_t i = 1; i < arm.upper.size(); ++i) {
    if (options.touch == Touch::kLast) is_inside = false;
    is_inside = test.next(corner(arm.upper[i]), corner(arm.lower[i])) || is_inside;
  }
  return is_inside;
}

ArmDescription arm_of(const ReachingOptions& options) {
  ArmDescription arm =
      options.arm ? *options.arm : default_arm(Physics::kC09, options.compartments);
  if (options.constants) arm.constants = *options.constants;
  return arm;
}

ReachingTrial make_trial(const ReachingOptions& options, double start) {
  if (!std::isfinite(start)) fail(fmt::format("task.starts: {}: expected finite angles", start));
  const ArmDescription arm = turned(arm_of(options), start);
  const double x = 0.5 * (arm.upper.back().x + arm.lower.back().x) - options.goal.x;
  const double y = 0.5 * (arm.upper.back().y + arm.lower.back().y) - options.goal.y;
  const double distance = std::sqrt(x * x + y * y);
  if (!std::isfinite(distance)) {
    fail(fmt::format("task.goal = [{}, {}]: expected a finite distance from the start {}",
                     options.goal.x, options.goal.y, start));
  }
  if (distance == 0.0) fail(fmt::format("task.goal: the tip starts on it at angle {}", start));
  return {.model = ArmModel(arm),
          .start = start,
          .initial_distance = distance,
          .is_void = contains_goal(arm, options)};
}

}  // namespace

std::vector<double> paper_starts() { return {-std::numbers::pi / 2, 0.0, std::numbers::pi / 2}; }

ReachingOptions inferred_reaching(Actions actions, int compartments) {
  ReachingOptions options = paper_reaching(actions, compartments);
  const Point target = octopus_environment(kInferredEnvironment).target;
  options.goal = {target.x * (compartments / 10.0), target.y * (compartments / 10.0)};
  return options;
}

ReachingOptions paper_reaching(Actions actions, int compartments) {
  return {.compartments = compartments,
          .actions = actions,
          .control_step = 1.0,
          .steps = 25 * std::max(compartments, 10),
          .goal = {0.35 * compartments, -0.3 * compartments},
          .starts = paper_starts(),
          .score = Score::kFinal};
}

ReachingOptions competition_reaching(Actions actions, int compartments) {
  ReachingOptions options = paper_reaching(actions, compartments);
  options.control_step = 5.0;
  options.goal = {6.0, 5.0};
  return options;
}

const std::vector<ReachingPreset>& reaching_presets() {
  static const std::vector<ReachingPreset> presets = {
      {"inferred",
       kInferredEnvironment,
       inferred_reaching,
       false,
       {.coefficients = 10.0, .weights = 1.0}},
      {"paper", "library", paper_reaching},
      {"competition", "library", competition_reaching}};
  return presets;
}

const ReachingPreset& reaching_preset(const std::string& name) {
  const auto& all = reaching_presets();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ReachingPreset& p) { return p.name == name; });
  assert(found != all.end());
  return *found;
}

bool is_void_start(const ReachingOptions& options, double start) {
  return contains_goal(turned(arm_of(options), start), options);
}

OctopusReaching::OctopusReaching(const ReachingOptions& options) : options_(options) {
  check(options_);
  for (const double start : options_.starts) trials_.push_back(make_trial(options_, start));
}

OctopusReaching::~OctopusReaching() = default;

Geometry OctopusReaching::geometry() const {
  return octopus_geometry(options_.actions, options_.compartments);
}

int OctopusReaching::trials() const { return static_cast<int>(trials_.size()); }

std::unique_ptr<Arena> OctopusReaching::make_arena() const {
  return make_octopus_arena(ArmBatch::preferred_lanes(options_.precision));
}

std::unique_ptr<OctopusArena> OctopusReaching::make_octopus_arena(int lanes) const {
  return std::make_unique<OctopusArena>(options_, trials_, lanes);
}

std::string OctopusReaching::trial_name(int trial) const {
  return "start " + angle_label(options_.starts[trial]);
}

bool OctopusReaching::is_void(int trial) const { return trials_[trial].is_void; }

Scene OctopusReaching::scene() const {
  const ArmModel& arm = trials_[0].model;
  return octopus_scene(options_.compartments, {.base_x = arm.base_x(),
                                               .base_y = arm.base_y(),
                                               .goal_x = options_.goal.x,
                                               .goal_y = options_.goal.y,
                                               .surface = arm.constants().surface_level,
                                               .control_step = options_.control_step});
}

}  // namespace lowpass
