#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_value.h"
#include "lowpass/octopus/arm_file.h"
#include "lowpass/octopus/simulation.h"

namespace lowpass {
namespace {

/// Steps of a run; a bound that keeps their count exact.
constexpr std::int64_t kMaxSteps = 1'000'000'000'000;
/// Substeps of a step.
constexpr int kMaxSubsteps = 1'000'000;

Physics read_physics(const JsonValue& place) {
  return place.text_of({"C09", "M06"}) == "C09" ? Physics::kC09 : Physics::kM06;
}

/// Those that the file names; the others are the defaults of the physics.
ArmConstants read_constants(const JsonValue& place, Physics physics) {
  ArmConstants c = default_constants(physics);
  const std::pair<const char*, double*> names[] = {
      {"frictionTangential", &c.friction_tangential},
      {"frictionPerpendicular", &c.friction_perpendicular},
      {"pressure", &c.pressure},
      {"gravity", &c.gravity},
      {"surfaceLevel", &c.surface_level},
      {"muscleActive", &c.muscle_active},
      {"musclePassive", &c.muscle_passive},
      {"muscleNormalizedMinLength", &c.muscle_normalized_min_length},
      {"muscleDamping", &c.muscle_damping},
      {"repulsionConstant", &c.repulsion_constant},
      {"repulsionPower", &c.repulsion_power},
      {"repulsionThreshold", &c.repulsion_threshold},
      {"torqueCoefficient", &c.torque_coefficient}};
  for (const auto& [name, value] : names) {
    if (place.has(name)) *value = place.at(name).number();
  }
  for (const std::string& key : place.keys()) {
    place.at(key).number();
    const bool is_known = std::any_of(std::begin(names), std::end(names),
                                      [&](const auto& entry) { return entry.first == key; });
    // Buoyancy is in the format, and never used.
    if (!is_known && key != "buoyancy") place.at(key).expected("a constant of the arm");
  }
  return c;
}

std::vector<double> read_numbers(const JsonValue& place, std::size_t count,
                                 const std::string& what) {
  place.require_size(count, what);
  return place.numbers();
}

ArmNode read_node(const JsonValue& place) {
  const std::vector<double> v = read_numbers(place, 5, "numbers (x, y, vx, vy, mass)");
  return {.x = v[0], .y = v[1], .velocity_x = v[2], .velocity_y = v[3], .mass = v[4]};
}

std::vector<ArmNode> read_nodes(const JsonValue& nodes, std::size_t first, std::size_t count) {
  std::vector<ArmNode> read;
  for (std::size_t i = first; i < first + count; ++i) read.push_back(read_node(nodes.item(i)));
  return read;
}

/// The default arm of p compartments, or its nodes as they are listed.
ArmDescription read_listed_arm(const JsonValue& file) {
  const Physics physics = read_physics(file.at("model"));
  const int p = static_cast<int>(file.at("p").integer(1, kMaxCompartments));
  ArmDescription arm{.physics = physics};
  if (file.has("nodes")) {
    const auto pairs = static_cast<std::size_t>(p) + 1;
    file.at("nodes").require_size(2 * pairs, "nodes (upper 0 to p, then lower 0 to p)");
    arm.upper = read_nodes(file.at("nodes"), 0, pairs);
    arm.lower = read_nodes(file.at("nodes"), pairs, pairs);
  } else {
    arm = default_arm(physics, p);
  }
  arm.constants = file.has("constants") ? read_constants(file.at("constants"), physics)
                                        : default_constants(physics);
  validate(arm);
  return arm;
}

/// From the description file that "arm" names, below the folder of the simulation file, or as it is
/// listed here.
ArmDescription read_arm(const JsonValue& file, const std::string& name) {
  try {
    if (!file.has("arm")) return read_listed_arm(file);
    const auto path = std::filesystem::path(name).parent_path() / file.at("arm").text();
    return lowpass::read_arm(read_file(path), path.string());
  } catch (const Error& error) {
    const std::string what = error.what();
    const bool has_place = what.starts_with(file.place());
    throw Error(ErrorKind::kFile, has_place ? what : fmt::format("{}: {}", file.place(), what));
  }
}

ArmState read_state(const JsonValue& place, int compartments) {
  ArmState state{read_numbers(place, state_size(compartments), "numbers")};
  if (std::abs(state.theta()) > kMaxTheta) {
    place.item(0).expected(fmt::format("an angle of at most {} radians", kMaxTheta));
  }
  return state;
}

int read_substeps(const JsonValue& place) {
  const double ratio = place.number() / 0.2;
  const double substeps = std::round(ratio);
  // 1e-9: durations are typed in decimals, whose quotient by 0.2 is off by some roundings.
  if (!(substeps >= 1 && substeps <= kMaxSubsteps) ||
      std::abs(ratio - substeps) > 1e-9 * substeps) {
    place.expected(fmt::format("a multiple of 0.2, from 0.2 to {}", 0.2 * kMaxSubsteps));
  }
  return static_cast<int>(substeps);
}

std::vector<Simulation::Segment> read_segments(const JsonValue& place, std::size_t action_size) {
  std::vector<Simulation::Segment> segments;
  for (std::size_t i = 0; i < place.size(); ++i) {
    const JsonValue segment = place.item(i);
    segment.require_size(2, "parts (repeat, actions)");
    segments.push_back({segment.item(0).integer(1, kMaxSteps),
                        read_numbers(segment.item(1), action_size, "actions")});
  }
  return segments;
}

std::vector<std::int64_t> read_steps(const JsonValue& place,
                                     const std::vector<Simulation::Segment>& segments) {
  std::int64_t last = 0;
  for (const auto& segment : segments) last = std::min(kMaxSteps, last + segment.repeat);
  std::vector<std::int64_t> steps;
  for (std::size_t i = 0; i < place.size(); ++i) {
    const JsonValue step = place.item(i);
    if (step.number() > static_cast<double>(last)) {
      step.expected(fmt::format("an integer from 0 to {}, the steps that the segments have", last));
    }
    const std::int64_t first = steps.empty() ? 0 : steps.back();
    steps.push_back(step.integer(first, last));  // ascending, since states are reported as reached
  }
  return steps;
}

}  // namespace

Simulation read_simulation(std::string_view text, const std::string& file) {
  const JsonValue root = JsonValue::parse(std::string(text), file);
  Simulation simulation;
  simulation.arm = read_arm(root, file);
  if (root.has("food") && root.at("food").size() > 0) {
    root.at("food").expected("none (not simulated)");
  }
  const int p = simulation.arm.compartments();
  if (root.has("state")) simulation.start = read_state(root.at("state"), p);
  if (root.has("step_duration")) simulation.substeps = read_substeps(root.at("step_duration"));
  const int torques = simulation.arm.physics == Physics::kC09 ? 2 : 0;
  simulation.segments = read_segments(root.at("segments"), 3 * p + torques);
  simulation.steps = read_steps(root.at("steps"), simulation.segments);
  return simulation;
}

}  // namespace lowpass
