// Which arms a point may lie in: boxes around compartments, for all lanes at once. Nearly always it
// lies in none, and the exact test (touch.h), which takes one arm at a time, is spared.
//
// Compiled once per SIMD target and precision.
#if defined(LOWPASS_OCTOPUS_NEAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_NEAR_INL_H_
#undef LOWPASS_OCTOPUS_NEAR_INL_H_
#else
#define LOWPASS_OCTOPUS_NEAR_INL_H_
#endif

#include "lowpass/octopus/compartment-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// From `low` to `high` along an axis.
template <class Real>
struct Extent {
  Real low, high;
};

template <class Real>
HWY_INLINE Extent<Real> extent_of(Real a, Real b) {
  return {min(a, b), max(a, b)};
}

template <class Real>
HWY_INLINE Extent<Real> both(Extent<Real> a, Extent<Real> b) {
  return {min(a.low, b.low), max(a.high, b.high)};
}

/// Whether x may lie within. The exact test sees corners rounded to float, here the point may be
/// rounded too: less than a millionth of x in all, and the margin is more.
template <class Real>
HWY_INLINE auto may_hold(Extent<Real> extent, double x) {
  const Real margin(1e-6 * (1.0 + (x < 0.0 ? -x : x)));
  return extent.low - Real(x) <= margin && Real(x) - extent.high <= margin;
}

/// kNear: 1 where the box around some compartment may hold the point, else 0. However the base is
/// turned, its nodes lie in a square of twice its radius either way.
template <class Real>
void mark_near(void* block, int compartments, double x, double y) {
  const ArmOf<Real> arm = arm_at<Real>(block, compartments);
  const Real reach = Real(2.0) * row<Real>(arm.shared, kBaseRadius);
  const Real base_x = row<Real>(arm.shared, kBaseX), base_y = row<Real>(arm.shared, kBaseY);
  Extent<Real> last_x = {base_x - reach, base_x + reach}, last_y = {base_y - reach, base_y + reach};
  Real near(0.0);
  for (int i = 0; i < compartments; ++i) {
    const NumberOf<Real>* pair = element<Real>(arm.pairs, kPairRows, i);
    const auto next_x = extent_of(row<Real>(pair, kUpperX), row<Real>(pair, kLowerX));
    const auto next_y = extent_of(row<Real>(pair, kUpperY), row<Real>(pair, kLowerY));
    const auto holds = may_hold(both(last_x, next_x), x) && may_hold(both(last_y, next_y), y);
    near = select(holds, Real(1.0), near);
    last_x = next_x;
    last_y = next_y;
  }
  store_row(arm.base, kNear, near);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
