// One pass from base to tip: all forces at one Runge-Kutta stage, and what the stage does with
// them.
//
// Compiled once per SIMD target.
#if defined(LOWPASS_OCTOPUS_SWEEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_SWEEP_INL_H_
#undef LOWPASS_OCTOPUS_SWEEP_INL_H_
#else
#define LOWPASS_OCTOPUS_SWEEP_INL_H_
#endif

#include "lowpass/octopus/repulsion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The slots of the compartments in flight (compartment-inl.h), in turn, and that of the base.
/// (Their memory is not a member: the compiler would then no longer keep the pointers in
/// registers.)
template <class Real>
class Slots {
 public:
  static constexpr int kCount = 4;
  static constexpr int kSize = kSlotRows * static_cast<int>(Real::kCount);
  /// Numbers that have no meaning yet are 0.
  struct alignas(64) Memory {
    NumberOf<Real> numbers[(kCount + 1) * kSize] = {};
  };

  HWY_INLINE explicit Slots(Memory& memory) : base_(memory.numbers + kCount * kSize) {
    for (int i = 0; i < kCount; ++i) slot_[i] = memory.numbers + i * kSize;
  }

  HWY_INLINE NumberOf<Real>* operator[](int i) const { return slot_[i]; }
  /// Where the base waits for the next stage.
  HWY_INLINE NumberOf<Real>* base() const { return base_; }
  /// Every compartment moves on by one step; the slot of the finished one is free again.
  HWY_INLINE void rotate() {
    NumberOf<Real>* const first = slot_[0];
    for (int i = 0; i + 1 < kCount; ++i) slot_[i] = slot_[i + 1];
    slot_[kCount - 1] = first;
  }
  /// A stage begins: the base comes first, and the slot that was first is free to be the base's.
  HWY_INLINE void put_base_first() {
    NumberOf<Real>* const first = slot_[0];
    slot_[0] = base_;
    base_ = first;
  }

 private:
  NumberOf<Real>* slot_[kCount];
  NumberOf<Real>* base_;
};

/// Forces before any compartment is counted: those of the repulsion in M06, else none.
template <Physics kPhysics, class Real>
HWY_INLINE Vector<Real> first_force(const ArmOf<Real>& arm, int pair, int component) {
  if constexpr (kPhysics == Physics::kM06) {
    return row_pair<Real>(element<Real>(arm.repulsion, kVectorPairRows, pair), component);
  } else {
    return {Real(0.0), Real(0.0)};
  }
}

/// Moves on to the next compartment: the outer pair becomes the inner one.
template <Physics kPhysics, class Real>
HWY_INLINE void move_outward(const ArmOf<Real>& arm, int pair, Forces<Real>& forces) {
  forces.on_upper = first_force<kPhysics, Real>(arm, pair, 0) - forces.from_upper;
  forces.on_lower = first_force<kPhysics, Real>(arm, pair, 2) - forces.from_lower;
}

/// Uses the complete forces on the pair outside compartment i.
template <int kStage, class Real>
HWY_INLINE void finish_pair(const ArmOf<Real>& arm, int i, const NumberOf<Real>* slot,
                            const Forces<Real>& forces) {
  const NumberOf<Real>* constants = element<Real>(arm.constants, kCompartmentRows, i);
  finish_pair<kStage>(arm, i,
                      acceleration(arm.shared, row<Real>(constants, kUpperInverseMass),
                                   row<Real>(slot, kUpperY), forces.on_upper),
                      acceleration(arm.shared, row<Real>(constants, kLowerInverseMass),
                                   row<Real>(slot, kLowerY), forces.on_lower));
}

template <int kStage, class Real>
HWY_INLINE void measure_at(const ArmOf<Real>& arm, int i, const NumberOf<Real>* inner,
                           NumberOf<Real>* slot) {
  measure(element<Real>(arm.constants, kCompartmentRows, i), arm.shared, inner,
          stage_pair<kStage, Real>(arm, i), slot);
}

template <class Real>
HWY_INLINE void take_roots(NumberOf<Real>* slot) {
  invert_length<Real>(slot, kDorsalLength);
  invert_length<Real>(slot, kVentralLength);
  invert_length<Real>(slot, kTransversalLength);
  take_pressure_root<Real>(slot);
}

