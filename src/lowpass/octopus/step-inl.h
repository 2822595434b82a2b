// A whole step of a block of arms.
//
// Compiled once per SIMD target and precision.
#if defined(LOWPASS_OCTOPUS_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_STEP_INL_H_
#undef LOWPASS_OCTOPUS_STEP_INL_H_
#else
#define LOWPASS_OCTOPUS_STEP_INL_H_
#endif

#include "lowpass/octopus/arm_kernels.h"
#include "lowpass/octopus/near-inl.h"
#include "lowpass/octopus/sweep-inl.h"
#include "lowpass/octopus/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Tension of every muscle under the actions of this step: activations clamped to [0, 1] as the
/// original does (NaN stays NaN), the rest of the muscle's law in muscle_strength.
template <class Real>
void set_tensions(const ArmOf<Real>& arm) {
  for (int muscle = 0; muscle < 3 * arm.compartments; ++muscle) {
    const Real raw = zero_if_negative(row<Real>(arm.actions, muscle));
    const Real activation = select(raw > Real(1.0), Real(1.0), raw);
    const NumberOf<Real>* from = element<Real>(arm.tension, kTensionRows, muscle);
    NumberOf<Real>* to = element<Real>(arm.constants, kCompartmentRows, muscle / 3);
    const Real tension = row<Real>(from, kActive) * activation + row<Real>(from, kPassive);
    const int first = muscle % 3 * kMuscleRows;
    store_row(to, first + kTension, tension);
    store_row(to, first + kSlack, tension * row<Real>(from, kSlackLength));
  }
}

/// The base at the start of a step.
template <class Real>
HWY_INLINE Base<Real> base_at_start(const ArmOf<Real>& arm) {
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
void mark_diverged(const ArmOf<Real>& arm) {
  const Real theta = row<Real>(arm.base, kTheta), omega = row<Real>(arm.base, kOmega);
  Real sum = (theta - theta) + (omega - omega);
  for (int i = 0; i < kPairRows * arm.compartments; ++i) {
    const Real x = row<Real>(arm.pairs, i);
    sum += x - x;
  }
  const auto sound = sum == Real(0.0) && abs(theta) <= Real(kMaxAngle<Real>);
  store_row(arm.base, kDiverged, select(sound, Real(0.0), Real(1.0)));
}

template <Physics kPhysics, class Real>
void step(void* block, int compartments, int substeps, const double* actions, double* nodes) {
  const ArmOf<Real> arm = arm_at<Real>(block, compartments);
  if constexpr (kPhysics == Physics::kC09) {
    Real theta = row<Real>(arm.base, kTheta), wrapped = row<Real>(arm.base, kWrapped);
    wrap(theta, wrapped);
    store_row(arm.base, kTheta, theta);
    store_row(arm.base, kWrapped, wrapped);
  }
  write_rows<Real>(actions, 3 * compartments + 2, arm.actions);
  set_tensions<Real>(arm);
  Base<Real> base = base_at_start<Real>(arm);
  typename Slots<Real>::Memory memory;
  Slots<Real> slots(memory);
  enter<1>(arm, base, slots);
  for (int i = 0; i < substeps; ++i) {
    run_stage<1, kPhysics>(arm, slots, base);
    run_stage<2, kPhysics>(arm, slots, base);
    run_stage<3, kPhysics>(arm, slots, base);
    run_stage<4, kPhysics>(arm, slots, base);
  }
  store_row(arm.base, kTheta, base.theta);
  store_row(arm.base, kOmega, base.omega);
  mark_diverged<Real>(arm);
  read_rows<Real>(arm.pairs, kPairRows * compartments, nodes);
}

template <Physics kPhysics, class Real>
void derivative(void* block, int compartments, const double* actions) {
  const ArmOf<Real> arm = arm_at<Real>(block, compartments);
  write_rows<Real>(actions, 3 * compartments + 2, arm.actions);
  set_tensions<Real>(arm);
  Base<Real> base = base_at_start<Real>(arm);
  typename Slots<Real>::Memory memory;
  Slots<Real> slots(memory);
  enter<1>(arm, base, slots);
  run_stage<1, kPhysics>(arm, slots, base);
  store_row(arm.base, kAngularRate, base.a1);
}

template <class Real>
ArmKernels kernels(Physics physics) {
  constexpr int lanes = static_cast<int>(Real::kCount);
  if (physics == Physics::kC09) {
    return {lanes, &step<Physics::kC09, Real>, &mark_near<Real>};
  }
  return {lanes, &step<Physics::kM06, Real>, &mark_near<Real>};
}

template <class Real>
ArmDerivative derivative_kernel(Physics physics) {
  return physics == Physics::kC09 ? &derivative<Physics::kC09, Real>
                                  : &derivative<Physics::kM06, Real>;
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
