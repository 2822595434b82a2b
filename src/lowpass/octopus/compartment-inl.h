// A compartment in flight: from the geometry of its corners to the forces on them, in three steps.
//
// Square roots and quotients take long, and a processor looks only some seventy loads ahead. So the
// pass along the arm works on three compartments at once: it measures one, takes roots and
// quotients of the one before, and adds the forces of the last, whose inputs are then all there.
// Between the steps a compartment lives in a slot of rows. Compiled once per SIMD target.
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

/// The rows of a block of such lanes.
template <class Real>
using ArmOf = ArmRows<NumberOf<Real>*>;

/// The rows of a block.
template <class Real>
HWY_INLINE ArmOf<Real> arm_at(void* block, int compartments) {
  return rows_at(static_cast<NumberOf<Real>*>(block), compartments, static_cast<int>(Real::kCount));
}

/// Row `index` of a block as wide as the vector.
template <class Real>
HWY_INLINE Real row(const NumberOf<Real>* rows, int index) {
  return Real::load(rows + index * static_cast<int>(Real::kCount));
}

template <class Real>
HWY_INLINE void store_row(NumberOf<Real>* rows, int index, Real value) {
  value.store(rows + index * static_cast<int>(Real::kCount));
}

/// The vector whose components are rows `index` and `index` + 1.
template <class Real>
HWY_INLINE Vector<Real> row_pair(const NumberOf<Real>* rows, int index) {
  return {row<Real>(rows, index), row<Real>(rows, index + 1)};
}

/// The rows of element i where each element has `count` rows.
template <class Real>
HWY_INLINE NumberOf<Real>* element(NumberOf<Real>* rows, int count, int i) {
  return rows + static_cast<std::ptrdiff_t>(i) * (count * static_cast<int>(Real::kCount));
}

/// An upper and a lower node, at one stage.
template <class Real>
struct NodePair {
  Vector<Real> upper, lower, upper_velocity, lower_velocity;
};

/// Rows of a slot: the outer pair of the compartment (kPairRows of them), then these.
enum SlotRow {
  kDorsalLength = kPairRows,  ///< of the three muscles: first l^2, then 1/l
  kTransversalLength,
  kVentralLength,
  kPressure,  ///< first the excess q, then the strength s
  kTwiceArea,
  kSlotRows
};

template <class Real>
HWY_INLINE void store_pair(NumberOf<Real>* slot, const NodePair<Real>& n) {
  store_row(slot, kUpperX, n.upper.x);
  store_row(slot, kUpperY, n.upper.y);
  store_row(slot, kUpperVx, n.upper_velocity.x);
  store_row(slot, kUpperVy, n.upper_velocity.y);
  store_row(slot, kLowerX, n.lower.x);
  store_row(slot, kLowerY, n.lower.y);
  store_row(slot, kLowerVx, n.lower_velocity.x);
  store_row(slot, kLowerVy, n.lower_velocity.y);
}

/// Step 1: squared lengths and the excess area. `inner` is the slot of the compartment before.
template <class Real>
HWY_INLINE void measure(const NumberOf<Real>* constants, const NumberOf<Real>* shared,
                        const NumberOf<Real>* inner, const NodePair<Real>& outer,
                        NumberOf<Real>* slot) {
  store_pair(slot, outer);
  const Vector<Real> d = row_pair<Real>(inner, kUpperX), v = row_pair<Real>(inner, kLowerX);
  store_row(slot, kDorsalLength, squared_length(outer.upper - d));
  store_row(slot, kTransversalLength, squared_length(outer.lower - outer.upper));
  store_row(slot, kVentralLength, squared_length(outer.lower - v));
  const Real twice_area = cross(outer.lower - d, outer.upper - v);
  store_row(slot, kTwiceArea, twice_area);
  store_row(slot, kPressure,
            pressure_excess(row<Real>(shared, kHalfPressure), row<Real>(constants, kTwiceRestArea),
                            twice_area));
}

/// Step 2, for one muscle.
template <class Real>
HWY_INLINE void invert_length(NumberOf<Real>* slot, int length) {
  store_row(slot, length, Real(1.0) / sqrt(row<Real>(slot, length)));
}

