// exp, log, sin, cos, atan2, logistic and tanh on lanes.
//
// One text for every lane type, of IEEE operations alone: the bits are the same on any target and
// at any width, which the C library does not promise (its results change with the CPU's FMA).
// Polynomials are the Taylor series, taken far enough that the remainder stays below 2^-56 on the
// reduced range, in single precision below 2^-26: what follows changes nothing there and is left
// out. The error bounds that tests check are in tests/core/math_test.cpp.
#if defined(LOWPASS_CORE_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_CORE_MATH_INL_H_
#undef LOWPASS_CORE_MATH_INL_H_
#else
#define LOWPASS_CORE_MATH_INL_H_
#endif

#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Constants in parts, so that a reduced argument keeps full precision: the product of an integer
/// and any part but the last is exact.
template <class Number>
struct Parts;
template <>
struct Parts<double> {
  // The first has 21 trailing zero bits: k * kLn2High is exact for |k| < 2^20.
  static constexpr double kLn2High = 0x1.62e42fee00000p-1;
  static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  // pi/2 in parts of 33 bits: exact for |k| < 2^20, so for angles up to about 10^6.
  static constexpr double kHalfPi1 = 0x1.921fb54400000p+0;
  static constexpr double kHalfPi2 = 0x1.0b4611a600000p-34;
  static constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
  // The nearest number to pi, and what is missing.
  static constexpr double kPi = 0x1.921fb54442d18p+1, kPiRest = 0x1.1a62633145c07p-53;
  // Between them e^x is a normal number.
  static constexpr double kExpLowest = -708.3964185322641, kExpHighest = 709.782712893384;
};
template <>
struct Parts<float> {
  // 15 bits: exact for |k| < 2^9.
  static constexpr double kLn2High = 0x1.62e4p-1;
  static constexpr double kLn2Low = 0x1.7f7d1cf79abcap-20;
  // 8 and 11 bits: exact for |k| < 2^13, so for angles up to about 10^4.
  static constexpr double kHalfPi1 = 0x1.92p+0;
  static constexpr double kHalfPi2 = 0x1.fb4p-12;
  static constexpr double kHalfPi3 = 0x1.4442d18469899p-24;
  static constexpr double kPi = 0x1.921fb6p+1, kPiRest = -0x1.777a5cf72cecep-24;
  static constexpr double kExpLowest = -87.33654475055310, kExpHighest = 88.72283905206835;
};
template <class Real>
using PartsOf = Parts<NumberOf<Real>>;

inline constexpr double kLog2E = 0x1.71547652b82fep+0;

/// e^x. Overflows to infinity above 709.78, goes to 0 below -708.4 (no subnormal results); in
/// single precision 88.7 and -87.3.
template <class Real>
HWY_INLINE Real exp(Real x) {
  const Real k = nearest(x * Real(kLog2E));
  // |r| <= ln 2 / 2
  const Real r = (x - k * Real(PartsOf<Real>::kLn2High)) - k * Real(PartsOf<Real>::kLn2Low);
  // Sum of r^n / n!, n = 2..13 (remainder below 2^-57) or 2..7, in pairs to shorten the dependency
  // chain.
  const Real r2 = r * r;
  const Real r4 = r2 * r2;
  const Real a = (Real(1.0 / 2) + r * Real(1.0 / 6)) + r2 * (Real(1.0 / 24) + r * Real(1.0 / 120));
  Real b = Real(1.0 / 720) + r * Real(1.0 / 5040);
  if constexpr (!kIsSingle<Real>) {
    const Real c = (Real(1.0 / 3628800) + r * Real(1.0 / 39916800)) +
                   r2 * (Real(1.0 / 479001600) + r * Real(1.0 / 6227020800));
    b = (b + r2 * (Real(1.0 / 40320) + r * Real(1.0 / 362880))) + r4 * c;
  }
  const Real tail = r2 * (a + r4 * b);
  const Real value = Real(1.0) + (r + tail);
  // 2^k in two factors, so that k = 1024 (128) with a mantissa below 2 does not overflow early.
  const Real half = nearest(k * Real(0.5));
  const Real result = (value * power_of_two(half)) * power_of_two(k - half);
  const Real huge(__builtin_inf());
  const Real bounded = select(x > Real(PartsOf<Real>::kExpHighest), huge, result);
  return select(x < Real(PartsOf<Real>::kExpLowest), Real(0.0), bounded);
}

