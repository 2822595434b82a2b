// Repulsion between every two nodes of an M06 arm (docs/PHYSICS.md §4.5).
//
// Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_REPULSION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_REPULSION_INL_H_
#undef LOWPASS_OCTOPUS_REPULSION_INL_H_
#else
#define LOWPASS_OCTOPUS_REPULSION_INL_H_
#endif

#include "lowpass/octopus/base-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Strength of the repulsion: the force on the target is strength * d, with d the way from source
/// to target. From constant / |d|^power along d: constant (d.d)^(-(power + 1) / 2); 0 from the
/// threshold on, and for d = 0.
template <class Real>
HWY_INLINE Real repulsion_strength(const double* shared, Real squared) {
  const Real exponent = row<Real>(shared, kRepulsionExponent);
  const Real strength =
      row<Real>(shared, kRepulsionConstant) * exp(exponent * log(max(squared, Real(1e-300))));
  const auto near = squared < row<Real>(shared, kRepulsionRange2) && squared > Real(0.0);
  return select_or_zero(near, strength);
}

/// Adds the repulsion between two nodes to the forces on both. Skipped when no lane is in range,
/// which changes no lane: what it would add is 0, and no sum here is ever -0.
template <class Real>
HWY_INLINE void repel(const double* shared, const double* positions, double* forces, int target,
                      int source) {
  const Vector<Real> d = {row<Real>(positions, target) - row<Real>(positions, source),
                          row<Real>(positions, target + 1) - row<Real>(positions, source + 1)};
  const Real squared = dot(d, d);
  if (!any(squared < row<Real>(shared, kRepulsionRange2))) return;
  const Vector<Real> force = repulsion_strength(shared, squared) * d;
  store_row(forces, target, row<Real>(forces, target) + force.x);
  store_row(forces, target + 1, row<Real>(forces, target + 1) + force.y);
  store_row(forces, source, row<Real>(forces, source) - force.x);
  store_row(forces, source + 1, row<Real>(forces, source + 1) - force.y);
}

template <class Real>
HWY_INLINE void store_positions(double* positions, int i, const NodePair<Real>& pair) {
  store_row(positions, i * kVectorPairRows, pair.upper.x);
  store_row(positions, i * kVectorPairRows + 1, pair.upper.y);
  store_row(positions, i * kVectorPairRows + 2, pair.lower.x);
  store_row(positions, i * kVectorPairRows + 3, pair.lower.y);
}

/// The repulsion of all pairs at a stage, into arm.repulsion.
template <int kStage, class Real>
HWY_NOINLINE void repel_all(const ArmRows& arm, const NodePair<Real>& base) {
  store_positions(arm.positions, 0, base);
  for (int i = 0; i < arm.compartments; ++i) {
    store_positions(arm.positions, i + 1, stage_pair<kStage, Real>(arm, i));
  }
  const int rows = kVectorPairRows * (arm.compartments + 1);
  for (int i = 0; i < rows; ++i) store_row(arm.repulsion, i, Real(0.0));
  for (int target = 2; target < rows; target += 2) {
    for (int source = 0; source < target; source += 2) {
      repel<Real>(arm.shared, arm.positions, arm.repulsion, target, source);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
