#include "lowpass/optimizer/tridiagonal_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/optimizer/tridiagonal_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

constexpr std::size_t kLanes = AllLanes::kCount;
static_assert(kColumnBlock % kLanes == 0);
constexpr std::size_t kVectors = kColumnBlock / kLanes;
/// Vectors at once: as many as are likely to stay in registers, and three blocks of four lanes.
constexpr std::size_t kManyVectors = 3 * kVectors;

/// In the kWide vectors of columns from j on.
template <std::size_t kWide>
HWY_INLINE void update_columns(const TridiagonalStep& t, double* a, std::size_t stride,
                               std::size_t j) {
  AllLanes v[kWide], q[kWide], sum[kWide];
  for (std::size_t w = 0; w < kWide; ++w) {
    v[w] = AllLanes::load_unaligned(t.v + j + w * kLanes);
    q[w] = AllLanes::load_unaligned(t.q + j + w * kLanes);
    sum[w] = AllLanes(0.0);
  }
  for (std::size_t i = t.first; i < t.end; ++i) {
    const AllLanes vi(t.v[i]), qi(t.q[i]), next(t.next_v[i]);
    double* row = a + i * stride + j;
    for (std::size_t w = 0; w < kWide; ++w) {
      const AllLanes x = AllLanes::load_unaligned(row + w * kLanes) - (vi * q[w] + qi * v[w]);
      x.store_unaligned(row + w * kLanes);
      sum[w] += next * x;
    }
  }
  for (std::size_t w = 0; w < kWide; ++w) sum[w].store_unaligned(t.product + j + w * kLanes);
}

void update_all(const TridiagonalStep& t, double* a, std::size_t stride) {
  for (std::size_t j = t.first / kColumnBlock * kColumnBlock; j < stride; j += kColumnBlock) {
    update_columns<kVectors>(t, a, stride, j);
  }
}

template <std::size_t kWide>
HWY_INLINE void reflect_columns(const Reflection& r, double* columns, std::size_t stride) {
  AllLanes sum[kWide];
  for (std::size_t w = 0; w < kWide; ++w) sum[w] = AllLanes(0.0);
  for (std::size_t i = r.first; i < r.end; ++i) {
    const AllLanes vi(r.v[i]);
    for (std::size_t w = 0; w < kWide; ++w) {
      sum[w] += vi * AllLanes::load_unaligned(columns + i * stride + w * kLanes);
    }
  }
  for (std::size_t w = 0; w < kWide; ++w) sum[w] *= AllLanes(r.beta);
  for (std::size_t i = r.first; i < r.end; ++i) {
    const AllLanes vi(r.v[i]);
    for (std::size_t w = 0; w < kWide; ++w) {
      double* place = columns + i * stride + w * kLanes;
      (AllLanes::load_unaligned(place) - vi * sum[w]).store_unaligned(place);
    }
  }
}

void reflect(const Reflection& r, double* columns, std::size_t stride) {
  std::size_t j = 0;
  for (; j + 3 * kColumnBlock <= stride; j += 3 * kColumnBlock)
    reflect_columns<kManyVectors>(r, columns + j, stride);
  for (; j < stride; j += kColumnBlock) reflect_columns<kVectors>(r, columns + j, stride);
}

/// Of every shift j: 1 / D_i into inverse[i][j], and L_(i+1,i) = beside_i / D_i into lower[i][j].
HWY_INLINE void factorize(const ShiftedSolves& s, double* inverse, double* lower) {
  for (std::size_t w = 0; w < kVectors; ++w) {
    const AllLanes shift = AllLanes::load_unaligned(s.shifts + w * kLanes);
    AllLanes taken(0.0);  // beside^2 / D of the row before
    for (std::size_t i = 0; i < s.n; ++i) {
      const AllLanes beside(s.beside[i]);
      const AllLanes one_over = AllLanes(1.0) / ((AllLanes(s.diagonal[i]) + shift) - taken);
      const AllLanes factor = beside * one_over;
      taken = beside * factor;
      one_over.store_unaligned(inverse + i * kColumnBlock + w * kLanes);
      factor.store_unaligned(lower + i * kColumnBlock + w * kLanes);
    }
  }
}

/// The solution for shift j in kWide vectors of columns.
template <std::size_t kWide>
HWY_INLINE void solve_columns(const ShiftedSolves& s, const double* inverse, const double* lower,
                              std::size_t j, std::size_t column, std::size_t stride, double* y) {
  AllLanes x[kWide];
  for (std::size_t w = 0; w < kWide; ++w) x[w] = AllLanes(0.0);
  AllLanes coupling(0.0);
  for (std::size_t i = 0; i < s.n; ++i) {
    const AllLanes one_over(inverse[i * kColumnBlock + j]);
    for (std::size_t w = 0; w < kWide; ++w) {
      const std::size_t at = i * stride + column + w * kLanes;
      x[w] = AllLanes::load_unaligned(s.columns + at) - coupling * x[w];
      (x[w] * one_over).store_unaligned(y + at);
    }
    coupling = AllLanes(lower[i * kColumnBlock + j]);
  }
  const AllLanes factor(s.factors[j]);
  for (std::size_t w = 0; w < kWide; ++w) x[w] = AllLanes(0.0);
  for (std::size_t i = s.n; i-- > 0;) {
    const AllLanes below(lower[i * kColumnBlock + j]);
    for (std::size_t w = 0; w < kWide; ++w) {
      const std::size_t at = i * stride + column + w * kLanes;
      x[w] = AllLanes::load_unaligned(y + at) - below * x[w];
      (AllLanes::load_unaligned(s.sum + at) - factor * x[w]).store_unaligned(s.sum + at);
    }
  }
}

void solve(const ShiftedSolves& s, std::size_t stride) {
  double* inverse = s.work;
  double* lower = inverse + s.n * kColumnBlock;
  double* y = lower + s.n * kColumnBlock;
  factorize(s, inverse, lower);
  for (std::size_t j = 0; j < kColumnBlock; ++j) {
    std::size_t column = 0;
    for (; column + 3 * kColumnBlock <= stride; column += 3 * kColumnBlock)
      solve_columns<kManyVectors>(s, inverse, lower, j, column, stride, y);
    for (; column < stride; column += kColumnBlock)
      solve_columns<kVectors>(s, inverse, lower, j, column, stride, y);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(update_all);
HWY_EXPORT(reflect);
HWY_EXPORT(solve);

void update_and_multiply(const TridiagonalStep& step, double* a, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(update_all)(step, a, stride);
}

void reflect_rows(const Reflection& reflection, double* columns, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(reflect)(reflection, columns, stride);
}

void subtract_solutions(const ShiftedSolves& solves, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(solve)(solves, stride);
}

}  // namespace lowpass
#endif
