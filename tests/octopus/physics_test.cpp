// What the arm does, as claims of physics (docs/PHYSICS.md §9).

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "lowpass/octopus/arm_batch.h"
#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

/// No force at all.
ArmConstants no_forces() {
  return {.friction_tangential = 0,
          .friction_perpendicular = 0,
          .pressure = 0,
          .gravity = 0,
          .muscle_active = 0,
          .muscle_passive = 0,
          .muscle_damping = 0,
          .repulsion_constant = 0,
          .torque_coefficient = 0};
}

ArmBatch alone(const ArmModel& model, const ArmState& state) {
  ArmBatch batch(model.physics(), model.compartments(), 1);
  batch.load(0, model, state);
  return batch;
}

ArmBatch alone(const ArmDescription& arm) {
  const ArmModel model(arm);
  return alone(model, model.start());
}

/// x, y of node `index` of the state order: upper 1..p, then lower 1..p.
double x_of(const ArmState& s, int index) { return s.values[2 + 4 * index]; }
double y_of(const ArmState& s, int index) { return s.values[3 + 4 * index]; }

/// Signed area of compartment i >= 1 (0 is at the base, whose nodes are not in the state).
double area(const ArmState& s, int i) {
  const int p = s.compartments(), d = i - 1, dt = i, tv = p + i, v = p + i - 1;
  const double px = x_of(s, tv) - x_of(s, d), py = y_of(s, tv) - y_of(s, d);
  const double qx = x_of(s, dt) - x_of(s, v), qy = y_of(s, dt) - y_of(s, v);
  return 0.5 * (px * qy - py * qx);
}

double largest_difference(const ArmState& a, const ArmState& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  }
  return largest;
}

TEST(Physics, AStraightArmAtRestUnderWaterStaysPutToRounding) {
  for (const Physics physics : kBothPhysics) {
    ArmDescription arm = default_arm(physics, 10);
    arm.constants.muscle_passive = 0;  // passive muscles would pull it short
    ArmBatch batch = alone(arm);
    const ArmState start = batch.state(0);
    for (int i = 0; i < 10; ++i) batch.step(25);
    // Not 0: the base nodes come from sine and cosine, an area that is off by 1e-16 feels a force
    // of sqrt(10 * 1e-16) = 3e-8, and 50 time units have passed.
    EXPECT_LT(largest_difference(batch.state(0), start), 1e-5) << name(physics);
  }
}

TEST(Physics, WithoutForcesAnArmAtRestKeepsEveryBit) {
  for (const Physics physics : kBothPhysics) {
    ArmDescription arm = default_arm(physics, 10);
    arm.constants = no_forces();
    ArmBatch batch = alone(arm);
    const ArmState start = batch.state(0);
    batch.step(1000);
    EXPECT_EQ(batch.state(0).values, start.values) << name(physics);
  }
}

TEST(Physics, WithoutForcesEveryNodeMovesOnStraight) {
  for (const Physics physics : kBothPhysics) {
    ArmDescription arm = random_arm(physics, 5, 1);
    arm.constants = no_forces();
    ArmBatch batch = alone(arm);
    const ArmState start = batch.state(0);
    batch.step(25);
    const ArmState end = batch.state(0);
    for (int node = 0; node < 10; ++node) {
      EXPECT_NEAR(x_of(end, node), x_of(start, node) + 5.0 * start.values[4 + 4 * node], 1e-13);
      EXPECT_NEAR(y_of(end, node), y_of(start, node) + 5.0 * start.values[5 + 4 * node], 1e-13);
    }
  }
}

/// The state of the arm reflected at the x axis: upper and lower change places.
ArmState mirrored(const ArmState& s) {
  ArmState result = s;
  result.values[0] = std::acos(-1.0) - s.values[0];  // of the reflected *lower* base node
  result.values[1] = -s.values[1];
  const int p = s.compartments();
  for (int node = 0; node < 2 * p; ++node) {
    const int partner = node < p ? node + p : node - p;
    for (int k = 0; k < 4; ++k) {
      const double value = s.values[2 + 4 * partner + k];
      result.values[2 + 4 * node + k] = k % 2 == 1 ? -value : value;
    }
  }
  return result;
}

