#include "tests/support/reference_arm.h"

#include <algorithm>
#include <cmath>

namespace lowpass {
namespace {

double sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }

}  // namespace

double ReferenceArm::length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }

ReferenceArm::Point ReferenceArm::scaled_to(Point a, double size) {
  const double l = length(a);
  return l > 0 ? times(size / l, a) : a;
}

ReferenceArm::ReferenceArm(const ArmDescription& arm) : arm_(arm), p_(arm.upper.size() - 1) {
  for (const auto* side : {&arm.upper, &arm.lower}) {
    for (const ArmNode& n : *side) {
      nodes_.push_back({{n.x, n.y}, {n.velocity_x, n.velocity_y}, {}, n.mass});
    }
  }
  for (std::size_t i = 1; i <= p_; ++i) {
    Compartment c{{i - 1, i, p_ + 1 + i, p_ + i}, {}, {}, {}};
    const auto [d, dt, tv, v] = c.corners;
    const double width = length(minus(nodes_[dt].position, nodes_[tv].position));
    c.dorsal = muscle(d, dt, width);
    c.ventral = muscle(tv, v, width);
    c.transversal = muscle(dt, tv, 0);
    c.rest_area = signed_area(c);
    compartments_.push_back(c);
  }
  const Point upper = nodes_[0].position, lower = nodes_[p_ + 1].position;
  centre_ = times(0.5, plus(upper, lower));
  radius_ = length(minus(upper, centre_));
  state_ = {std::atan2(upper.y - centre_.y, upper.x - centre_.x), 0.0};
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (k == 0 || k == p_ + 1) continue;
    const Node& n = nodes_[k];
    state_.insert(state_.end(), {n.position.x, n.position.y, n.velocity.x, n.velocity.y});
  }
}

/// `width` of a longitudinal muscle's compartment; 0 for a transversal muscle.
ReferenceArm::Muscle ReferenceArm::muscle(std::size_t first, std::size_t second,
                                          double width) const {
  const ArmConstants& c = arm_.constants;
  const double rest = length(minus(nodes_[second].position, nodes_[first].position));
  const auto scaled = [&](double k) {
    return width > 0 ? 0.5 * k * width * width / rest : k * rest;
  };
  return {first,
          second,
          rest,
          scaled(c.muscle_active),
          scaled(c.muscle_passive),
          scaled(c.muscle_damping)};
}

void ReferenceArm::set_actions(const std::vector<double>& actions) {
  std::size_t k = 0;
  if (arm_.physics == Physics::kC09) {
    torque_up_ = actions[k++];
    torque_down_ = actions[k++];
  }
  const auto clamped = [](double a) { return a < 0 ? 0.0 : a > 1 ? 1.0 : a; };
  for (Compartment& c : compartments_) {
    c.dorsal.activation = clamped(actions[k++]);
    c.transversal.activation = clamped(actions[k++]);
    c.ventral.activation = clamped(actions[k++]);
  }
}

void ReferenceArm::place_nodes(const std::vector<double>& state) {
  const double theta = state[0], omega = state[1];
  const Point delta = {radius_ * std::cos(theta), radius_ * std::sin(theta)};
  const Point velocity = times(omega, {-delta.y, delta.x});
  Node &upper = nodes_[0], &lower = nodes_[p_ + 1];
  upper.position = plus(centre_, delta);
  lower.position = minus(centre_, delta);
  upper.velocity = velocity;
  lower.velocity = times(-1.0, velocity);
  std::size_t k = 2;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].force = {};
    if (i == 0 || i == p_ + 1) continue;
    nodes_[i].position = {state[k], state[k + 1]};
    nodes_[i].velocity = {state[k + 2], state[k + 3]};
    k += 4;
  }
}

void ReferenceArm::add_force(std::size_t node, Point force) {
  nodes_[node].force = plus(nodes_[node].force, force);
}

double ReferenceArm::signed_area(const Compartment& c) const {
  const auto [d, dt, tv, v] = c.corners;
  const Point p = minus(nodes_[tv].position, nodes_[d].position);
  const Point q = minus(nodes_[dt].position, nodes_[v].position);
  return 0.5 * (p.x * q.y - p.y * q.x);
}

void ReferenceArm::add_pressure(const Compartment& c) {
  const double area = signed_area(c);
  const double q = arm_.constants.pressure * (std::abs(area) - std::abs(c.rest_area));
  const double s = sign(area) * sign(q) * std::sqrt(std::abs(q));
  for (int k = 0; k < 4; ++k) {
    const Point before = nodes_[c.corners[(k + 3) % 4]].position;
    const Point here = nodes_[c.corners[k]].position;
    const Point after = nodes_[c.corners[(k + 1) % 4]].position;
    const Point in = minus(here, before), out = minus(after, here);
    add_force(c.corners[k], plus(times(s, {in.y, -in.x}), times(s, {out.y, -out.x})));
  }
}

