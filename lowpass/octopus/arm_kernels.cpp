#include "lowpass/octopus/arm_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/octopus/arm_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/octopus/repulsion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Tension of every muscle under the actions of this step: activations clamped to [0, 1] as the
/// original does (NaN stays NaN), the rest of the muscle's law in muscle_strength.
template <class Real>
void set_tensions(const ArmRows& arm) {
  for (int muscle = 0; muscle < 3 * arm.compartments; ++muscle) {
    const Real raw = zero_if_negative(row<Real>(arm.actions, muscle));
    const Real activation = select(raw > Real(1.0), Real(1.0), raw);
    const double* from = element<Real>(arm.tension, kTensionRows, muscle);
    double* to = element<Real>(arm.constants, kCompartmentRows, muscle / 3);
    const Real tension = row<Real>(from, kActive) * activation + row<Real>(from, kPassive);
    const int first = muscle % 3 * kMuscleRows;
    store_row(to, first + kTension, tension);
    store_row(to, first + kSlack, tension * row<Real>(from, kSlackLength));
  }
}

template <Physics kPhysics, class Real>
HWY_INLINE PairForce<Real> first_force(const ArmRows& arm, int i) {
  if constexpr (kPhysics == Physics::kM06) return repulsion_on<Real>(arm, i);
  return {{Real(0.0), Real(0.0)}, {Real(0.0), Real(0.0)}};
}

template <class Real>
HWY_INLINE PairForce<Real> operator+(const PairForce<Real>& a, const PairForce<Real>& b) {
  return {a.upper + b.upper, a.lower + b.lower};
}

/// One stage: a pass from base to tip. It carries the inner node pair and the force on it so far,
/// so every node is loaded once; a pair's acceleration is complete, and used at once, when the
/// compartment beyond it is done.
template <int kStage, Physics kPhysics, class Real>
HWY_INLINE void run_stage(const ArmRows& arm, Base<Real>& base) {
  if constexpr (kPhysics == Physics::kM06) repel_all<kStage>(arm, base.pair);
  NodePair<Real> inner = base.pair;
  PairForce<Real> on_inner = first_force<kPhysics, Real>(arm, 0);
  for (int i = 0; i < arm.compartments; ++i) {
    const double* constants = element<Real>(arm.constants, kCompartmentRows, i);
    const NodePair<Real> outer = stage_pair<kStage, Real>(arm, i);
    const Axes<Real> axes = axes_between(inner, outer);
    PairForce<Real> on_outer =
        compartment_force(constants, arm.shared, inner, outer, axes, on_inner);
    if (i == 0) {
      const Real a = angular_acceleration<kPhysics>(arm.shared, base, on_inner);
      advance_base<kStage>(arm.shared, a, base);
    } else {
      const double* before = element<Real>(arm.constants, kCompartmentRows, i - 1);
      finish_pair<kStage>(arm, i - 1, acceleration(before, arm.shared, inner, on_inner));
    }
    if constexpr (kPhysics == Physics::kM06) on_outer = repulsion_on<Real>(arm, i + 1) + on_outer;
    inner = outer;
    on_inner = on_outer;
  }
  const int tip = arm.compartments - 1;
  const double* constants = element<Real>(arm.constants, kCompartmentRows, tip);
  finish_pair<kStage>(arm, tip, acceleration(constants, arm.shared, inner, on_inner));
}

/// The base at the start of a step.
template <class Real>
HWY_INLINE Base<Real> base_at_start(const ArmRows& arm) {
  Base<Real> base;
  base.theta = row<Real>(arm.base, kTheta);
  base.omega = row<Real>(arm.base, kOmega);
  const int torques = 3 * arm.compartments;
  base.torque = row<Real>(arm.shared, kTorqueCoefficient) *
                (row<Real>(arm.actions, torques) - row<Real>(arm.actions, torques + 1));
  base.a1 = base.a2 = base.a3 = Real(0.0);
  place_base(arm.shared, base.theta, base.omega, base);
  return base;
}

/// Marks the lanes whose state is no longer sound. x - x is 0 for finite x, else NaN.
template <class Real>
void mark_diverged(const ArmRows& arm) {
  const Real theta = row<Real>(arm.base, kTheta), omega = row<Real>(arm.base, kOmega);
  Real sum = (theta - theta) + (omega - omega);
  for (int i = 0; i < kPairRows * arm.compartments; ++i) {
    const Real x = row<Real>(arm.pairs, i);
    sum += x - x;
  }
  const auto sound = sum == Real(0.0) && abs(theta) <= Real(kMaxTheta);
  store_row(arm.base, kDiverged, select(sound, Real(0.0), Real(1.0)));
}

template <Physics kPhysics, class Real>
void step(const ArmRows& arm, int substeps) {
  if constexpr (kPhysics == Physics::kC09) {
    Real theta = row<Real>(arm.base, kTheta), wrapped = row<Real>(arm.base, kWrapped);
    wrap(theta, wrapped);
    store_row(arm.base, kTheta, theta);
    store_row(arm.base, kWrapped, wrapped);
  }
  set_tensions<Real>(arm);
  Base<Real> base = base_at_start<Real>(arm);
  for (int i = 0; i < substeps; ++i) {
    run_stage<1, kPhysics>(arm, base);
    run_stage<2, kPhysics>(arm, base);
    run_stage<3, kPhysics>(arm, base);
    run_stage<4, kPhysics>(arm, base);
  }
  store_row(arm.base, kTheta, base.theta);
  store_row(arm.base, kOmega, base.omega);
  mark_diverged<Real>(arm);
}

template <Physics kPhysics, class Real>
void derivative(const ArmRows& arm) {
  set_tensions<Real>(arm);
  Base<Real> base = base_at_start<Real>(arm);
  run_stage<1, kPhysics>(arm, base);
  store_row(arm.base, kAngularRate, base.a1);
}

template <class Real>
ArmKernels kernels(Physics physics) {
  constexpr int lanes = static_cast<int>(Real::kCount);
  if (physics == Physics::kC09) {
    return {lanes, &step<Physics::kC09, Real>, &derivative<Physics::kC09, Real>};
  }
  return {lanes, &step<Physics::kM06, Real>, &derivative<Physics::kM06, Real>};
}

ArmKernels one_lane(Physics physics) { return kernels<OneLane>(physics); }
ArmKernels all_lanes(Physics physics) { return kernels<AllLanes>(physics); }

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(one_lane);
HWY_EXPORT(all_lanes);

ArmKernels one_lane_kernels(Physics physics) { return HWY_DYNAMIC_DISPATCH(one_lane)(physics); }
ArmKernels all_lanes_kernels(Physics physics) { return HWY_DYNAMIC_DISPATCH(all_lanes)(physics); }

}  // namespace lowpass
#endif
