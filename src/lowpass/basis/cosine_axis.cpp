#include "lowpass/basis/cosine_axis.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "lowpass/core/math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/basis/cosine_axis.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

constexpr std::size_t kWidth = AllLanes::kCount;
constexpr std::size_t kVectors = CosineAxis::kPartialSums / kWidth;  // of one row of partial sums
static_assert(kVectors * kWidth == CosineAxis::kPartialSums);

AllLanes reversed(AllLanes x) { return AllLanes::from(hn::Reverse(AllLanes::Tag(), x.v)); }

/// What both halves of an axis share: sums for even, differences for odd frequencies.
void fold_halves(const double* in, std::size_t size, double* sums, double* differences) {
  const std::size_t both = size / 2;
  std::size_t k = 0;
  for (; k + kWidth <= both; k += kWidth) {
    const AllLanes front = AllLanes::load_unaligned(in + k);
    const AllLanes back = reversed(AllLanes::load_unaligned(in + size - k - kWidth));
    (front + back).store(sums + k);
    (front - back).store(differences + k);
  }
  for (; k < both; ++k) {
    sums[k] = in[k] + in[size - 1 - k];
    differences[k] = in[k] - in[size - 1 - k];
  }
}

/// Adds numbers * c_n to partial sums, n = 0, 2, 4, ... (kIsEven) or 1, 3, 5, ...; k goes to
/// partial sum k mod kPartialSums of a row, and rows are two apart.
template <bool kIsEven>
HWY_INLINE void project_every_second(const double* cosine, const double* recurrence,
                                     const double* numbers, std::size_t count, std::size_t terms,
                                     double* partial) {
  constexpr std::size_t kAll = CosineAxis::kRowsAtOnce * kVectors;
  for (std::size_t k = 0; k < count; k += kAll * kWidth) {
    AllLanes c[kAll], before[kAll];
    for (std::size_t v = 0; v < kAll; ++v) {
      if (kIsEven) {
        c[v] = AllLanes(1.0);
        before[v] = AllLanes(0.5) * AllLanes::load(recurrence + k + v * kWidth);  // cos(-2t)
      } else {
        c[v] = before[v] = AllLanes::load(cosine + k + v * kWidth);  // cos t = cos(-t)
      }
    }
    double* to = partial;
    for (std::size_t j = 0; j < terms; ++j, to += 2 * kVectors * kWidth) {
      AllLanes sum[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) sum[v] = AllLanes::load(to + v * kWidth);
      for (std::size_t v = 0; v < kAll; ++v) {
        sum[v % kVectors] += AllLanes::load(numbers + k + v * kWidth) * c[v];
        const AllLanes next = AllLanes::load(recurrence + k + v * kWidth) * c[v] - before[v];
        before[v] = c[v];
        c[v] = next;
      }
      for (std::size_t v = 0; v < kVectors; ++v) sum[v].store(to + v * kWidth);
    }
  }
}

void project_half(const double* cosine, const double* recurrence, const double* even,
                  const double* odd, std::size_t count, std::size_t pairs, double* partial) {
  project_every_second<true>(cosine, recurrence, even, count, pairs, partial);
  project_every_second<false>(cosine, recurrence, odd, count, pairs, partial + kVectors * kWidth);
}

/// With E the sum over even and O over odd frequencies: sums = E + O, differences = E - O.
/// Clenshaw's recurrence downwards, b_j = in_j + s b_{j+1} - b_{j+2}; then E = b_0 - cos 2t b_1 and
/// O = cos t (b_0 - b_1), each with its own b.
void expand_half(const double* cosine, const double* recurrence, const double* in,
                 std::size_t count, std::size_t pairs, double* sums, double* differences) {
  constexpr std::size_t kTile = 2;
  for (std::size_t k = 0; k < count; k += kTile * kWidth) {
    AllLanes s[kTile], even0[kTile], even1[kTile], odd0[kTile], odd1[kTile];
    for (std::size_t v = 0; v < kTile; ++v) {
      s[v] = AllLanes::load(recurrence + k + v * kWidth);
      even0[v] = even1[v] = odd0[v] = odd1[v] = AllLanes(0.0);
    }
    for (std::size_t j = pairs; j-- > 0;) {
      const AllLanes even(in[2 * j]), odd(in[2 * j + 1]);
      for (std::size_t v = 0; v < kTile; ++v) {
        const AllLanes next_even = (even - even1[v]) + s[v] * even0[v];
        const AllLanes next_odd = (odd - odd1[v]) + s[v] * odd0[v];
        even1[v] = even0[v];
        odd1[v] = odd0[v];
        even0[v] = next_even;
        odd0[v] = next_odd;
      }
    }
    for (std::size_t v = 0; v < kTile; ++v) {
      const AllLanes e = even0[v] - AllLanes(0.5) * s[v] * even1[v];
      const AllLanes o = AllLanes::load(cosine + k + v * kWidth) * (odd0[v] - odd1[v]);
      (e + o).store(sums + k + v * kWidth);
      (e - o).store(differences + k + v * kWidth);
    }
  }
}