/// The shortest arm whose stages can overlap: its first pairs are finished before the next stage
/// needs them.
inline constexpr int kOverlapCompartments = 4;

/// Fills slot 3 with the compartment after next. Where the arm ends, those are the first ones of
/// the next stage, so that no stage waits for the roots of the one before.
template <int kStage, class Real>
HWY_INLINE void measure_ahead(const ArmOf<Real>& arm, int i, const Slots<Real>& slots,
                              const Base<Real>& base) {
  const int ahead = i + 2, p = arm.compartments;
  if (ahead < p) {
    measure_at<kStage, Real>(arm, ahead, slots[2], slots[3]);
  } else if (p >= kOverlapCompartments) {
    if (ahead == p) store_pair(slots.base(), base.pair);
    measure_at<kStage % 4 + 1, Real>(arm, ahead - p, ahead == p ? slots.base() : slots[2],
                                     slots[3]);
  }
}

/// One turn of the pass: the forces of compartment i (slot 1, inside it slot 0); between them the
/// roots of the compartment after it (slot 2); first of all the compartment after that is measured.
/// Slow operations and forces alternate, so that the divider never waits for long. (What short arms
/// leave in slot 2 at their end means nothing, and nobody reads it.)
template <int kStage, Physics kPhysics, class Real>
HWY_INLINE void turn(const ArmOf<Real>& arm, int i, const Slots<Real>& slots, Base<Real>& base,
                     Forces<Real>& forces) {
  constexpr int n = static_cast<int>(Real::kCount);
  const NumberOf<Real>* constants = element<Real>(arm.constants, kCompartmentRows, i);
  const NumberOf<Real>* inner = slots[0];
  const NumberOf<Real>* slot = slots[1];
  measure_ahead<kStage>(arm, i, slots, base);
  invert_length<Real>(slots[2], kDorsalLength);
  add_side(constants + kDorsal * n, arm.shared, inner, slot, kUpperX, kDorsalLength,
           forces.on_upper, forces.from_upper);
  invert_length<Real>(slots[2], kVentralLength);
  add_side(constants + kVentral * n, arm.shared, inner, slot, kLowerX, kVentralLength,
           forces.on_lower, forces.from_lower);
  invert_length<Real>(slots[2], kTransversalLength);
  add_transversal(constants + kTransversal * n, slot, forces);
  take_pressure_root<Real>(slots[2]);
  add_pressure(inner, slot, forces);
  if (i == 0) {
    const Real a =
        angular_acceleration<kPhysics>(arm.shared, base, forces.on_upper, forces.on_lower);
    advance_base<kStage>(arm.shared, a, base);
  } else {
    finish_pair<kStage>(arm, i - 1, inner, forces);
  }
  move_outward<kPhysics>(arm, i + 1, forces);
}

/// Fills the slots for a stage: the base in slot 0, then the first compartments, each as far as its
/// first turn needs it.
template <int kStage, class Real>
HWY_INLINE void enter(const ArmOf<Real>& arm, const Base<Real>& base, const Slots<Real>& slots) {
  store_pair(slots[0], base.pair);
  measure_at<kStage, Real>(arm, 0, slots[0], slots[1]);
  if (arm.compartments > 1) measure_at<kStage, Real>(arm, 1, slots[1], slots[2]);
  take_roots<Real>(slots[1]);
}

/// One stage. Needs the slots as `enter` leaves them, and leaves them so for the next stage.
template <int kStage, Physics kPhysics, class Real>
HWY_INLINE void run_stage(const ArmOf<Real>& arm, Slots<Real>& slots, Base<Real>& base) {
  if constexpr (kPhysics == Physics::kM06) repel_all<kStage>(arm, base.pair);
  Forces<Real> forces;
  forces.on_upper = first_force<kPhysics, Real>(arm, 0, 0);
  forces.on_lower = first_force<kPhysics, Real>(arm, 0, 2);
  const int p = arm.compartments;
  for (int i = 0; i < p; ++i, slots.rotate()) turn<kStage, kPhysics>(arm, i, slots, base, forces);
  finish_pair<kStage>(arm, p - 1, slots[0], forces);
  if (p >= kOverlapCompartments) {
    slots.put_base_first();
  } else {
    enter<kStage % 4 + 1>(arm, base, slots);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
