// A compartment between two node pairs: its forces on them, and their accelerations.
//
// Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_COMPARTMENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_COMPARTMENT_INL_H_
#undef LOWPASS_OCTOPUS_COMPARTMENT_INL_H_
#else
#define LOWPASS_OCTOPUS_COMPARTMENT_INL_H_
#endif

#include "lowpass/octopus/arm_rows.h"
#include "lowpass/octopus/forces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Row `index` of a block as wide as the vector.
template <class Real>
HWY_INLINE Real row(const double* rows, int index) {
  return Real::load(rows + index * static_cast<int>(Real::kCount));
}

template <class Real>
HWY_INLINE void store_row(double* rows, int index, Real value) {
  value.store(rows + index * static_cast<int>(Real::kCount));
}

/// The rows of element i where each element has `count` rows.
template <class Real>
HWY_INLINE double* element(double* rows, int count, int i) {
  return rows + static_cast<std::ptrdiff_t>(i) * (count * static_cast<int>(Real::kCount));
}

/// An upper and a lower node, at one stage.
template <class Real>
struct NodePair {
  Vector<Real> upper, lower, upper_velocity, lower_velocity;
};

/// Forces on, or accelerations of, a node pair.
template <class Real>
struct PairForce {
  Vector<Real> upper, lower;
};

/// The three muscles of a compartment: the way from first to second node, and 1 / length.
template <class Real>
struct Axes {
  Vector<Real> dorsal, transversal, ventral;
  Real dorsal_r, transversal_r, ventral_r;
};

template <class Real>
HWY_INLINE Axes<Real> axes_between(const NodePair<Real>& inner, const NodePair<Real>& outer) {
  Axes<Real> a;
  a.dorsal = outer.upper - inner.upper;
  a.transversal = outer.lower - outer.upper;
  a.ventral = inner.lower - outer.lower;
  a.dorsal_r = inverse_length(a.dorsal);
  a.transversal_r = inverse_length(a.transversal);
  a.ventral_r = inverse_length(a.ventral);
  return a;
}

/// Force of a muscle (kDorsal, kTransversal or kVentral) on its first node; v1, v2 are the
/// velocities of first and second node.
template <class Real>
HWY_INLINE Vector<Real> muscle_force(const double* constants, int muscle, Vector<Real> d, Real r,
                                     Vector<Real> v1, Vector<Real> v2) {
  const Real tension = row<Real>(constants, muscle + kTension);
  const Real slack = row<Real>(constants, muscle + kSlack);
  const Real damping = row<Real>(constants, muscle + kDamping);
  return muscle_strength(tension, slack, damping, r, dot(v1 - v2, d)) * d;
}

/// Adds the forces of a compartment to those on its inner pair, and returns those on its outer
/// pair: pressure, three muscles, drag on the outer nodes.
template <class Real>
HWY_INLINE PairForce<Real> compartment_force(const double* constants, const double* shared,
                                             const NodePair<Real>& inner,
                                             const NodePair<Real>& outer, const Axes<Real>& axes,
                                             PairForce<Real>& on_inner) {
  const Vector<Real> dorsal = muscle_force(constants, kDorsal, axes.dorsal, axes.dorsal_r,
                                           inner.upper_velocity, outer.upper_velocity);
  const Vector<Real> transversal =
      muscle_force(constants, kTransversal, axes.transversal, axes.transversal_r,
                   outer.upper_velocity, outer.lower_velocity);
  const Vector<Real> ventral = muscle_force(constants, kVentral, axes.ventral, axes.ventral_r,
                                            outer.lower_velocity, inner.lower_velocity);
  const Real ft = row<Real>(shared, kFrictionTangential);
  const Real fp = row<Real>(shared, kFrictionPerpendicular);
  const Vector<Real> upper_drag =
      negative_drag(ft, fp, axes.dorsal_r * axes.dorsal, outer.upper_velocity);
  const Vector<Real> lower_drag =
      negative_drag(ft, fp, axes.ventral_r * axes.ventral, outer.lower_velocity);
  const Vector<Real> p = outer.lower - inner.upper;
  const Vector<Real> q = outer.upper - inner.lower;
  const Real s = pressure_strength(row<Real>(shared, kHalfPressure),
                                   row<Real>(constants, kTwiceRestArea), p, q);
  const Vector<Real> sp = s * p;
  const Vector<Real> sq = s * q;
  on_inner.upper = plus_clockwise(on_inner.upper + dorsal, sq);
  on_inner.lower = minus_clockwise(on_inner.lower - ventral, sp);
  return {plus_clockwise((transversal - dorsal) - upper_drag, sp),
          minus_clockwise((ventral - transversal) - lower_drag, sq)};
}

/// Accelerations of a node pair that is not the base (docs/PHYSICS.md §5).
template <class Real>
HWY_INLINE PairForce<Real> acceleration(const double* constants, const double* shared,
                                        const NodePair<Real>& pair, const PairForce<Real>& force) {
  const Real pull = row<Real>(shared, kMinusGravity);
  const Real surface = row<Real>(shared, kSurfaceLevel);
  PairForce<Real> a = {row<Real>(constants, kUpperInverseMass) * force.upper,
                       row<Real>(constants, kLowerInverseMass) * force.lower};
  a.upper.y += weight(pull, surface, pair.upper.y);
  a.lower.y += weight(pull, surface, pair.lower.y);
  return a;
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
