// The base of the arm: a pair of nodes that turns about its fixed midpoint (docs/PHYSICS.md §5).
//
// Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_BASE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_BASE_INL_H_
#undef LOWPASS_OCTOPUS_BASE_INL_H_
#else
#define LOWPASS_OCTOPUS_BASE_INL_H_
#endif

#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/arm_state.h"
#include "lowpass/octopus/stages-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Beyond it a state counts as diverged (arm_state.h).
template <class Real>
inline constexpr double kMaxAngle = kIsSingle<Real> ? kMaxSingleTheta : kMaxTheta;

/// The base through one step: theta and omega at its start, the angular accelerations of its
/// stages, and the node pair of the current stage with its direction.
template <class Real>
struct Base {
  Real theta, omega;
  Real torque;  // of the actions, constant through a step
  Real a1, a2, a3;
  Vector<Real> direction;  // (cos theta, sin theta): from the midpoint to the upper node
  NodePair<Real> pair;
};

/// Puts the base nodes where (theta, omega) say: u0 = c + delta, l0 = c - delta with
/// delta = r direction; velocities +-omega (-delta_y, delta_x).
template <class Real>
HWY_INLINE void place_base(const NumberOf<Real>* shared, Real theta, Real omega, Base<Real>& base) {
  sin_cos(theta, base.direction.y, base.direction.x);
  const Real radius = row<Real>(shared, kBaseRadius);
  const Vector<Real> centre = {row<Real>(shared, kBaseX), row<Real>(shared, kBaseY)};
  const Vector<Real> delta = radius * base.direction;
  base.pair.upper = centre + delta;
  base.pair.lower = centre - delta;
  base.pair.upper_velocity = {-(omega * delta.y), omega * delta.x};
  base.pair.lower_velocity = {omega * delta.y, -(omega * delta.x)};
}

/// d omega / dt from the forces on the base nodes.
///   C09: (torque + delta x (Fu - Fl)) / I, since the arms of the two forces are opposite.
///   M06: atan2((Fu - Fl).tau, r) / m with tau = (-sin theta, cos theta): the original's own.
template <Physics kPhysics, class Real>
HWY_INLINE Real angular_acceleration(const NumberOf<Real>* shared, const Base<Real>& base,
                                     Vector<Real> on_upper, Vector<Real> on_lower) {
  const Real surface = row<Real>(shared, kSurfaceLevel);
  on_upper.y += weight(row<Real>(shared, kBaseUpperWeight), surface, base.pair.upper.y);
  on_lower.y += weight(row<Real>(shared, kBaseLowerWeight), surface, base.pair.lower.y);
  const Real turning = cross(base.direction, on_upper - on_lower);
  const Real radius = row<Real>(shared, kBaseRadius);
  const Real inverse_inertia = row<Real>(shared, kInverseInertia);
  if constexpr (kPhysics == Physics::kC09) {
    return (base.torque + radius * turning) * inverse_inertia;
  } else {
    return atan2(turning, radius) * inverse_inertia;
  }
}

/// Takes the base from a stage to the next one, or from the last stage to the next step.
template <int kStage, class Real>
HWY_INLINE void advance_base(const NumberOf<Real>* shared, Real a, Base<Real>& b) {
  if constexpr (kStage == 4) {
    const Real theta = next_position(b.theta, b.omega, b.a1, b.a2, b.a3);
    b.omega = next_velocity(b.omega, b.a1, b.a2, b.a3, a);
    b.theta = theta;
    place_base(shared, b.theta, b.omega, b);
  } else {
    if constexpr (kStage == 1) b.a1 = a;
    if constexpr (kStage == 2) b.a2 = a;
    if constexpr (kStage == 3) b.a3 = a;
    const Real theta = stage_position<kStage + 1>(b.theta, b.omega, b.a1, b.a2);
    place_base(shared, theta, stage_velocity<kStage + 1>(b.omega, a), b);
  }
}

/// Wraps theta into [-pi, pi] by whole turns as C09 does before every step, and keeps count of the
/// angle taken. Angles beyond kMaxAngle stay: the state has diverged.
template <class Real>
HWY_INLINE void wrap(Real& theta, Real& wrapped) {
  const Real pi(0x1.921fb54442d18p+1), turn(0x1.921fb54442d18p+2);
  const auto small = abs(theta) <= Real(kMaxAngle<Real>);
  for (auto above = theta > pi && small; any(above); above = theta > pi && small) {
    theta = select(above, theta - turn, theta);
    wrapped = select(above, wrapped + turn, wrapped);
  }
  for (auto below = theta < -pi && small; any(below); below = theta < -pi && small) {
    theta = select(below, theta + turn, theta);
    wrapped = select(below, wrapped - turn, wrapped);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
