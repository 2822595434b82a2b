// Lane vectors: arithmetic on a few doubles at once, one independent computation a lane.
//
// Compiled once per SIMD target. A kernel file reads:
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "lowpass/<module>/<file>.cpp"
//   #include "hwy/foreach_target.h"         // compiles the file once per target
//   #include "lowpass/core/lanes-inl.h"     // after it: each target sees its own types
//
// Every operation here is exact or correctly rounded by IEEE 754, so a lane's result is the same
// bits at any width and on any target. Left out on purpose: fused multiply-add and approximate
// reciprocals (bits differ between targets), sums over lanes (lanes never talk to each other).
//
// Kernels use no std:: templates: the linker keeps one copy of an inline function, and it could be
// one compiled for an instruction set that the CPU lacks.
#if defined(LOWPASS_CORE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_CORE_LANES_INL_H_
#undef LOWPASS_CORE_LANES_INL_H_
#else
#define LOWPASS_CORE_LANES_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The truth of a comparison, a lane each.
template <class D>
struct LaneMask {
  hn::Mask<D> m;
};

/// A vector of doubles; D is a Highway tag that fixes how many.
template <class D>
struct Lanes {
  using Tag = D;
  using V = hn::Vec<D>;
  static constexpr std::size_t kCount = hn::MaxLanes(D());

  V v;

  Lanes() = default;
  HWY_INLINE Lanes(double x) : v(hn::Set(D(), x)) {}  // NOLINT: a number is a vector of equals
  /// (g++ 12 rejects a constructor overloaded on the dependent vector type.)
  static HWY_INLINE Lanes from(V v) {
    Lanes r;
    r.v = v;
    return r;
  }

  /// `p` is aligned to the vector.
  static HWY_INLINE Lanes load(const double* p) { return from(hn::Load(D(), p)); }
  static HWY_INLINE Lanes load_unaligned(const double* p) { return from(hn::LoadU(D(), p)); }
  HWY_INLINE void store(double* p) const { hn::Store(v, D(), p); }
  HWY_INLINE void store_unaligned(double* p) const { hn::StoreU(v, D(), p); }
};

/// As many lanes as the target has.
using AllLanes = Lanes<hn::ScalableTag<double>>;
/// One lane, for comparison with all of them.
using OneLane = Lanes<hn::CappedTag<double, 1>>;

// clang-format off
template <class D> HWY_INLINE Lanes<D> operator+(Lanes<D> a, Lanes<D> b) { return Lanes<D>::from(hn::Add(a.v, b.v)); }
template <class D> HWY_INLINE Lanes<D> operator-(Lanes<D> a, Lanes<D> b) { return Lanes<D>::from(hn::Sub(a.v, b.v)); }
template <class D> HWY_INLINE Lanes<D> operator*(Lanes<D> a, Lanes<D> b) { return Lanes<D>::from(hn::Mul(a.v, b.v)); }
template <class D> HWY_INLINE Lanes<D> operator/(Lanes<D> a, Lanes<D> b) { return Lanes<D>::from(hn::Div(a.v, b.v)); }
template <class D> HWY_INLINE Lanes<D> operator-(Lanes<D> a) { return Lanes<D>::from(hn::Neg(a.v)); }
template <class D> HWY_INLINE Lanes<D>& operator+=(Lanes<D>& a, Lanes<D> b) { return a = a + b; }
template <class D> HWY_INLINE Lanes<D>& operator-=(Lanes<D>& a, Lanes<D> b) { return a = a - b; }
template <class D> HWY_INLINE Lanes<D>& operator*=(Lanes<D>& a, Lanes<D> b) { return a = a * b; }

template <class D> HWY_INLINE Lanes<D> abs(Lanes<D> a) { return Lanes<D>::from(hn::Abs(a.v)); }
template <class D> HWY_INLINE Lanes<D> sqrt(Lanes<D> a) { return Lanes<D>::from(hn::Sqrt(a.v)); }
/// |magnitude| with the sign of `sign`.
template <class D> HWY_INLINE Lanes<D> copy_sign(Lanes<D> magnitude, Lanes<D> sign) { return Lanes<D>::from(hn::CopySign(magnitude.v, sign.v)); }
/// `a` with its sign flipped where `sign` is negative (-0 and NaN with the sign bit included).
template <class D> HWY_INLINE Lanes<D> flip_sign(Lanes<D> a, Lanes<D> sign) { return Lanes<D>::from(hn::Xor(a.v, hn::And(sign.v, hn::SignBit(D())))); }
/// The nearest integer, ties to even.
template <class D> HWY_INLINE Lanes<D> nearest(Lanes<D> a) { return Lanes<D>::from(hn::Round(a.v)); }