void ReferenceArm::add_muscle(const Muscle& m) {
  const Node &first = nodes_[m.first], &second = nodes_[m.second];
  const Point d = minus(second.position, first.position);
  const double l = length(d);
  const Point centre = plus(first.position, times(0.5, d));
  const Point unit = l > 0 ? times(1.0 / l, d) : Point{};
  const double closing = dot(minus(first.velocity, second.velocity), unit);
  const double shortest = arm_.constants.muscle_normalized_min_length;
  double f = 0;
  if (l / m.rest_length > shortest) {
    f = (m.active * m.activation + m.passive) * (l / m.rest_length - shortest);
  }
  f += closing * m.damping;
  add_force(m.first, scaled_to(minus(centre, first.position), f));
  add_force(m.second, scaled_to(minus(centre, second.position), f));
}

void ReferenceArm::add_drag(std::size_t node, std::size_t inner) {
  const Point axis = scaled_to(minus(nodes_[node].position, nodes_[inner].position), 1.0);
  const Point velocity = nodes_[node].velocity;
  const double t = dot(velocity, axis);
  const Point along = scaled_to(axis, t);
  const Point across = minus(velocity, along);
  const double n = length(across);
  add_force(node, plus(scaled_to(along, -t * t * arm_.constants.friction_tangential),
                       scaled_to(across, -n * n * arm_.constants.friction_perpendicular)));
}

void ReferenceArm::add_weight(std::size_t node) {
  const double weight = arm_.constants.gravity * nodes_[node].mass;
  add_force(node, {0, -weight});
  if (arm_.constants.surface_level - nodes_[node].position.y > 0) add_force(node, {0, weight});
}

void ReferenceArm::add_repulsion(std::size_t target, std::size_t source) {
  const ArmConstants& c = arm_.constants;
  const Point d = minus(nodes_[target].position, nodes_[source].position);
  const double l = length(d);
  if (l < c.repulsion_threshold) {
    add_force(target, scaled_to(d, c.repulsion_constant / std::pow(l, c.repulsion_power)));
  }
}

void ReferenceArm::add_forces() {
  for (const Compartment& c : compartments_) {
    add_pressure(c);
    add_muscle(c.dorsal);
    add_muscle(c.transversal);
    add_muscle(c.ventral);
    add_drag(c.corners[1], c.corners[0]);
    add_drag(c.corners[2], c.corners[3]);
  }
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (arm_.physics == Physics::kC09) {
      add_weight(node);
      continue;
    }
    for (std::size_t source = 0; source < nodes_.size(); ++source) {
      source == node ? add_weight(node) : add_repulsion(node, source);
    }
  }
}

double ReferenceArm::angular_acceleration() const {
  const Node &upper = nodes_[0], &lower = nodes_[p_ + 1];
  const Point arm = minus(upper.position, centre_);
  if (arm_.physics == Physics::kM06) {
    const Point tangent = scaled_to({-arm.y, arm.x}, 1.0);
    return std::atan2(dot(minus(upper.force, lower.force), tangent), radius_) / upper.mass;
  }
  const double inertia = radius_ * radius_ * (upper.mass + lower.mass);
  const double torque = arm_.constants.torque_coefficient * (torque_up_ - torque_down_) +
                        cross(arm, upper.force) +
                        cross(minus(lower.position, centre_), lower.force);
  return torque / inertia;
}

std::vector<double> ReferenceArm::derivative(const std::vector<double>& state) {
  place_nodes(state);
  add_forces();
  std::vector<double> result = {state[1], angular_acceleration()};
  result.reserve(state.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (i == 0 || i == p_ + 1) continue;
    const Node& n = nodes_[i];
    const Point a = times(1.0 / n.mass, n.force);
    result.insert(result.end(), {n.velocity.x, n.velocity.y, a.x, a.y});
  }
  return result;
}

void ReferenceArm::runge_kutta_step() {
  constexpr double h = 0.2;
  const auto moved = [&](double step, const std::vector<double>& k) {
    std::vector<double> y = state_;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += step * k[i];
    return y;
  };
  const std::vector<double> k1 = derivative(state_);
  const std::vector<double> k2 = derivative(moved(0.5 * h, k1));
  const std::vector<double> k3 = derivative(moved(0.5 * h, k2));
  const std::vector<double> k4 = derivative(moved(h, k3));
  for (std::size_t i = 0; i < state_.size(); ++i) {
    state_[i] += h / 6 * (((k1[i] + 2 * k2[i]) + 2 * k3[i]) + k4[i]);
  }
}

void ReferenceArm::step(int substeps) {
  if (arm_.physics == Physics::kC09) {
    const double pi = std::acos(-1.0);
    while (state_[0] > pi) state_[0] -= 2 * pi;
    while (state_[0] < -pi) state_[0] += 2 * pi;
  }
  for (int i = 0; i < substeps; ++i) runge_kutta_step();
}

}  // namespace lowpass