/// ln x for positive normal x.
template <class Real>
HWY_INLINE Real log(Real x) {
  Real m, k;
  split_exponent(x, m, k);
  const Real f = m - Real(1.0);
  // With s = f / (2 + f): ln(1 + f) = 2 artanh(s) = 2 s + s R, R = 2 (s^2/3 + s^4/5 + ...), and
  // 2 s = f - s f. Written as f - (f^2/2 - s (f^2/2 + R)), whose leading term f is exact.
  const Real s = f / (Real(2.0) + f);
  const Real z = s * s;
  const Real z2 = z * z;
  Real a = (Real(2.0 / 3) + z * Real(2.0 / 5)) + z2 * (Real(2.0 / 7) + z * Real(2.0 / 9));
  if constexpr (!kIsSingle<Real>) {
    const Real z4 = z2 * z2;
    const Real b =
        (Real(2.0 / 11) + z * Real(2.0 / 13)) + z2 * (Real(2.0 / 15) + z * Real(2.0 / 17));
    const Real c = Real(2.0 / 19) + z * Real(2.0 / 21);
    a = a + z4 * (b + z4 * c);
  }
  const Real r = z * a;
  const Real half_square = Real(0.5) * f * f;
  const Real low = k * Real(PartsOf<Real>::kLn2Low);
  return k * Real(PartsOf<Real>::kLn2High) - ((half_square - (s * (half_square + r) + low)) - f);
}

/// Sine and cosine of r, |r| <= pi/4.
template <class Real>
HWY_INLINE void sin_cos_small(Real r, Real& sine, Real& cosine) {
  const Real z = r * r;
  const Real z2 = z * z;
  Real s =
      (Real(-1.0 / 6) + z * Real(1.0 / 120)) + z2 * (Real(-1.0 / 5040) + z * Real(1.0 / 362880));
  Real c =
      (Real(1.0 / 24) + z * Real(-1.0 / 720)) + z2 * (Real(1.0 / 40320) + z * Real(-1.0 / 3628800));
  if constexpr (!kIsSingle<Real>) {
    const Real z4 = z2 * z2;
    s = s + z4 * ((Real(-1.0 / 39916800) + z * Real(1.0 / 6227020800)) +
                  z2 * (Real(-1.0 / 1307674368000) + z * Real(1.0 / 355687428096000)));
    c = c + z4 * ((Real(1.0 / 479001600) + z * Real(-1.0 / 87178291200)) +
                  z2 * Real(1.0 / 20922789888000));
  }
  sine = r + r * z * s;
  // 1 - z/2 in two parts keeps the rounding error of the leading subtraction.
  const Real half = Real(0.5) * z;
  const Real lead = Real(1.0) - half;
  cosine = lead + (((Real(1.0) - lead) - half) + z2 * c);
}

/// Turns the sine and cosine of the remainder by `quadrant` quarter turns (any integer).
template <class Real>
HWY_INLINE void turn_quadrant(Real quadrant, Real& sine, Real& cosine) {
  const Real q = quadrant - Real(4.0) * nearest(quadrant * Real(0.25));  // -2, -1, 0, 1 or 2
  const auto swap = abs(q) == Real(1.0);
  const Real s = select(swap, cosine, sine);
  const Real c = select(swap, sine, cosine);
  const Real half_turn = select(abs(q) == Real(2.0), Real(-1.0), Real(1.0));
  // q = 1: (s, c) = (cos, -sin); q = -1: (-cos, sin); q = 2: both negated.
  sine = s * half_turn * select(q == Real(-1.0), Real(-1.0), Real(1.0));
  cosine = c * half_turn * select(q == Real(1.0), Real(-1.0), Real(1.0));
}