template <class D> HWY_INLINE LaneMask<D> operator<(Lanes<D> a, Lanes<D> b) { return {hn::Lt(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator<=(Lanes<D> a, Lanes<D> b) { return {hn::Le(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator>(Lanes<D> a, Lanes<D> b) { return {hn::Gt(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator>=(Lanes<D> a, Lanes<D> b) { return {hn::Ge(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator==(Lanes<D> a, Lanes<D> b) { return {hn::Eq(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator!=(Lanes<D> a, Lanes<D> b) { return {hn::Ne(a.v, b.v)}; }
template <class D> HWY_INLINE LaneMask<D> operator&&(LaneMask<D> a, LaneMask<D> b) { return {hn::And(a.m, b.m)}; }
/// True if the mask holds in some lane.
template <class D> HWY_INLINE bool any(LaneMask<D> mask) { return !hn::AllFalse(D(), mask.m); }
/// `yes` where the mask holds, `no` elsewhere.
template <class D> HWY_INLINE Lanes<D> select(LaneMask<D> mask, Lanes<D> yes, Lanes<D> no) { return Lanes<D>::from(hn::IfThenElse(mask.m, yes.v, no.v)); }
/// `yes` where the mask holds, 0 elsewhere.
template <class D> HWY_INLINE Lanes<D> select_or_zero(LaneMask<D> mask, Lanes<D> yes) { return Lanes<D>::from(hn::IfThenElseZero(mask.m, yes.v)); }
// clang-format on

// Minimum and maximum by comparison: hn::Min and hn::Max treat NaN and signed zeros differently on
// different targets. A NaN in `a` gives b.
template <class D>
HWY_INLINE Lanes<D> min(Lanes<D> a, Lanes<D> b) {
  return select(a < b, a, b);
}
template <class D>
HWY_INLINE Lanes<D> max(Lanes<D> a, Lanes<D> b) {
  return select(a > b, a, b);
}

/// 0 where a < 0, else a; NaN stays NaN.
template <class D>
HWY_INLINE Lanes<D> zero_if_negative(Lanes<D> a) {
  return Lanes<D>::from(hn::IfThenZeroElse(hn::Lt(a.v, hn::Zero(D())), a.v));
}

/// 2^k for integral k in [-1022, 1023].
template <class D>
HWY_INLINE Lanes<D> power_of_two(Lanes<D> k) {
  const hn::RebindToSigned<D> di;
  // Adding 1.5 * 2^52 + bias puts k + 1023 into the low bits of the mantissa.
  const auto bits = hn::BitCast(di, hn::Add(k.v, hn::Set(D(), 0x1.8p52 + 1023.0)));
  return Lanes<D>::from(hn::BitCast(D(), hn::ShiftLeft<52>(bits)));
}

/// Splits a positive normal x = mantissa * 2^exponent with the mantissa in [sqrt(1/2), sqrt(2)).
template <class D>
HWY_INLINE void split_exponent(Lanes<D> x, Lanes<D>& mantissa, Lanes<D>& exponent) {
  const hn::RebindToSigned<D> di;
  constexpr std::int64_t kOne = 0x3FF0000000000000;
  constexpr std::int64_t kRootHalf = 0x3FE6A09E667F3BCD;  // bits of sqrt(1/2)
  const auto bits = hn::BitCast(di, x.v);
  const auto shifted = hn::Add(bits, hn::Set(di, kOne - kRootHalf));
  // The exponent as a double: its 11 bits below 2^52, an exact integer in the mantissa.
  const auto k = hn::ShiftRight<52>(shifted);
  const auto k_bits = hn::Add(k, hn::Set(di, 0x4330000000000000));
  exponent = Lanes<D>::from(hn::BitCast(D(), k_bits)) - Lanes<D>(0x1p52 + 1023.0);
  const auto fraction = hn::And(shifted, hn::Set(di, 0x000FFFFFFFFFFFFF));
  mantissa = Lanes<D>::from(hn::BitCast(D(), hn::Add(fraction, hn::Set(di, kRootHalf))));
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
