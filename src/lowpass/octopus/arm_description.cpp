#include "lowpass/octopus/arm_description.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorKind::kFailure, message); }

/// Node pairs 0..10 of the RL-Library's arm, digit for digit: x, half width, mass.
constexpr double kC09Pairs[][3] = {
    {0.0019745749999999923, 0.4302831250000001, 0.675233311763865},
    {0.899289575, 0.42410127500000017, 0.675233311763865},
    {1.7966045750000001, 0.41791942500000023, 0.6689518869502691},
    {2.693919575, 0.4117375750000003, 0.6627037820540759},
    {3.5912345749999997, 0.4055557249999999, 0.656489948437103},
    {4.488549575, 0.399373875, 0.6503113685034645},
    {5.385864575, 0.39319202500000006, 0.6441690566663911},
    {6.283179575, 0.3870101750000001, 0.6380640603292209},
    {7.180494575, 0.3808283250000002, 0.631997460878506},
    {8.077809575, 0.37464647500000026, 0.625970374686908},
    {8.975124575, 0.3684646249999999, 0.6199839541231545},
};

/// Masses of node pairs 0..12 in the settings that M06 ships, typing slips included.
constexpr double kM06Masses[] = {1.0,          0.9900990099, 0.9803921569, 0.9708737864,
                                 0.9615384615, 0.9523809524, 0.8433962264, 0.8345794393,
                                 0.8259259259, 0.8174311927, 0.7090909091, 0.7009009009,
                                 0.7928571429};

/// Masses beyond the tables are given to ten digits, as if typed into a settings file.
double ten_digits(double mass) { return std::round(mass * 1e10) / 1e10; }

void add_c09_pair(ArmDescription& arm, int i) {
  double x = 0.001974575 + 0.897315 * i;
  double half_width = 0.430283125 - 0.00618185 * i;
  double mass = ten_digits(0.6199839541231545 - 0.0058 * (i - 10));
  if (i <= 10) {
    x = kC09Pairs[i][0];
    half_width = kC09Pairs[i][1];
    mass = kC09Pairs[i][2];
  }
  arm.upper.push_back({.x = x, .y = half_width, .mass = mass});
  arm.lower.push_back({.x = x, .y = -half_width, .mass = mass});
}

void add_m06_pair(ArmDescription& arm, int i) {
  const double mass = i <= 12 ? kM06Masses[i] : ten_digits(1.0 / (1.0 + 0.01 * i) - 0.1);
  arm.upper.push_back({.x = double(i), .y = 1.0, .mass = mass});
  arm.lower.push_back({.x = double(i), .y = 0.0, .mass = mass});
}

void validate_node(const ArmNode& node, const char* side, std::size_t i) {
  const auto check = [&](const char* field, double value) {
    if (!std::isfinite(value)) {
      fail(fmt::format("{} node {}: {} = {}: expected a finite number", side, i, field, value));
    }
  };
  check("x", node.x);
  check("y", node.y);
  check("velocity x", node.velocity_x);
  check("velocity y", node.velocity_y);
  if (!(node.mass > 0 && std::isfinite(node.mass))) {
    fail(fmt::format("{} node {}: mass = {}: expected above 0", side, i, node.mass));
  }
}

bool coincide(const ArmNode& a, const ArmNode& b) { return a.x == b.x && a.y == b.y; }

void validate_compartment(const ArmDescription& arm, std::size_t i) {
  const ArmNode &d = arm.upper[i - 1], &dt = arm.upper[i];
  const ArmNode &tv = arm.lower[i], &v = arm.lower[i - 1];
  if (coincide(d, dt) || coincide(dt, tv) || coincide(tv, v) || coincide(v, d)) {
    fail(fmt::format("compartment {}: two neighbouring nodes coincide", i));
  }
  const double area =
      0.5 * ((tv.x - d.x) * (dt.y - v.y) - (tv.y - d.y) * (dt.x - v.x));  // docs/PHYSICS.md §4.1
  if (!(area > 0 && std::isfinite(area))) {
    fail(
        fmt::format("compartment {}: signed area = {}: expected above 0 (upper nodes lie to the "
                    "left of the way from base to tip)",
                    i, area));
  }
}

