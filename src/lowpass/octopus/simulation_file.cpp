#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/error.h"
#include "lowpass/octopus/simulation.h"

namespace lowpass {
namespace {

using Json = nlohmann::json;

/// A value in the file and where it stands, for messages.
struct Place {
  const Json& json;
  const std::string& file;
  std::string name;

  [[noreturn]] void fail(const std::string& expected) const {
    std::string found = json.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (found.size() > 40) found = found.substr(0, 40) + "...";
    throw Error(ErrorKind::kFile,
                fmt::format("{}: {} = {}: expected {}", file, name, found, expected));
  }

  bool has(const char* key) const { return json.is_object() && json.contains(key); }

  Place at(const char* key) const {
    if (!json.is_object()) fail("an object");
    if (!json.contains(key)) {
      throw Error(ErrorKind::kFile, fmt::format("{}: no {}: expected one", file, child(key)));
    }
    return {json.at(key), file, child(key)};
  }

  Place item(std::size_t i) const { return {json.at(i), file, fmt::format("{}[{}]", name, i)}; }

  std::size_t array_size(const std::string& expected = "an array") const {
    if (!json.is_array()) fail(expected);
    return json.size();
  }

  void require_size(std::size_t size, const std::string& what) const {
    if (array_size(fmt::format("an array of {} {}", size, what)) == size) return;
    throw Error(ErrorKind::kFile,
                fmt::format("{}: {} has {} {}: expected {}", file, name, json.size(), what, size));
  }

  double number() const {
    if (!json.is_number() || !std::isfinite(json.get<double>())) fail("a finite number");
    return json.get<double>();
  }

  std::int64_t integer(std::int64_t low, std::int64_t high) const {
    const double value = json.is_number() ? json.get<double>() : NAN;
    if (!(value >= double(low) && value <= double(high)) || value != std::floor(value)) {
      fail(fmt::format("an integer from {} to {}", low, high));
    }
    return static_cast<std::int64_t>(value);
  }

  std::vector<double> numbers(std::size_t size, const std::string& what) const {
    require_size(size, what);
    std::vector<double> result;
    for (std::size_t i = 0; i < size; ++i) result.push_back(item(i).number());
    return result;
  }

 private:
  std::string child(const char* key) const { return name.empty() ? key : name + "." + key; }
};

/// Steps of a run; a bound that keeps their count exact.
constexpr std::int64_t kMaxSteps = 1'000'000'000'000;
/// Substeps of a step.
constexpr int kMaxSubsteps = 1'000'000;

Physics read_physics(const Place& place) {
  if (place.json == "C09") return Physics::kC09;
  if (place.json == "M06") return Physics::kM06;
  place.fail("\"C09\" or \"M06\"");
}

ArmConstants read_constants(const Place& place, Physics physics) {
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

ArmNode read_node(const Place& place) {
  const std::vector<double> v = place.numbers(5, "numbers (x, y, vx, vy, mass)");
  return {.x = v[0], .y = v[1], .velocity_x = v[2], .velocity_y = v[3], .mass = v[4]};
}

ArmDescription read_arm(const Place& file) {
  ArmDescription arm;
  arm.physics = read_physics(file.at("model"));
  arm.constants = read_constants(file.at("constants"), arm.physics);
  const auto pairs = static_cast<std::size_t>(file.at("p").integer(1, kMaxCompartments)) + 1;
  const Place nodes = file.at("nodes");
  nodes.require_size(2 * pairs, "nodes (upper 0 to p, then lower 0 to p)");
  for (std::size_t i = 0; i < 2 * pairs; ++i) {
    (i < pairs ? arm.upper : arm.lower).push_back(read_node(nodes.item(i)));
  }
  try {
    validate(arm);
  } catch (const Error& error) {
    throw Error(ErrorKind::kFile, fmt::format("{}: {}", file.file, error.what()));
  }
  return arm;
}

ArmState read_state(const Place& place, int compartments) {
  ArmState state{place.numbers(state_size(compartments), "numbers")};
  if (std::abs(state.theta()) > kMaxTheta) {
    place.item(0).fail(fmt::format("an angle of at most {} radians", kMaxTheta));
  }
  return state;
}

int read_substeps(const Place& place) {
  const double ratio = place.number() / 0.2;
  const double substeps = std::round(ratio);
  // 1e-9: durations are typed in decimals, whose quotient by 0.2 is off by some roundings.
  if (!(substeps >= 1 && substeps <= kMaxSubsteps) ||
      std::abs(ratio - substeps) > 1e-9 * substeps) {
    place.fail(fmt::format("a multiple of 0.2, from 0.2 to {}", 0.2 * kMaxSubsteps));
  }
  return static_cast<int>(substeps);
}

std::vector<Simulation::Segment> read_segments(const Place& place, std::size_t action_size) {
  std::vector<Simulation::Segment> segments;
  for (std::size_t i = 0; i < place.array_size(); ++i) {
    const Place segment = place.item(i);
    segment.require_size(2, "parts (repeat, actions)");
    segments.push_back(
        {segment.item(0).integer(1, kMaxSteps), segment.item(1).numbers(action_size, "actions")});
  }
  return segments;
}

std::vector<std::int64_t> read_steps(const Place& place,
                                     const std::vector<Simulation::Segment>& segments) {
  std::int64_t last = 0;
  for (const auto& segment : segments) last = std::min(kMaxSteps, last + segment.repeat);
  std::vector<std::int64_t> steps;
  for (std::size_t i = 0; i < place.array_size(); ++i) {
    const Place step = place.item(i);
    if (!step.json.is_number() || step.json.get<double>() > double(last)) {
      step.fail(fmt::format("an integer from 0 to {}, the steps that the segments have", last));
    }
    const std::int64_t first = steps.empty() ? 0 : steps.back();
    steps.push_back(step.integer(first, last));  // ascending, since states are reported as reached
  }
  return steps;
}

Json parsed(std::string_view text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    const std::string message = error.what();  // "[json.exception...] what and where"
    const std::size_t end = message.find("] ");
    throw Error(ErrorKind::kFile,
                fmt::format("{}: not JSON: {}", file,
                            end == std::string::npos ? message : message.substr(end + 2)));
  }
}

}  // namespace

Simulation read_simulation(std::string_view text, const std::string& file) {
  const Json json = parsed(text, file);
  const Place root{json, file, ""};
  if (!json.is_object()) throw Error(ErrorKind::kFile, file + ": expected a JSON object");
  Simulation simulation;
  simulation.arm = read_arm(root);
  if (root.has("food") && !json.at("food").empty()) root.at("food").fail("none (not simulated)");
  const int p = simulation.arm.compartments();
  if (root.has("state")) simulation.start = read_state(root.at("state"), p);
  if (root.has("step_duration")) simulation.substeps = read_substeps(root.at("step_duration"));
  const int torques = simulation.arm.physics == Physics::kC09 ? 2 : 0;
  simulation.segments = read_segments(root.at("segments"), 3 * p + torques);
  simulation.steps = read_steps(root.at("steps"), simulation.segments);
  return simulation;
}

}  // namespace lowpass