/// The front half as it is, the back half backwards.
void unfold_halves(const double* sums, const double* differences, std::size_t size, double* out) {
  const std::size_t both = size / 2;
  std::size_t k = 0;
  for (; k + kWidth <= both; k += kWidth) {
    AllLanes::load(sums + k).store_unaligned(out + k);
    reversed(AllLanes::load(differences + k)).store_unaligned(out + size - k - kWidth);
  }
  for (; k < both; ++k) {
    out[k] = sums[k];
    out[size - 1 - k] = differences[k];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(fold_halves);
HWY_EXPORT(project_half);
HWY_EXPORT(expand_half);
HWY_EXPORT(unfold_halves);

CosineAxis::CosineAxis(int size, int frequencies)
    : size_(size),
      frequencies_(frequencies),
      half_((static_cast<std::size_t>(size) + 1) / 2),
      padded_((half_ + kBlock - 1) / kBlock * kBlock),
      cosines_(2 * padded_) {
  assert(frequencies >= 1 && frequencies <= size);
  double* cosine = cosines_.data();
  std::fill(cosine, cosine + 2 * padded_, 0.0);
  for (std::size_t k = 0; k < half_; ++k) {
    const double odd = 2.0 * static_cast<double>(k) + 1.0;  // t = odd / (4 size) turns
    cosine[k] = cos_turns(odd / (4.0 * size));
    cosine[padded_ + k] = 2.0 * cos_turns(odd / (2.0 * size));
  }
}

void CosineAxis::project(const double* in, double* scratch, double* out, Cell stride) const {
  double* even = scratch;
  double* odd = even + padded_;
  double* partial = odd + padded_;
  const std::size_t size = static_cast<std::size_t>(size_), both = size / 2;
  HWY_DYNAMIC_DISPATCH(fold_halves)(in, size, even, odd);
  if (both < half_) {  // the middle of an odd axis stands alone
    even[both] = in[both];
    odd[both] = 0.0;
  }
  std::fill(even + half_, even + padded_, 0.0);
  std::fill(odd + half_, odd + padded_, 0.0);
  std::fill(partial, partial + kPartialSums * terms(), 0.0);
  HWY_DYNAMIC_DISPATCH(project_half)
  (cosines_.data(), cosines_.data() + padded_, even, odd, padded_, terms() / 2, partial);
  static_assert(kPartialSums == 8);
  for (Cell n = 0; n < frequencies_; ++n, partial += kPartialSums) {
    const double* p = partial;
    out[n * stride] = ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
  }
}

void CosineAxis::expand(const double* in, Cell stride, double* scratch, double* out) const {
  double* sums = scratch;
  double* differences = sums + padded_;
  double* terms_of = differences + padded_;
  for (Cell n = 0; n < frequencies_; ++n) terms_of[n] = in[n * stride];
  if (frequencies_ % 2 == 1) terms_of[frequencies_] = 0.0;
  HWY_DYNAMIC_DISPATCH(expand_half)
  (cosines_.data(), cosines_.data() + padded_, terms_of, padded_, terms() / 2, sums, differences);
  const std::size_t size = static_cast<std::size_t>(size_);
  HWY_DYNAMIC_DISPATCH(unfold_halves)(sums, differences, size, out);
  if (size / 2 < half_) out[size / 2] = sums[size / 2];
}

}  // namespace lowpass
#endif