/// Step 2, for the pressure.
template <class Real>
HWY_INLINE void take_pressure_root(NumberOf<Real>* slot) {
  store_row(slot, kPressure,
            pressure_strength(row<Real>(slot, kPressure), row<Real>(slot, kTwiceArea)));
}

/// The forces of a compartment's node pairs while step 3 collects them. `on_upper` and `on_lower`
/// act on the inner pair, whose forces are then complete.
template <class Real>
struct Forces {
  Vector<Real> on_upper, on_lower;
  Vector<Real> from_upper, from_lower;  // minus the forces on the outer pair
};

/// Step 3: the longitudinal muscle of one side, and the drag on its outer node. `first` is kUpperX
/// or kLowerX; d points from the inner to the outer node, so v.d and (v1 - v2).d share a product.
template <class Real>
HWY_INLINE void add_side(const NumberOf<Real>* muscle, const NumberOf<Real>* shared,
                         const NumberOf<Real>* inner, const NumberOf<Real>* slot, int first,
                         int length, Vector<Real>& on_inner, Vector<Real>& from_outer) {
  const Vector<Real> d = row_pair<Real>(slot, first) - row_pair<Real>(inner, first);
  const Vector<Real> v = row_pair<Real>(slot, first + 2);
  const Real r = row<Real>(slot, length);
  const Real vd = dot(v, d);
  const Real closing = dot(row_pair<Real>(inner, first + 2), d) - vd;
  const Real strength = muscle_strength(row<Real>(muscle, kTension), row<Real>(muscle, kSlack),
                                        row<Real>(muscle, kDamping), r, closing);
  const Drag<Real> water = drag(row<Real>(shared, kFrictionTangential),
                                row<Real>(shared, kFrictionPerpendicular), r, vd, cross(d, v));
  on_inner = on_inner + strength * d;
  from_outer = (strength + water.along) * d + water.across * v;
}

/// Step 3: the transversal muscle.
template <class Real>
HWY_INLINE void add_transversal(const NumberOf<Real>* muscle, const NumberOf<Real>* slot,
                                Forces<Real>& forces) {
  const Vector<Real> d = row_pair<Real>(slot, kLowerX) - row_pair<Real>(slot, kUpperX);
  const Real closing = dot(row_pair<Real>(slot, kUpperVx) - row_pair<Real>(slot, kLowerVx), d);
  const Real strength =
      muscle_strength(row<Real>(muscle, kTension), row<Real>(muscle, kSlack),
                      row<Real>(muscle, kDamping), row<Real>(slot, kTransversalLength), closing);
  const Vector<Real> force = strength * d;
  forces.from_upper = forces.from_upper - force;
  forces.from_lower = forces.from_lower + force;
}

/// Step 3: the pressure.
template <class Real>
HWY_INLINE void add_pressure(const NumberOf<Real>* inner, const NumberOf<Real>* slot,
                             Forces<Real>& forces) {
  const Real s = row<Real>(slot, kPressure);
  const Vector<Real> sp = s * (row_pair<Real>(slot, kLowerX) - row_pair<Real>(inner, kUpperX));
  const Vector<Real> sq = s * (row_pair<Real>(slot, kUpperX) - row_pair<Real>(inner, kLowerX));
  forces.on_upper = plus_clockwise(forces.on_upper, sq);
  forces.on_lower = minus_clockwise(forces.on_lower, sp);
  forces.from_upper = minus_clockwise(forces.from_upper, sp);
  forces.from_lower = plus_clockwise(forces.from_lower, sq);
}

/// Acceleration of a node that is not at the base (docs/PHYSICS.md §5).
template <class Real>
HWY_INLINE Vector<Real> acceleration(const NumberOf<Real>* shared, Real inverse_mass, Real y,
                                     Vector<Real> force) {
  const Real pull = weight(row<Real>(shared, kMinusGravity), row<Real>(shared, kSurfaceLevel), y);
  return {inverse_mass * force.x, inverse_mass * force.y + pull};
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
