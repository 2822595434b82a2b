#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"
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

ArmConstants read_constants(const JsonValue& place, Physics physics) {
  ArmConstants c;
  c.friction_tangential = place.at("frictionTangential").number();
  c.friction_perpendicular = place.at("frictionPerpendicular").number();
  c.pressure = place.at("pressure").number();
  c.gravity = place.at("gravity").number();
  c.surface_level = place.at("surfaceLevel").number();
  c.muscle_active = place.at("muscleActive").number();
  c.muscle_passive = place.at("musclePassive").number();
  c.muscle_normalized_min_length = place.at("muscleNormalizedMinLength").number();
  c.muscle_damping = place.at("muscleDamping").number();
  c.repulsion_constant = place.at("repulsionConstant").number();
  c.repulsion_power = place.at("repulsionPower").number();
  c.repulsion_threshold = place.at("repulsionThreshold").number();
  if (physics == Physics::kC09 || place.has("torqueCoefficient")) {
    c.torque_coefficient = place.at("torqueCoefficient").number();
  }
  if (place.has("buoyancy")) place.at("buoyancy").number();  // in the format, never used
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

ArmDescription read_arm(const JsonValue& file) {
  ArmDescription arm;
  arm.physics = read_physics(file.at("model"));
  arm.constants = read_constants(file.at("constants"), arm.physics);
  const auto pairs = static_cast<std::size_t>(file.at("p").integer(1, kMaxCompartments)) + 1;
  const JsonValue nodes = file.at("nodes");
  nodes.require_size(2 * pairs, "nodes (upper 0 to p, then lower 0 to p)");
  for (std::size_t i = 0; i < 2 * pairs; ++i) {
    (i < pairs ? arm.upper : arm.lower).push_back(read_node(nodes.item(i)));
  }
  try {
    validate(arm);
  } catch (const Error& error) {
    throw Error(ErrorKind::kFile, fmt::format("{}: {}", file.place(), error.what()));
  }
  return arm;
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
  simulation.arm = read_arm(root);
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