TEST(Physics, TheMirrorImageOfAnArmMovesAsTheMirrorImage) {
  for (const Physics physics : kBothPhysics) {
    ArmDescription arm = random_arm(physics, 6, 2);
    arm.constants.surface_level = 100;  // gravity has a direction
    arm.lower[0].mass =
        arm.upper[0].mass;  // M06 turns the base by the mass of its upper node alone
    ArmDescription image = arm;
    std::swap(image.upper, image.lower);
    for (auto* side : {&image.upper, &image.lower}) {
      for (ArmNode& node : *side) node.y = -node.y;
    }
    const ArmModel model(arm), image_model(image);
    const ArmState start = random_state(model.start(), 2);
    ArmBatch batch = alone(model, start);
    ArmBatch image_batch = alone(image_model, mirrored(start));
    std::vector<double> actions = uniform_numbers(3, model.action_size(), 0, 1);
    batch.set_actions(0, actions);
    const int torques = physics == Physics::kC09 ? 2 : 0;
    if (torques == 2) std::swap(actions[0], actions[1]);
    for (int i = 0; i < 6; ++i) std::swap(actions[torques + 3 * i], actions[torques + 3 * i + 2]);
    image_batch.set_actions(0, actions);
    batch.step(5);
    image_batch.step(5);
    // 1e-9: five substeps of a system that magnifies roundings (docs/PHYSICS.md §9).
    EXPECT_LT(largest_difference(mirrored(batch.state(0)), image_batch.state(0)), 1e-9)
        << name(physics);
  }
}

ArmState turned_state(const ArmState& s, const ArmModel& model, double angle) {
  ArmState result = s;
  result.values[0] += angle;
  const double c = std::cos(angle), sn = std::sin(angle);
  for (int node = 0; node < 2 * s.compartments(); ++node) {
    double* v = &result.values[2 + 4 * node];
    const double x = v[0] - model.base_x(), y = v[1] - model.base_y(), vx = v[2], vy = v[3];
    v[0] = model.base_x() + c * x - sn * y;
    v[1] = model.base_y() + sn * x + c * y;
    v[2] = c * vx - sn * vy;
    v[3] = sn * vx + c * vy;
  }
  return result;
}

TEST(Physics, TurningTheWholeArmTurnsItsTrajectoryBelowTheSurface) {
  for (const Physics physics : kBothPhysics) {
    for (const double angle : {0.5, -1.2}) {
      ArmDescription arm = default_arm(physics, 8);
      arm.constants.surface_level = 100;
      const ArmModel model(arm), turned_model(turned(arm, angle));
      const ArmState start = random_state(model.start(), 5);
      ArmBatch batch = alone(model, start);
      ArmBatch turned_batch = alone(turned_model, turned_state(start, model, angle));
      const auto actions = uniform_numbers(6, model.action_size(), 0, 1);
      batch.set_actions(0, actions);
      turned_batch.set_actions(0, actions);
      batch.step(5);
      turned_batch.step(5);
      const ArmState expected = turned_state(batch.state(0), model, angle);
      EXPECT_LT(largest_difference(expected, turned_batch.state(0)), 1e-9) << name(physics);
    }
  }
}

TEST(Physics, AreasReturnToRest) {
  ArmDescription arm = default_arm(Physics::kC09, 6);
  arm.constants.muscle_active = arm.constants.muscle_passive = 0;  // pressure, damping and drag
  const ArmModel model(arm);
  ArmState blown_up = model.start();
  for (std::size_t i = 3; i < blown_up.values.size(); i += 4) blown_up.values[i] *= 1.2;
  ArmBatch batch = alone(model, blown_up);
  for (int i = 1; i < 6; ++i) EXPECT_GT(area(blown_up, i), 1.19 * model.compartment(i).rest_area);
  for (int i = 0; i < 40; ++i) batch.step(25);
  // 1 %: the root in the pressure law has an infinite slope at rest, where a step of 0.2 never
  // settles.
  for (int i = 1; i < 6; ++i) {
    EXPECT_NEAR(area(batch.state(0), i) / model.compartment(i).rest_area, 1.0, 0.01) << i;
  }
}

double kinetic_energy(const ArmModel& model, const ArmState& s) {
  const int p = s.compartments();
  const double inertia = model.base_radius() * model.base_radius() *
                         (model.base_upper_mass() + model.base_lower_mass());
  double energy = 0.5 * inertia * s.omega() * s.omega();
  for (int node = 0; node < 2 * p; ++node) {
    const Compartment& c = model.compartment(node % p);
    const double vx = s.values[4 + 4 * node], vy = s.values[5 + 4 * node];
    energy += 0.5 * (node < p ? c.upper_mass : c.lower_mass) * (vx * vx + vy * vy);
  }
  return energy;
}

