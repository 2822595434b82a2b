// Runge-Kutta of fourth order for second-order equations, stage by stage (docs/PHYSICS.md §6).
//
// For x' = v, v' = a(x, v) the classic scheme needs only the accelerations a1..a4 of its stages:
//
//   stage   position                      velocity
//   1       x                             v
//   2       x + h/2 v                     v + h/2 a1
//   3       x + h/2 v + h^2/4 a1          v + h/2 a2
//   4       x + h v + h^2/2 a2            v + h a3
//   next    x + h v + h^2/6 (a1+a2+a3)    v + h/6 (a1 + 2 (a2+a3) + a4)
//
// so a stage reads the state and two accelerations and writes one. Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_STAGES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_STAGES_INL_H_
#undef LOWPASS_OCTOPUS_STAGES_INL_H_
#else
#define LOWPASS_OCTOPUS_STAGES_INL_H_
#endif

#include "lowpass/octopus/compartment-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

inline constexpr double kStep = 0.2;  // h, time units; the originals' only step

template <int kStage, class Real>
HWY_INLINE Real stage_position(Real x, Real v, Real a1, Real a2) {
  if constexpr (kStage == 1) return x;
  if constexpr (kStage == 2) return x + Real(kStep / 2) * v;
  if constexpr (kStage == 3) return (x + Real(kStep / 2) * v) + Real(kStep * kStep / 4) * a1;
  return (x + Real(kStep) * v) + Real(kStep * kStep / 2) * a2;
}

/// `before` is the acceleration of the stage before.
template <int kStage, class Real>
HWY_INLINE Real stage_velocity(Real v, Real before) {
  if constexpr (kStage == 1) return v;
  return v + Real(kStage == 4 ? kStep : kStep / 2) * before;
}

template <class Real>
HWY_INLINE Real next_position(Real x, Real v, Real a1, Real a2, Real a3) {
  return (x + Real(kStep) * v) + Real(kStep * kStep / 6) * ((a1 + a2) + a3);
}

template <class Real>
HWY_INLINE Real next_velocity(Real v, Real a1, Real a2, Real a3, Real a4) {
  const Real middle = a2 + a3;
  return v + Real(kStep / 6) * ((a1 + a4) + (middle + middle));
}

/// One component of a node pair at a stage; `x` and `v` are its rows in the state, `a` its row
/// among the accelerations of a stage.
template <int kStage, class Real>
HWY_INLINE void stage_component(const NumberOf<Real>* pair, const NumberOf<Real>* stages, int x,
                                int v, int a, Real& position, Real& velocity) {
  const Real x0 = row<Real>(pair, x), v0 = row<Real>(pair, v);
  Real a1(0.0), a2(0.0), before(0.0);
  if constexpr (kStage >= 2) before = row<Real>(stages, (kStage - 2) * kVectorPairRows + a);
  if constexpr (kStage == 3) a1 = row<Real>(stages, a);
  if constexpr (kStage == 4) a2 = row<Real>(stages, kVectorPairRows + a);
  position = stage_position<kStage>(x0, v0, a1, a2);
  velocity = stage_velocity<kStage>(v0, before);
}

template <int kStage, class Real>
HWY_INLINE NodePair<Real> stage_pair(const ArmOf<Real>& arm, int i) {
  const NumberOf<Real>* pair = element<Real>(arm.pairs, kPairRows, i);
  const NumberOf<Real>* stages = element<Real>(arm.stages, kStageRows, i);
  NodePair<Real> n;
  stage_component<kStage>(pair, stages, kUpperX, kUpperVx, 0, n.upper.x, n.upper_velocity.x);
  stage_component<kStage>(pair, stages, kUpperY, kUpperVy, 1, n.upper.y, n.upper_velocity.y);
  stage_component<kStage>(pair, stages, kLowerX, kLowerVx, 2, n.lower.x, n.lower_velocity.x);
  stage_component<kStage>(pair, stages, kLowerY, kLowerVy, 3, n.lower.y, n.lower_velocity.y);
  return n;
}

/// The last stage completes the step of one component, in place.
template <class Real>
HWY_INLINE void finish_component(NumberOf<Real>* pair, const NumberOf<Real>* stages, int x, int v,
                                 int a, Real a4) {
  const Real x0 = row<Real>(pair, x), v0 = row<Real>(pair, v);
  const Real a1 = row<Real>(stages, a);
  const Real a2 = row<Real>(stages, kVectorPairRows + a);
  const Real a3 = row<Real>(stages, 2 * kVectorPairRows + a);
  store_row(pair, x, next_position(x0, v0, a1, a2, a3));
  store_row(pair, v, next_velocity(v0, a1, a2, a3, a4));
}

/// What a stage does with the accelerations of pair i: stages 1 to 3 keep them, stage 4 ends the
/// step.
template <int kStage, class Real>
HWY_INLINE void finish_pair(const ArmOf<Real>& arm, int i, Vector<Real> upper, Vector<Real> lower) {
  NumberOf<Real>* stages = element<Real>(arm.stages, kStageRows, i);
  if constexpr (kStage == 4) {
    NumberOf<Real>* pair = element<Real>(arm.pairs, kPairRows, i);
    finish_component(pair, stages, kUpperX, kUpperVx, 0, upper.x);
    finish_component(pair, stages, kUpperY, kUpperVy, 1, upper.y);
    finish_component(pair, stages, kLowerX, kLowerVx, 2, lower.x);
    finish_component(pair, stages, kLowerY, kLowerVy, 3, lower.y);
  } else {
    constexpr int kFirst = (kStage - 1) * kVectorPairRows;
    store_row(stages, kFirst, upper.x);
    store_row(stages, kFirst + 1, upper.y);
    store_row(stages, kFirst + 2, lower.x);
    store_row(stages, kFirst + 3, lower.y);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
