#include "lowpass/octopus/arm_batch.h"

#include <algorithm>
#include <bit>
#include <new>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "lowpass/octopus/touch.h"

namespace lowpass {
namespace {

/// Of a row: the widest vector.
constexpr std::align_val_t kAlignment{64};

ArmKernels kernels_for(Physics physics, Precision precision, int lanes) {
  if (precision == Precision::kSingle) {
    return lanes == 1 ? one_single_lane_kernels(physics) : all_single_lanes_kernels(physics);
  }
  return lanes == 1 ? one_lane_kernels(physics) : all_lanes_kernels(physics);
}

std::size_t number_size(Precision precision) {
  return precision == Precision::kSingle ? sizeof(float) : sizeof(double);
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

void ArmBatch::Delete::operator()(std::byte* memory) const {
  ::operator delete[](memory, kAlignment);
}

ArmBatch::ArmBatch(Physics physics, int compartments, int lanes, Precision precision)
    : physics_(physics),
      precision_(precision),
      compartments_(compartments),
      lanes_(lanes),
      kernels_(kernels_for(physics, precision, lanes)),
      width_bits_(std::countr_zero(static_cast<unsigned>(kernels_.lanes))),
      number_bytes_(number_size(precision)) {
  if (lanes < 1) {
    throw Error(ErrorKind::kFailure, fmt::format("lanes = {}: expected 1 or more", lanes));
  }
  if (compartments < 1 || compartments > kMaxCompartments) {
    throw Error(ErrorKind::kFailure,
                fmt::format("compartments = {}: expected 1 to {}", compartments, kMaxCompartments));
  }
  const ArmModel idle(idle_arm(physics, compartments));
  const int blocks = (lanes + kernels_.lanes - 1) / kernels_.lanes;
  actions_.resize(action_stride() * blocks * kernels_.lanes);
  nodes_.resize(node_size() * blocks * kernels_.lanes);
  rows_ = rows_at(0, compartments, 1);
  block_bytes_ = static_cast<std::size_t>(rows_.end) * kernels_.lanes * number_bytes_;
  memory_.reset(new (kAlignment) std::byte[block_bytes_ * blocks]());
  for (int lane = 0; lane < blocks * kernels_.lanes; ++lane) {
    load_model(lane, idle);
    load_state(lane, idle.start());
  }
}

int ArmBatch::preferred_lanes(Precision precision) {
  return kernels_for(Physics::kC09, precision, 2).lanes;
}

int ArmBatch::action_size() const {
  return 3 * compartments_ + (physics_ == Physics::kC09 ? 2 : 0);
}

void ArmBatch::refuse_lane(int lane) const {
  throw Error(ErrorKind::kUsage, fmt::format("lane = {}: expected 0 to {}", lane, lanes_ - 1));
}

void ArmBatch::set(int row, int lane, double value) {
  std::byte* const at = place(row, lane);
  if (precision_ == Precision::kSingle) {
    *reinterpret_cast<float*>(at) = static_cast<float>(value);
  } else {
    *reinterpret_cast<double*>(at) = value;
  }
}

void ArmBatch::load(int lane, const ArmModel& model, const ArmState& state) {
  require_lane(lane);
  if (model.physics() != physics_) throw Error(ErrorKind::kUsage, "arm: of another physics");
  const auto compartments = static_cast<std::size_t>(compartments_);
  require_size("arm", static_cast<std::size_t>(model.compartments()), compartments);
  require_size("state of an arm", static_cast<std::size_t>(state.compartments()), compartments);
  load_model(lane, model);
  load_state(lane, state);
  std::fill_n(actions(lane), action_stride(), 0.0);
}

void ArmBatch::load_model(int lane, const ArmModel& model) {
  const ArmConstants& c = model.constants();
  for (int i = 0; i < compartments_; ++i) {
    const Compartment& from = model.compartment(i);
    const Muscle* const muscles[] = {&from.dorsal, &from.transversal, &from.ventral};
    const auto set_constant = [&](int row, double value) {
      set(rows_.constants + i * kCompartmentRows + row, lane, value);
    };
    for (int m = 0; m < 3; ++m) {
      const Muscle& muscle = *muscles[m];
      const int tension = rows_.tension + (3 * i + m) * kTensionRows;
      set(tension + kActive, lane, muscle.active / muscle.rest_length);
      set(tension + kPassive, lane, muscle.passive / muscle.rest_length);
      set(tension + kSlackLength, lane, c.muscle_normalized_min_length * muscle.rest_length);
      set_constant(m * kMuscleRows + kDamping, muscle.damping);
    }
    set_constant(kTwiceRestArea, 2.0 * from.rest_area);
    set_constant(kUpperInverseMass, 1.0 / from.upper_mass);
    set_constant(kLowerInverseMass, 1.0 / from.lower_mass);
  }
  const auto set_shared = [&](int row, double value) { set(rows_.shared + row, lane, value); };
  set_shared(kHalfPressure, 0.5 * c.pressure);
  set_shared(kFrictionTangential, c.friction_tangential);
  set_shared(kFrictionPerpendicular, c.friction_perpendicular);
  set_shared(kMinusGravity, -c.gravity);
  set_shared(kSurfaceLevel, c.surface_level);
  set_shared(kBaseX, model.base_x());
  set_shared(kBaseY, model.base_y());
  set_shared(kBaseRadius, model.base_radius());
  set_shared(kBaseUpperWeight, -c.gravity * model.base_upper_mass());
  set_shared(kBaseLowerWeight, -c.gravity * model.base_lower_mass());
  const double mass = model.base_upper_mass() + model.base_lower_mass();
  const double inertia = model.base_radius() * model.base_radius() * mass;
  set_shared(kInverseInertia,
             1.0 / (physics_ == Physics::kC09 ? inertia : model.base_upper_mass()));
  set_shared(kTorqueCoefficient, c.torque_coefficient);
  set_shared(kRepulsionConstant, c.repulsion_constant);
  set_shared(kRepulsionExponent, -0.5 * (c.repulsion_power + 1.0));
  set_shared(kRepulsionRange, c.repulsion_threshold);
  set_shared(kRepulsionRange2, c.repulsion_threshold * c.repulsion_threshold);
}

void ArmBatch::load_state(int lane, const ArmState& state) {
  const double* upper = state.values.data() + 2;
  const double* lower = upper + 4 * compartments_;
  for (int i = 0; i < compartments_; ++i) {
    const int pair = rows_.pairs + i * kPairRows;
    for (int k = 0; k < 4; ++k) {
      set(pair + kUpperX + k, lane, upper[4 * i + k]);
      set(pair + kLowerX + k, lane, lower[4 * i + k]);
    }
  }
  double* const nodes = nodes_.data() + lane * node_size();
  for (std::size_t i = 0; i < node_size(); ++i) {
    nodes[i] = number(rows_.pairs + static_cast<int>(i), lane);
  }
  set(rows_.base + kTheta, lane, state.theta());
  set(rows_.base + kOmega, lane, state.omega());
  set(rows_.base + kWrapped, lane, 0.0);
  set(rows_.base + kDiverged, lane, is_sound(state) ? 0.0 : 1.0);
}

void ArmBatch::set_actions(int lane, std::span<const double> actions) {
  require_lane(lane);
  require_size("actions", actions.size(), static_cast<std::size_t>(action_size()));
  const std::size_t torques = physics_ == Physics::kC09 ? 2 : 0;
  double* const muscles = this->actions(lane);
  const auto rest = std::copy(actions.begin() + torques, actions.end(), muscles);
  std::copy_n(actions.begin(), torques, rest);
}

void ArmBatch::step(int substeps) {
  for (int i = 0; i * kernels_.lanes < lanes_; ++i) {
    const int first = i * kernels_.lanes;
    kernels_.step(block(i), compartments_, substeps, actions(first),
                  nodes_.data() + first * node_size());
  }
}

std::span<const double> ArmBatch::nodes(int lane) const {
  require_lane(lane);
  return {nodes_.data() + lane * node_size(), node_size()};
}

ArmState ArmBatch::state(int lane) const {
  ArmState state{{theta(lane), omega(lane)}};
  const auto node = nodes(lane);
  for (const int side : {kUpperX, kLowerX}) {
    for (int i = 0; i < compartments_; ++i) {
      for (int k = 0; k < 4; ++k) state.values.push_back(node[i * kPairRows + side + k]);
    }
  }
  return state;
}

std::vector<double> ArmBatch::derivative(int lane) const {
  ArmBatch arm(physics_, compartments_, 1, precision_);
  for (int row = 0; row < rows_.end; ++row) arm.set(row, 0, get(row, lane));
  const bool is_single = precision_ == Precision::kSingle;
  const auto kernel = (is_single ? single_derivative_kernel : derivative_kernel)(physics_);
  kernel(arm.block(0), compartments_, actions(lane));
  std::vector<double> result = {omega(lane), arm.base(0, kAngularRate)};
  const auto node = nodes(lane);
  for (const int side : {0, 1}) {
    for (int i = 0; i < compartments_; ++i) {
      for (int k = 2; k < 4; ++k) result.push_back(node[i * kPairRows + 4 * side + k]);
      for (int k = 0; k < 2; ++k) {
        result.push_back(arm.get(rows_.stages + i * kStageRows + 2 * side + k, 0));
      }
    }
  }
  return result;
}

void ArmBatch::mark_near(double x, double y) {
  for (int i = 0; i * kernels_.lanes < lanes_; ++i) {
    kernels_.mark_near(block(i), compartments_, x, y);
  }
}

bool ArmBatch::contains(int lane, double x, double y) const {
  const auto node = nodes(lane);
  const auto corner = [&](int pair, int x_row) {
    const int first = pair * kPairRows + x_row;
    return Corner(node[first], node[first + 1]);
  };
  TouchTest test(x, y, corner(0, kUpperX), corner(0, kLowerX));
  for (int i = 1; i < compartments_; ++i) {
    if (test.next(corner(i, kUpperX), corner(i, kLowerX))) return true;
  }
  return first_contains(lane, x, y);
}

bool ArmBatch::first_contains(int lane, double x, double y) const {
  const auto node = nodes(lane);
  const Corner upper(node[kUpperX], node[kUpperY]), lower(node[kLowerX], node[kLowerY]);
  const double radius = shared(lane, kBaseRadius);
  const double cx = shared(lane, kBaseX), cy = shared(lane, kBaseY);
  // However it is turned, the base lies in this square, and the point rarely does: so the functions
  // of the angle, which take half as long as all other compartments, are rarely asked for.
  const double reach = 2.0 * radius;
  if (!TouchTest(x, y, {cx - reach, cy - reach}, {cx + reach, cy + reach}).is_near(upper, lower)) {
    return false;
  }
  const double dx = radius * cos(theta(lane)), dy = radius * sin(theta(lane));
  return TouchTest(x, y, {cx + dx, cy + dy}, {cx - dx, cy - dy}).next(upper, lower);
}

}  // namespace lowpass