void validate(const ArmConstants& c) {
  const auto finite = [](const char* field, double value) {
    if (!std::isfinite(value)) {
      fail(fmt::format("{} = {}: expected a finite number", field, value));
    }
  };
  const auto not_negative = [&](const char* field, double value) {
    finite(field, value);
    if (value < 0) fail(fmt::format("{} = {}: expected 0 or above", field, value));
  };
  not_negative("friction_tangential", c.friction_tangential);
  not_negative("friction_perpendicular", c.friction_perpendicular);
  not_negative("pressure", c.pressure);
  finite("gravity", c.gravity);
  finite("surface_level", c.surface_level);
  not_negative("muscle_active", c.muscle_active);
  not_negative("muscle_passive", c.muscle_passive);
  not_negative("muscle_normalized_min_length", c.muscle_normalized_min_length);
  finite("muscle_damping", c.muscle_damping);
  finite("repulsion_constant", c.repulsion_constant);
  finite("repulsion_power", c.repulsion_power);
  not_negative("repulsion_threshold", c.repulsion_threshold);
  finite("torque_coefficient", c.torque_coefficient);
}

}  // namespace

const char* name(Physics physics) { return physics == Physics::kC09 ? "C09" : "M06"; }

ArmConstants default_constants(Physics physics) {
  if (physics == Physics::kC09) return {};
  return {.friction_tangential = 0.2,
          .muscle_passive = 0.05,
          .muscle_normalized_min_length = 0.4,
          .muscle_damping = -0.3,
          .repulsion_constant = 0.04,
          .repulsion_power = 2.3,
          .torque_coefficient = 0.0};
}

ArmDescription default_arm(Physics physics, int compartments) {
  const int longest = physics == Physics::kC09 ? 69 : 899;
  if (compartments < 1 || compartments > longest) {
    fail(fmt::format(
        "compartments = {}: expected 1 to {} (beyond, the {} arm has tapered to nothing)",
        compartments, longest, name(physics)));
  }
  ArmDescription arm{.physics = physics, .constants = default_constants(physics)};
  for (int i = 0; i <= compartments; ++i) {
    physics == Physics::kC09 ? add_c09_pair(arm, i) : add_m06_pair(arm, i);
  }
  return arm;
}

ArmDescription turned(const ArmDescription& arm, double angle_rad) {
  if (angle_rad == 0) return arm;
  ArmDescription result = arm;
  const double s = sin(angle_rad), c = cos(angle_rad);
  const double centre_x = (arm.upper[0].x + arm.lower[0].x) * 0.5;
  const double centre_y = (arm.upper[0].y + arm.lower[0].y) * 0.5;
  const auto turn = [&](ArmNode& node) {
    const double x = node.x - centre_x, y = node.y - centre_y;
    node.x = centre_x + (c * x - s * y);
    node.y = centre_y + (s * x + c * y);
    const double vx = node.velocity_x, vy = node.velocity_y;
    node.velocity_x = c * vx - s * vy;
    node.velocity_y = s * vx + c * vy;
  };
  for (ArmNode& node : result.upper) turn(node);
  for (ArmNode& node : result.lower) turn(node);
  return result;
}

void validate(const ArmDescription& arm) {
  validate(arm.constants);
  if (arm.upper.size() != arm.lower.size()) {
    fail(fmt::format("{} upper and {} lower nodes: expected as many of either", arm.upper.size(),
                     arm.lower.size()));
  }
  if (arm.compartments() < 1 || arm.compartments() > kMaxCompartments) {
    fail(fmt::format("{} compartments: expected 1 to {}", arm.compartments(), kMaxCompartments));
  }
  for (std::size_t i = 0; i < arm.upper.size(); ++i) {
    validate_node(arm.upper[i], "upper", i);
    validate_node(arm.lower[i], "lower", i);
  }
  for (std::size_t i = 1; i < arm.upper.size(); ++i) validate_compartment(arm, i);
}

}  // namespace lowpass
