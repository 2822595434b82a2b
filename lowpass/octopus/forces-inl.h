// The force laws of the arm (docs/PHYSICS.md §4), as pure functions on lanes.
//
// Each is algebraically the original's law with fewer square roots and divisions; the derivation
// stands above it. Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_FORCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_FORCES_INL_H_
#undef LOWPASS_OCTOPUS_FORCES_INL_H_
#else
#define LOWPASS_OCTOPUS_FORCES_INL_H_
#endif

#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// A vector of the plane, a lane each.
template <class Real>
struct Vector {
  Real x, y;
};

// clang-format off
template <class Real> HWY_INLINE Vector<Real> operator+(Vector<Real> a, Vector<Real> b) { return {a.x + b.x, a.y + b.y}; }
template <class Real> HWY_INLINE Vector<Real> operator-(Vector<Real> a, Vector<Real> b) { return {a.x - b.x, a.y - b.y}; }
template <class Real> HWY_INLINE Vector<Real> operator*(Real s, Vector<Real> a) { return {s * a.x, s * a.y}; }
template <class Real> HWY_INLINE Real dot(Vector<Real> a, Vector<Real> b) { return a.x * b.x + a.y * b.y; }
template <class Real> HWY_INLINE Real cross(Vector<Real> a, Vector<Real> b) { return a.x * b.y - a.y * b.x; }
/// a plus, or minus, b turned a quarter clockwise.
template <class Real> HWY_INLINE Vector<Real> plus_clockwise(Vector<Real> a, Vector<Real> b) { return {a.x + b.y, a.y - b.x}; }
template <class Real> HWY_INLINE Vector<Real> minus_clockwise(Vector<Real> a, Vector<Real> b) { return {a.x - b.y, a.y + b.x}; }
// clang-format on

/// 1 / |d|. The tiny summand leaves every length above 1e-142 as it is and keeps the result finite
/// for d = 0, where all forces along d then vanish, as they do in the original.
template <class Real>
HWY_INLINE Real inverse_length(Vector<Real> d) {
  return Real(1.0) / sqrt(dot(d, d) + Real(1e-300));
}

/// Strength of a muscle, §4.2: the force on its first node is strength * d with d the way to the
/// second node, and the opposite on the second. From the original's
///   f = (A a + P) max(0, l/L0 - m) + D (v1 - v2).d / l,   force = f d / l,   r = 1/l:
///   f / l = max(0, (A a + P)/L0 - (A a + P) m r) + D ((v1 - v2).d) r^2.
/// Needs A a + P >= 0, which the model's validation gives. `closing` is (v1 - v2).d.
/// Limits: slack (l < m L0) leaves the damping; l = 0 gives a finite strength times d = 0.
template <class Real>
HWY_INLINE Real muscle_strength(Real tension, Real slack, Real damping, Real r, Real closing) {
  return zero_if_negative(tension - slack * r) + (damping * closing) * (r * r);
}

/// Pressure of a compartment, §4.1, from its diagonals P = tv - d, Q = dt - v: with S = P x Q / 2,
/// q = pressure (|S| - A0) the result is s = sgn(S) sgn(q) sqrt|q|, and the corners d and dt get
/// s clockwise(Q) and s clockwise(P), tv and v the opposite. Halves are exact, so q has the
/// original's bits, which matters: at rest the root turns a rounding of 1e-16 into 1e-8.
/// Limits: S = A0 and S = 0 give 0.
template <class Real>
HWY_INLINE Real pressure_strength(Real half_pressure, Real twice_rest_area, Vector<Real> p,
                                  Vector<Real> q) {
  const Real twice_area = cross(p, q);
  const Real excess = half_pressure * (abs(twice_area) - twice_rest_area);
  const Real magnitude = select_or_zero(twice_area != Real(0.0), sqrt(abs(excess)));
  return flip_sign(flip_sign(magnitude, excess), twice_area);
}

/// Drag on a node that moves with v, §4.3; e is the unit vector along its proximal segment. With
/// t = v.e, n = e x v the original's T = t e and N = v - T = n (-e_y, e_x), |N| = |n|, so
/// -F = ft |t| t e + fp |n| n (-e_y, e_x). Returns -F. The sign of e does not matter.
template <class Real>
HWY_INLINE Vector<Real> negative_drag(Real tangential, Real perpendicular, Vector<Real> e,
                                      Vector<Real> v) {
  const Real t = dot(v, e);
  const Real n = cross(e, v);
  const Real along = (tangential * abs(t)) * t;
  const Real across = (perpendicular * abs(n)) * n;
  return {along * e.x - across * e.y, along * e.y + across * e.x};
}

/// Gravity and buoyancy, §4.4: `pull` at and above the surface; below it the two cancel.
template <class Real>
HWY_INLINE Real weight(Real pull, Real surface_level, Real y) {
  return select_or_zero(y >= surface_level, pull);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
