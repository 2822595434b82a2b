#include "lowpass/octopus/arm_model.h"

#include <cmath>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

double distance(const ArmNode& a, const ArmNode& b) {
  const double x = b.x - a.x, y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

/// Dorsal and ventral muscles: a cross-section that follows from the distal width.
Muscle longitudinal(const ArmConstants& c, double length, double width) {
  const auto scaled = [&](double k) { return 0.5 * k * width * width / length; };
  return {length, scaled(c.muscle_active), scaled(c.muscle_passive), scaled(c.muscle_damping)};
}

Muscle transversal(const ArmConstants& c, double length) {
  return {length, c.muscle_active * length, c.muscle_passive * length, c.muscle_damping * length};
}

/// The compartment between node pairs i - 1 and i (docs/PHYSICS.md §2).
Compartment compartment_at(const ArmDescription& arm, std::size_t i) {
  const ArmNode &d = arm.upper[i - 1], &dt = arm.upper[i];
  const ArmNode &tv = arm.lower[i], &v = arm.lower[i - 1];
  const double width = distance(dt, tv);
  const double px = tv.x - d.x, py = tv.y - d.y, qx = dt.x - v.x, qy = dt.y - v.y;
  return {.dorsal = longitudinal(arm.constants, distance(d, dt), width),
          .transversal = transversal(arm.constants, width),
          .ventral = longitudinal(arm.constants, distance(tv, v), width),
          .rest_area = 0.5 * (px * qy - py * qx),
          .upper_mass = dt.mass,
          .lower_mass = tv.mass};
}

void append(std::vector<double>& values, const std::vector<ArmNode>& nodes) {
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const ArmNode& node = nodes[i];
    values.insert(values.end(), {node.x, node.y, node.velocity_x, node.velocity_y});
  }
}

}  // namespace

ArmModel::ArmModel(const ArmDescription& arm) : physics_(arm.physics), constants_(arm.constants) {
  validate(arm);
  for (std::size_t i = 1; i < arm.upper.size(); ++i)
    compartments_.push_back(compartment_at(arm, i));
  const ArmNode &upper = arm.upper[0], &lower = arm.lower[0];
  base_x_ = (upper.x + lower.x) * 0.5;
  base_y_ = (upper.y + lower.y) * 0.5;
  const double x = upper.x - base_x_, y = upper.y - base_y_;
  base_radius_ = std::sqrt(x * x + y * y);
  base_upper_mass_ = upper.mass;
  base_lower_mass_ = lower.mass;
  start_.values = {atan2(y, x), 0.0};
  append(start_.values, arm.upper);
  append(start_.values, arm.lower);
}

int ArmModel::action_size() const {
  return 3 * compartments() + (physics_ == Physics::kC09 ? 2 : 0);
}

}  // namespace lowpass
