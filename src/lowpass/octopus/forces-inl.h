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

/// The square of a length that is as good as none, and of which 1/l^2 is still finite.
template <class Real>
inline constexpr double kTinySquare = kIsSingle<Real> ? 1e-30 : 1e-300;

/// d.d, the square of a length l, of which only r = 1/l enters the laws. The tiny summand leaves
/// every length above 1e-142 (in single precision 1e-11) as it is and keeps r finite for d = 0,
/// where all forces along d then vanish.
template <class Real>
HWY_INLINE Real squared_length(Vector<Real> d) {
  return dot(d, d) + Real(kTinySquare<Real>);
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
/// q = pressure (|S| - A0) the strength is s = sgn(S) sgn(q) sqrt|q|, and the corners d and dt get
/// s clockwise(Q) and s clockwise(P), tv and v the opposite. Halves are exact, so q has the
/// original's bits, which matters: at rest the root turns a rounding of 1e-16 into 1e-8.
template <class Real>
HWY_INLINE Real pressure_excess(Real half_pressure, Real twice_rest_area, Real twice_area) {
  return half_pressure * (abs(twice_area) - twice_rest_area);
}

/// Limits: 0 at rest area and for a flat compartment.
template <class Real>
HWY_INLINE Real pressure_strength(Real excess, Real twice_area) {
  const Real magnitude = select_or_zero(twice_area != Real(0.0), sqrt(abs(excess)));
  return flip_sign(flip_sign(magnitude, excess), twice_area);
}

/// Drag on a node that moves with v, §4.3, as -F = along d + across v, where d is its inner segment
/// and r = 1/|d|. With e = r d, t = v.e, n = e x v the original's T = t e and N = v - t e, |N| =
/// |n|:
///   -F = ft |t| T + fp |n| N = (ft |t| - fp |n|) t e + fp |n| v.
template <class Real>
struct Drag {
  Real along, across;
};

/// `vd` is v.d, `dv` is d x v.
template <class Real>
HWY_INLINE Drag<Real> drag(Real tangential, Real perpendicular, Real r, Real vd, Real dv) {
  const Real across = (perpendicular * r) * abs(dv);
  const Real difference = (tangential * r) * abs(vd) - across;
  return {(difference * vd) * (r * r), across};
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
