#include "lowpass/octopus/arm_batch.h"

#include <algorithm>
#include <cassert>
#include <new>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "lowpass/octopus/touch.h"

namespace lowpass {
namespace {

/// Of a row: the widest vector, 8 doubles.
constexpr std::align_val_t kAlignment{64};

ArmKernels kernels_for(Physics physics, int lanes) {
  return lanes == 1 ? one_lane_kernels(physics) : all_lanes_kernels(physics);
}

/// An arm of unit squares without any force: an idle lane computes with ordinary numbers.
ArmDescription idle_arm(Physics physics, int compartments) {
  ArmDescription arm{.physics = physics};
  arm.constants = {.friction_tangential = 0,
                   .friction_perpendicular = 0,
                   .pressure = 0,
                   .gravity = 0,
                   .muscle_active = 0,
                   .muscle_passive = 0,
                   .muscle_damping = 0,
                   .repulsion_constant = 0,
                   .torque_coefficient = 0};
  for (int i = 0; i <= compartments; ++i) {
    arm.upper.push_back({.x = double(i), .y = 0.5});
    arm.lower.push_back({.x = double(i), .y = -0.5});
  }
  return arm;
}

}  // namespace

void ArmBatch::Delete::operator()(double* memory) const { ::operator delete[](memory, kAlignment); }

ArmBatch::ArmBatch(Physics physics, int compartments, int lanes)
    : physics_(physics),
      compartments_(compartments),
      lanes_(lanes),
      kernels_(kernels_for(physics, lanes)) {
  if (lanes < 1) {
    throw Error(ErrorKind::kFailure, fmt::format("lanes = {}: expected 1 or more", lanes));
  }
  if (compartments < 1 || compartments > kMaxCompartments) {
    throw Error(ErrorKind::kFailure,
                fmt::format("compartments = {}: expected 1 to {}", compartments, kMaxCompartments));
  }
  const ArmModel idle(idle_arm(physics, compartments));
  const int blocks = (lanes + kernels_.lanes - 1) / kernels_.lanes;
  const std::size_t block_size = row_count(compartments) * kernels_.lanes;
  memory_.reset(new (kAlignment) double[block_size * blocks]());
  for (int i = 0; i < blocks; ++i) {
    blocks_.push_back(rows_at(memory_.get() + i * block_size, compartments, kernels_.lanes));
  }
  for (int lane = 0; lane < blocks * kernels_.lanes; ++lane) load(lane, idle, idle.start());
}

int ArmBatch::preferred_lanes() { return all_lanes_kernels(Physics::kC09).lanes; }

int ArmBatch::action_size() const {
  return 3 * compartments_ + (physics_ == Physics::kC09 ? 2 : 0);
}

void ArmBatch::load(int lane, const ArmModel& model, const ArmState& state) {
  assert(model.physics() == physics_ && model.compartments() == compartments_);
  assert(state.compartments() == compartments_);
  load_model(lane, model);
  load_state(lane, state);
  for (int i = 0; i < 3 * compartments_ + 2; ++i) at(block(lane).actions, i, lane) = 0.0;
}

void ArmBatch::load_model(int lane, const ArmModel& model) {
  const ArmRows& rows = block(lane);
  const ArmConstants& c = model.constants();
  for (int i = 0; i < compartments_; ++i) {
    const Compartment& from = model.compartment(i);
    const Muscle* const muscles[] = {&from.dorsal, &from.transversal, &from.ventral};
    const auto constant = [&](int row) -> double& {
      return at(rows.constants, i * kCompartmentRows + row, lane);
    };
    for (int m = 0; m < 3; ++m) {
      const Muscle& muscle = *muscles[m];
      const auto tension = [&](int row) -> double& {
        return at(rows.tension, (3 * i + m) * kTensionRows + row, lane);
      };
      tension(kActive) = muscle.active / muscle.rest_length;
      tension(kPassive) = muscle.passive / muscle.rest_length;
      tension(kSlackLength) = c.muscle_normalized_min_length * muscle.rest_length;
      constant(m * kMuscleRows + kDamping) = muscle.damping;
    }
    constant(kTwiceRestArea) = 2.0 * from.rest_area;
    constant(kUpperInverseMass) = 1.0 / from.upper_mass;
    constant(kLowerInverseMass) = 1.0 / from.lower_mass;
  }
  const auto shared = [&](int row) -> double& { return at(rows.shared, row, lane); };
  shared(kHalfPressure) = 0.5 * c.pressure;
  shared(kFrictionTangential) = c.friction_tangential;
  shared(kFrictionPerpendicular) = c.friction_perpendicular;
  shared(kMinusGravity) = -c.gravity;
  shared(kSurfaceLevel) = c.surface_level;
  shared(kBaseX) = model.base_x();
  shared(kBaseY) = model.base_y();
  shared(kBaseRadius) = model.base_radius();
  shared(kBaseUpperWeight) = -c.gravity * model.base_upper_mass();
  shared(kBaseLowerWeight) = -c.gravity * model.base_lower_mass();
  const double mass = model.base_upper_mass() + model.base_lower_mass();
  const double inertia = model.base_radius() * model.base_radius() * mass;
  shared(kInverseInertia) = 1.0 / (physics_ == Physics::kC09 ? inertia : model.base_upper_mass());
  shared(kTorqueCoefficient) = c.torque_coefficient;
  shared(kRepulsionConstant) = c.repulsion_constant;
  shared(kRepulsionExponent) = -0.5 * (c.repulsion_power + 1.0);
  shared(kRepulsionRange) = c.repulsion_threshold;
  shared(kRepulsionRange2) = c.repulsion_threshold * c.repulsion_threshold;
}

void ArmBatch::load_state(int lane, const ArmState& state) {
  const ArmRows& rows = block(lane);
  const double* upper = state.values.data() + 2;
  const double* lower = upper + 4 * compartments_;
  for (int i = 0; i < compartments_; ++i) {
    for (int k = 0; k < 4; ++k) {
      at(rows.pairs, i * kPairRows + kUpperX + k, lane) = upper[4 * i + k];
      at(rows.pairs, i * kPairRows + kLowerX + k, lane) = lower[4 * i + k];
    }
  }
  at(rows.base, kTheta, lane) = state.theta();
  at(rows.base, kOmega, lane) = state.omega();
  at(rows.base, kWrapped, lane) = 0.0;
  at(rows.base, kDiverged, lane) = is_sound(state) ? 0.0 : 1.0;
}

void ArmBatch::set_actions(int lane, std::span<const double> actions) {
  assert(static_cast<int>(actions.size()) == action_size());
  const ArmRows& rows = block(lane);
  const int muscles = 3 * compartments_;
  const int torques = physics_ == Physics::kC09 ? 2 : 0;
  for (int i = 0; i < torques; ++i) at(rows.actions, muscles + i, lane) = actions[i];
  for (int i = 0; i < muscles; ++i) at(rows.actions, i, lane) = actions[torques + i];
}

void ArmBatch::step(int substeps) {
  for (const ArmRows& rows : blocks_) kernels_.step(rows, substeps);
}

StridedValues ArmBatch::nodes(int lane) const {
  return {&at(block(lane).pairs, 0, lane), static_cast<std::size_t>(kernels_.lanes),
          kPairRows * compartments_};
}

ArmState ArmBatch::state(int lane) const {
  ArmState state{{theta(lane), omega(lane)}};
  const StridedValues values = nodes(lane);
  for (const int side : {kUpperX, kLowerX}) {
    for (int i = 0; i < compartments_; ++i) {
      for (int k = 0; k < 4; ++k) state.values.push_back(values[i * kPairRows + side + k]);
    }
  }
  return state;
}

std::vector<double> ArmBatch::derivative(int lane) {
  const ArmRows& rows = block(lane);
  kernels_.derivative(rows);
  std::vector<double> result = {omega(lane), at(rows.base, kAngularRate, lane)};
  const StridedValues values = nodes(lane);
  for (const int side : {0, 1}) {
    for (int i = 0; i < compartments_; ++i) {
      for (int k = 2; k < 4; ++k) result.push_back(values[i * kPairRows + 4 * side + k]);
      for (int k = 0; k < 2; ++k) {
        result.push_back(at(rows.stages, i * kStageRows + 2 * side + k, lane));
      }
    }
  }
  return result;
}

bool ArmBatch::contains(int lane, double x, double y) const {
  const ArmRows& rows = block(lane);
  const double radius = at(rows.shared, kBaseRadius, lane);
  const double dx = radius * cos(theta(lane)), dy = radius * sin(theta(lane));
  const double cx = at(rows.shared, kBaseX, lane), cy = at(rows.shared, kBaseY, lane);
  TouchTest test(x, y, {cx + dx, cy + dy}, {cx - dx, cy - dy});
  const StridedValues values = nodes(lane);
  for (int i = 0; i < compartments_; ++i) {
    const int first = i * kPairRows;
    if (test.next({values[first + kUpperX], values[first + kUpperY]},
                  {values[first + kLowerX], values[first + kLowerY]})) {
      return true;
    }
  }
  return false;
}

}  // namespace lowpass
