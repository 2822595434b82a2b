#pragma once

#include <vector>

namespace lowpass {

/// y = W x in single precision as a good linear algebra library does it: Eigen, compiled for AVX2
/// and FMA where the compiler can (the rest of the benchmark needs neither).
class DenseProduct {
 public:
  /// `weights` row-major, size x size.
  DenseProduct(int size, const std::vector<double>& weights);
  ~DenseProduct();
  DenseProduct(const DenseProduct&) = delete;
  DenseProduct& operator=(const DenseProduct&) = delete;

  /// False if this CPU lacks what it was compiled for.
  static bool runs_here();
  void apply(const float* x, float* y) const;

 private:
  struct Matrix;
  Matrix* matrix_;
};

}  // namespace lowpass
