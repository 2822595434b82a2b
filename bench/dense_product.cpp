#include "bench/dense_product.h"

#include <Eigen/Core>

namespace lowpass {

struct DenseProduct::Matrix {
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values;
};

DenseProduct::DenseProduct(int size, const std::vector<double>& weights)
    : matrix_(new Matrix{
          Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
              weights.data(), size, size)
              .cast<float>()}) {}

DenseProduct::~DenseProduct() { delete matrix_; }

bool DenseProduct::runs_here() {
#if defined(__AVX2__) && defined(__FMA__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

void DenseProduct::apply(const float* x, float* y) const {
  const auto size = matrix_->values.rows();
  Eigen::Map<Eigen::VectorXf>(y, size).noalias() =
      matrix_->values * Eigen::Map<const Eigen::VectorXf>(x, size);
}

}  // namespace lowpass