TEST(Physics, DampingAndDragOnlyTakeEnergy) {
  ArmDescription arm = random_arm(Physics::kC09, 8, 7);
  const ArmConstants constants = arm.constants;
  arm.constants = no_forces();
  arm.constants.muscle_damping = constants.muscle_damping;
  arm.constants.friction_tangential = constants.friction_tangential;
  arm.constants.friction_perpendicular = constants.friction_perpendicular;
  const ArmModel model(arm);
  ArmState start = model.start();
  start.values[1] = 0.5;  // the base turns too
  ArmBatch batch = alone(model, start);
  const double initial = kinetic_energy(model, start);
  double energy = initial;
  for (int i = 0; i < 100; ++i) {
    batch.step(1);
    const double next = kinetic_energy(model, batch.state(0));
    EXPECT_LT(next, energy) << "substep " << i;
    energy = next;
  }
  EXPECT_LT(energy, 0.3 * initial);
}

TEST(Physics, GravityActsOnlyAtAndAboveTheSurface) {
  for (const Physics physics : kBothPhysics) {
    ArmDescription arm = default_arm(physics, 4);
    arm.constants = no_forces();
    arm.constants.gravity = 0.01;
    arm.constants.surface_level = arm.upper[2].y;  // upper nodes at or above it up to there
    const std::vector<double> rates = alone(arm).derivative(0);
    for (int node = 0; node < 8; ++node) {
      const ArmNode& n = node < 4 ? arm.upper[node + 1] : arm.lower[node - 3];
      EXPECT_EQ(rates[4 + 4 * node], 0.0);
      EXPECT_EQ(rates[5 + 4 * node], n.y >= arm.constants.surface_level ? -0.01 : 0.0) << node;
    }
  }
}

TEST(Physics, TheBaseTurnsAboutItsFixedCentreUnderTorque) {
  ArmDescription arm = turned(default_arm(Physics::kC09, 3), 0.3);
  arm.constants = no_forces();
  arm.constants.torque_coefficient = 0.025;
  const ArmModel model(arm);
  ArmBatch batch = alone(model, model.start());
  std::vector<double> actions(model.action_size(), 0.0);
  actions[0] = 3.0;  // torques are not clamped
  actions[1] = 1.0;
  batch.set_actions(0, actions);
  const double r = model.base_radius();
  const double rate = 0.025 * 2.0 / (r * r * (arm.upper[0].mass + arm.lower[0].mass));
  batch.step(10);
  EXPECT_NEAR(batch.unwrapped_theta(0), model.start().theta() + 0.5 * rate * 2.0 * 2.0, 1e-14);
  EXPECT_NEAR(batch.omega(0), rate * 2.0, 1e-14);
  // The midpoint of the base stays a point of the arm's edge: just beyond it lies the arm.
  const double theta = batch.theta(0), inward = theta - std::acos(-1.0) / 2;
  const auto inside = [&](double step) {
    return batch.contains(0, model.base_x() + step * std::cos(inward),
                          model.base_y() + step * std::sin(inward));
  };
  EXPECT_TRUE(inside(1e-3));
  EXPECT_FALSE(inside(-1e-3));
}

TEST(Physics, ThetaIsWrappedBeforeEveryStepAndContinuousUnwrapped) {
  ArmDescription arm = default_arm(Physics::kC09, 3);
  arm.constants = no_forces();
  const ArmModel model(arm);
  ArmState start = model.start();
  start.values[1] = 2.0;
  ArmBatch batch = alone(model, start);
  for (int i = 1; i <= 40; ++i) {
    const double before = batch.theta(0);
    batch.step(5);
    EXPECT_NEAR(batch.unwrapped_theta(0), start.theta() + 2.0 * i, 1e-12);
    EXPECT_LE(std::abs(batch.theta(0) - 2.0), std::acos(-1.0) + 1e-12) << "from " << before;
  }
  ArmBatch m06 = alone([&] {
    ArmDescription other = arm;
    other.physics = Physics::kM06;
    return other;
  }());
  m06.step(5);
  EXPECT_EQ(m06.theta(0), m06.unwrapped_theta(0));
}

}  // namespace
}  // namespace lowpass
