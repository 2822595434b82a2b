#include "lowpass/optimizer/matrix_product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/optimizer/matrix_product.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The elements of kRows rows from i on and kVectors vectors from column j on.
template <class Real, std::size_t kRows, std::size_t kVectors>
HWY_INLINE void multiply_tile(const double* a, const double* b, const ProductShape& shape,
                              std::size_t i, std::size_t j, double* out) {
  constexpr std::size_t n = Real::kCount;
  Real sum[kRows][kVectors];
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = Real(0.0);
  }
  for (std::size_t k = 0; k < shape.inner; ++k) {
    Real right[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      right[v] = Real::load_unaligned(b + k * shape.columns + j + v * n);
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      const Real left(a[(i + r) * shape.inner + k]);
      for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] += left * right[v];
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[r][v].store_unaligned(out + (i + r) * shape.columns + j + v * n);
    }
  }
}

/// kRows rows from i on, columns from j on.
template <std::size_t kRows>
HWY_INLINE void multiply_rows(const double* a, const double* b, const ProductShape& shape,
                              std::size_t i, std::size_t j, double* out) {
  constexpr std::size_t n = AllLanes::kCount;
  for (; j + 2 * n <= shape.columns; j += 2 * n)
    multiply_tile<AllLanes, kRows, 2>(a, b, shape, i, j, out);
  for (; j + n <= shape.columns; j += n) multiply_tile<AllLanes, kRows, 1>(a, b, shape, i, j, out);
  for (; j < shape.columns; ++j) multiply_tile<OneLane, kRows, 1>(a, b, shape, i, j, out);
}

void product(const double* a, const double* b, const ProductShape& shape, double* out) {
  std::size_t i = 0;
  for (; i + 4 <= shape.rows; i += 4) multiply_rows<4>(a, b, shape, i, 0, out);
  for (; i < shape.rows; ++i) multiply_rows<1>(a, b, shape, i, 0, out);
}

/// The product on and above the diagonal; what is below it is undefined.
void upper_product(const double* a, const double* b, const ProductShape& shape, double* out) {
  std::size_t i = 0;
  for (; i + 4 <= shape.rows; i += 4) multiply_rows<4>(a, b, shape, i, i, out);
  for (; i < shape.rows; ++i) multiply_rows<1>(a, b, shape, i, i, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(product);
HWY_EXPORT(upper_product);

void multiply(std::span<const double> a, std::span<const double> b, const ProductShape& shape,
              std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(product)(a.data(), b.data(), shape, out.data());
}

void add_outer_products(std::span<const double> weights, std::span<const double> rows, double kept,
                        std::span<double> matrix) {
  const std::size_t d = rows.size() / weights.size();
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] != 0.0) used.push_back(k);
  }
  std::vector<double> left(d * used.size()), right(used.size() * d), sum(d * d);
  for (std::size_t k = 0; k < used.size(); ++k) {
    for (std::size_t i = 0; i < d; ++i) {
      right[k * d + i] = rows[used[k] * d + i];
      left[i * used.size() + k] = weights[used[k]] * right[k * d + i];
    }
  }
  const ProductShape shape{d, used.size(), d};
  HWY_DYNAMIC_DISPATCH(upper_product)(left.data(), right.data(), shape, sum.data());
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j) {
      matrix[i * d + j] = kept * matrix[i * d + j] + sum[i * d + j];
      matrix[j * d + i] = matrix[i * d + j];
    }
  }
}

std::vector<double> transposed(std::span<const double> matrix, std::size_t n) {
  std::vector<double> result(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result[j * n + i] = matrix[i * n + j];
  }
  return result;
}

std::vector<double> diagonal_matrix(std::span<const double> diagonal) {
  const std::size_t n = diagonal.size();
  std::vector<double> result(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) result[i * n + i] = diagonal[i];
  return result;
}

}  // namespace lowpass
#endif