/// Sine and cosine of an angle in radians, |x| below about 10^6, in single precision 10^4.
template <class Real>
HWY_INLINE void sin_cos(Real x, Real& sine, Real& cosine) {
  const Real k = nearest(x * Real(0x1.45f306dc9c883p-1));  // 2/pi
  using P = PartsOf<Real>;
  const Real r = ((x - k * Real(P::kHalfPi1)) - k * Real(P::kHalfPi2)) - k * Real(P::kHalfPi3);
  sin_cos_small(r, sine, cosine);
  turn_quadrant(k, sine, cosine);
}

/// Sine and cosine of 2 pi x, |x| below 2^50 (2^21): the reduction to a quarter turn is exact.
template <class Real>
HWY_INLINE void sin_cos_turns(Real x, Real& sine, Real& cosine) {
  const Real k = nearest(x * Real(4.0));
  const Real r = (x * Real(4.0) - k) * Real(0x1.921fb54442d18p+0);  // pi/2
  sin_cos_small(r, sine, cosine);
  turn_quadrant(k, sine, cosine);
}

/// The angle of the point (x, y), in [-pi, pi]; atan2(+-0, x) is +-0 for x >= 0, +-pi below.
///
/// With t = |y| / |x|: atan t = t for small t, pi/4 + atan((t - 1) / (t + 1)) in the middle,
/// pi/2 - atan(1 / t) for large t, chosen before the one division. Then the rational approximation
/// of the Cephes library (relative error 2e-17 up to |r| = 0.66).
template <class Real>
HWY_INLINE Real atan2(Real y, Real x) {
  const Real ax = abs(x), ay = abs(y);
  const auto middle = ay > Real(0.66) * ax;
  const auto large = ay > Real(0x1.3504f333f9de6p+1) * ax;  // tan(3 pi / 8)
  const Real over = select(large, -ax, select(middle, ay - ax, ay));
  const Real under = select(large, ay, select(middle, ay + ax, ax));
  const Real base = select(large, Real(2.0), select_or_zero(middle, Real(1.0)));  // of pi/4
  // 0/0 at the origin, whose angle is 0.
  const Real r = over / select(under == Real(0.0), Real(1.0), under);
  const Real z = r * r;
  Real p = Real(-8.750608600031904122785e-1) * z + Real(-1.615753718733365076637e1);
  p = p * z + Real(-7.500855792314704667340e1);
  p = p * z + Real(-1.228866684490136173410e2);
  p = p * z + Real(-6.485021904942025371773e1);
  Real q = z + Real(2.485846490142306297962e1);
  q = q * z + Real(1.650270098316988542046e2);
  q = q * z + Real(4.328810604912902668951e2);
  q = q * z + Real(4.853903996359136964868e2);
  q = q * z + Real(1.945506571482613964425e2);
  constexpr double kPi = PartsOf<Real>::kPi, kPiRest = PartsOf<Real>::kPiRest;
  const Real angle = base * Real(kPi / 4) + ((r + r * z * (p / q)) + base * Real(kPiRest / 4));
  const Real left = (Real(kPi) - angle) + Real(kPiRest);
  return copy_sign(select(x < Real(0.0), left, angle), y);
}

/// 1 / (1 + e^-x), from e^-|x| so that nothing overflows.
template <class Real>
HWY_INLINE Real logistic(Real x) {
  const Real e = exp(-abs(x));
  return select(x < Real(0.0), e, Real(1.0)) / (Real(1.0) + e);
}

/// tanh x = (1 - e^-2|x|) / (1 + e^-2|x|) with the sign of x; near 0, where the difference would
/// cancel, the odd Taylor series (remainder below 2^-53 for |x| < 0.15; single: 2^-32).
template <class Real>
HWY_INLINE Real tanh(Real x) {
  const Real e = exp(Real(-2.0) * abs(x));
  const Real large = copy_sign((Real(1.0) - e) / (Real(1.0) + e), x);
  const Real z = x * x;
  const Real z2 = z * z;
  Real series =
      (Real(-1.0 / 3) + z * Real(2.0 / 15)) + z2 * (Real(-17.0 / 315) + z * Real(62.0 / 2835));
  if constexpr (!kIsSingle<Real>) {
    series = series + (z2 * z2) * ((Real(-1382.0 / 155925) + z * Real(21844.0 / 6081075)) +
                                   z2 * Real(-929569.0 / 638512875));
  }
  return select(abs(x) < Real(0.15), x + x * z * series, large);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
