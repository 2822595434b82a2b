// Lane vectors: arithmetic on a few numbers at once, double or float, one independent computation a
// lane.
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

/// A vector of numbers; D is a Highway tag that fixes their type and how many.
template <class D>
struct Lanes {
  using Tag = D;
  using Number = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kCount = hn::MaxLanes(D());

  V v;

  Lanes() = default;
  /// A number is a vector of equals, rounded to single precision where that is the lane's.
  HWY_INLINE Lanes(double x) : v(hn::Set(D(), static_cast<Number>(x))) {}  // NOLINT
  /// (g++ 12 rejects a constructor overloaded on the dependent vector type.)
  static HWY_INLINE Lanes from(V v) {
    Lanes r;
    r.v = v;
    return r;
  }

  /// `p` is aligned to the vector.
  static HWY_INLINE Lanes load(const Number* p) { return from(hn::Load(D(), p)); }
  static HWY_INLINE Lanes load_unaligned(const Number* p) { return from(hn::LoadU(D(), p)); }
  HWY_INLINE void store(Number* p) const { hn::Store(v, D(), p); }
  HWY_INLINE void store_unaligned(Number* p) const { hn::StoreU(v, D(), p); }
};

/// As many lanes as the target has.
template <class Number>
using AllLanesOf = Lanes<hn::ScalableTag<Number>>;
/// One lane, for comparison with all of them.
template <class Number>
using OneLaneOf = Lanes<hn::CappedTag<Number, 1>>;

using AllLanes = AllLanesOf<double>;
using OneLane = OneLaneOf<double>;

/// The type of a lane's number.
template <class Real>
using NumberOf = typename Real::Number;
template <class Real>
inline constexpr bool kIsSingle = sizeof(NumberOf<Real>) == sizeof(float);

/// Lanes of doubles from as many floats, exactly. `p` need not be aligned.
template <class Real>
HWY_INLINE Real load_widened(const float* p) {
  using D = typename Real::Tag;
  return Real::from(hn::PromoteTo(D(), hn::LoadU(hn::Rebind<float, D>(), p)));
}

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

/// For a number from memory that several operations use: g++ would load it again for each.
template <class D>
HWY_INLINE void keep_in_register([[maybe_unused]] Lanes<D>& a) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC_ACTUAL
  __asm__("" : "+v"(a.v.raw));
#endif
}

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

/// How a number of IEEE 754 is made of bits.
template <class Number>
struct NumberBits;
template <>
struct NumberBits<double> {
  using Integer = std::int64_t;
  static constexpr int kMantissa = 52;
  static constexpr Integer kBias = 1023;
  static constexpr Integer kRootHalf = 0x3FE6A09E667F3BCD;  // sqrt(1/2)
};
template <>
struct NumberBits<float> {
  using Integer = std::int32_t;
  static constexpr int kMantissa = 23;
  static constexpr Integer kBias = 127;
  static constexpr Integer kRootHalf = 0x3F3504F3;
};

/// 2^k for integral k in [-1022, 1023], or [-126, 127] in single precision.
template <class D>
HWY_INLINE Lanes<D> power_of_two(Lanes<D> k) {
  using Bits = NumberBits<hn::TFromD<D>>;
  const hn::RebindToSigned<D> di;
  // Adding 1.5 * 2^52 + bias puts k + bias into the low bits of the mantissa.
  constexpr double kShift = 1.5 * static_cast<double>(std::int64_t{1} << Bits::kMantissa);
  const Lanes<D> sum = k + Lanes<D>(kShift + static_cast<double>(Bits::kBias));
  const auto bits = hn::ShiftLeft<Bits::kMantissa>(hn::BitCast(di, sum.v));
  return Lanes<D>::from(hn::BitCast(D(), bits));
}

/// Splits a positive normal x = mantissa * 2^exponent with the mantissa in [sqrt(1/2), sqrt(2)).
template <class D>
HWY_INLINE void split_exponent(Lanes<D> x, Lanes<D>& mantissa, Lanes<D>& exponent) {
  using Bits = NumberBits<hn::TFromD<D>>;
  using Integer = typename Bits::Integer;
  const hn::RebindToSigned<D> di;
  constexpr Integer kUnit = Integer{1} << Bits::kMantissa;  // of the exponent
  constexpr Integer kOne = Bits::kBias * kUnit;
  const auto bits = hn::BitCast(di, x.v);
  const auto shifted = hn::Add(bits, hn::Set(di, kOne - Bits::kRootHalf));
  // The exponent as a number: its bits below 2^52, an exact integer in the mantissa.
  const auto k = hn::ShiftRight<Bits::kMantissa>(shifted);
  const auto k_bits = hn::Add(k, hn::Set(di, (Bits::kBias + Bits::kMantissa) * kUnit));
  exponent = Lanes<D>::from(hn::BitCast(D(), k_bits)) -
             Lanes<D>(static_cast<double>(kUnit) + static_cast<double>(Bits::kBias));
  const auto fraction = hn::And(shifted, hn::Set(di, kUnit - 1));
  mantissa = Lanes<D>::from(hn::BitCast(D(), hn::Add(fraction, hn::Set(di, Bits::kRootHalf))));
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
