#include "lowpass/task/octopus_reaching.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/octopus/arm_description.h"
#include "lowpass/task/octopus_arena.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::kConfiguration, message);
}

void check(const ReachingOptions& options) {
  if (options.compartments < 1 || options.compartments > kMaxTaskCompartments) {
    fail(fmt::format("task.compartments = {}: expected 1 to {}", options.compartments,
                     kMaxTaskCompartments));
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

ReachingTrial make_trial(const ReachingOptions& options, double start) {
  if (!std::isfinite(start)) fail(fmt::format("task.starts: {}: expected finite angles", start));
  const ArmDescription arm = turned(default_arm(Physics::kC09, options.compartments), start);
  const double x = 0.5 * (arm.upper.back().x + arm.lower.back().x) - options.goal.x;
  const double y = 0.5 * (arm.upper.back().y + arm.lower.back().y) - options.goal.y;
  const double distance = std::sqrt(x * x + y * y);
  if (distance == 0.0) fail(fmt::format("task.goal: the tip starts on it at angle {}", start));
  return {.model = ArmModel(arm), .start = start, .initial_distance = distance};
}

}  // namespace

std::vector<double> paper_starts() { return {-std::numbers::pi / 2, 0.0, std::numbers::pi / 2}; }

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
  return make_octopus_arena(ArmBatch::preferred_lanes());
}

std::unique_ptr<OctopusArena> OctopusReaching::make_octopus_arena(int lanes) const {
  return std::make_unique<OctopusArena>(options_, trials_, lanes);
}

double OctopusReaching::surface_level() const {
  return default_constants(Physics::kC09).surface_level;
}

}  // namespace lowpass
