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

/// partial[2j] += even c_2j and partial[2j+1] += odd c_{2j+1}, rows of kPartialSums numbers; k goes
/// to partial sum k mod kPartialSums.
void project_half(const double* cosine, const double* recurrence, const double* even,
                  const double* odd, std::size_t count, std::size_t pairs, double* partial) {
  for (std::size_t k = 0; k < count; k += kVectors * kWidth) {
    AllLanes s[kVectors], e[kVectors], o[kVectors];
    AllLanes c_even[kVectors], before_even[kVectors], c_odd[kVectors], before_odd[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      s[v] = AllLanes::load(recurrence + k + v * kWidth);
      e[v] = AllLanes::load(even + k + v * kWidth);
      o[v] = AllLanes::load(odd + k + v * kWidth);
      c_even[v] = AllLanes(1.0);
      before_even[v] = AllLanes(0.5) * s[v];                               // cos(-2t)
      c_odd[v] = before_odd[v] = AllLanes::load(cosine + k + v * kWidth);  // cos t = cos(-t)
    }
    double* to = partial;
    for (std::size_t j = 0; j < pairs; ++j, to += 2 * kVectors * kWidth) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        double* to_even = to + v * kWidth;
        double* to_odd = to + (kVectors + v) * kWidth;
        (AllLanes::load(to_even) + e[v] * c_even[v]).store(to_even);
        (AllLanes::load(to_odd) + o[v] * c_odd[v]).store(to_odd);
        const AllLanes next_even = s[v] * c_even[v] - before_even[v];
        const AllLanes next_odd = s[v] * c_odd[v] - before_odd[v];
        before_even[v] = c_even[v];
        before_odd[v] = c_odd[v];
        c_even[v] = next_even;
        c_odd[v] = next_odd;
      }
    }
  }
}

/// With E the sum over even and O over odd frequencies: sums = E + O, differences = E - O.
/// Clenshaw's recurrence downwards, b_j = in_j + s b_{j+1} - b_{j+2}; then E = b_0 - cos 2t b_1 and
/// O = cos t (b_0 - b_1), each with its own b.
void expand_half(const double* cosine, const double* recurrence, const double* in,
                 std::size_t count, std::size_t pairs, double* sums, double* differences) {
  constexpr std::size_t kTile = kVectors < 2 ? kVectors : 2;
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

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(project_half);
HWY_EXPORT(expand_half);

CosineAxis::CosineAxis(int size, int frequencies)
    : size_(size),
      frequencies_(frequencies),
      half_((static_cast<std::size_t>(size) + 1) / 2),
      padded_((half_ + kPartialSums - 1) / kPartialSums * kPartialSums),
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
  // What both halves share: sums for even, differences for odd frequencies. The middle of an odd
  // axis stands alone.
  double* even = scratch;
  double* odd = even + padded_;
  double* partial = odd + padded_;
  const std::size_t size = static_cast<std::size_t>(size_), both = size / 2;
  for (std::size_t k = 0; k < both; ++k) {
    even[k] = in[k] + in[size - 1 - k];
    odd[k] = in[k] - in[size - 1 - k];
  }
  if (both < half_) {
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
  std::copy(sums, sums + half_, out);
  for (std::size_t k = 0; k < size / 2; ++k) out[size - 1 - k] = differences[k];
}

}  // namespace lowpass
#endif
