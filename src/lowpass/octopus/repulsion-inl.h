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
HWY_INLINE Real repulsion_strength(const NumberOf<Real>* shared, Real squared) {
  const Real exponent = row<Real>(shared, kRepulsionExponent);
  const Real strength = row<Real>(shared, kRepulsionConstant) *
                        exp(exponent * log(max(squared, Real(kTinySquare<Real>))));
  const auto near = squared < row<Real>(shared, kRepulsionRange2) && squared > Real(0.0);
  return select_or_zero(near, strength);
}

/// Adds the repulsion between two nodes to the forces on both. Skipped when no lane is in range,
/// which changes no lane: what it would add is 0, and no sum here is ever -0.
template <class Real>
HWY_INLINE void repel(const NumberOf<Real>* shared, const NumberOf<Real>* positions,
                      NumberOf<Real>* forces, int target, int source) {
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

/// Stores the positions of pair i, and the box around it.
template <class Real>
HWY_INLINE void place_pair(const ArmOf<Real>& arm, int i, const NodePair<Real>& pair) {
  NumberOf<Real>* positions = element<Real>(arm.positions, kVectorPairRows, i);
  store_row(positions, 0, pair.upper.x);
  store_row(positions, 1, pair.upper.y);
  store_row(positions, 2, pair.lower.x);
  store_row(positions, 3, pair.lower.y);
  NumberOf<Real>* box = element<Real>(arm.boxes, kBoxRows, i);
  store_row(box, kLowX, min(pair.upper.x, pair.lower.x));
  store_row(box, kHighX, max(pair.upper.x, pair.lower.x));
  store_row(box, kLowY, min(pair.upper.y, pair.lower.y));
  store_row(box, kHighY, max(pair.upper.y, pair.lower.y));
}

/// False if in no lane a node of one pair can be in range of a node of the other: their boxes are
/// farther apart than that, along x or y. Differences round monotonically, so a gap of at least the
/// range means that the squared distances of `repel` are not below its square either.
template <class Real>
HWY_INLINE bool may_repel(const NumberOf<Real>* shared, const NumberOf<Real>* a,
                          const NumberOf<Real>* b) {
  const Real range = row<Real>(shared, kRepulsionRange);
  const auto near_x = row<Real>(a, kLowX) - row<Real>(b, kHighX) < range &&
                      row<Real>(b, kLowX) - row<Real>(a, kHighX) < range;
  const auto near_y = row<Real>(a, kLowY) - row<Real>(b, kHighY) < range &&
                      row<Real>(b, kLowY) - row<Real>(a, kHighY) < range;
  return any(near_x && near_y);
}

/// The repulsion of all pairs at a stage, into arm.repulsion.
template <int kStage, class Real>
HWY_NOINLINE void repel_all(const ArmOf<Real>& arm, const NodePair<Real>& base) {
  place_pair(arm, 0, base);
  for (int i = 0; i < arm.compartments; ++i) {
    place_pair(arm, i + 1, stage_pair<kStage, Real>(arm, i));
  }
  for (int i = 0; i < kVectorPairRows * (arm.compartments + 1); ++i) {
    store_row(arm.repulsion, i, Real(0.0));
  }
  for (int i = 0; i <= arm.compartments; ++i) {
    const int upper = i * kVectorPairRows, lower = upper + 2;
    const NumberOf<Real>* box = element<Real>(arm.boxes, kBoxRows, i);
    for (int j = 0; j < i; ++j) {
      if (!may_repel<Real>(arm.shared, box, element<Real>(arm.boxes, kBoxRows, j))) continue;
      const int other = j * kVectorPairRows;
      repel<Real>(arm.shared, arm.positions, arm.repulsion, upper, other);
      repel<Real>(arm.shared, arm.positions, arm.repulsion, upper, other + 2);
      repel<Real>(arm.shared, arm.positions, arm.repulsion, lower, other);
      repel<Real>(arm.shared, arm.positions, arm.repulsion, lower, other + 2);
    }
    repel<Real>(arm.shared, arm.positions, arm.repulsion, lower, upper);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
