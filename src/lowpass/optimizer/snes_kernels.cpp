#include "lowpass/optimizer/snes_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/optimizer/snes_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The gradients of the genes i, i + 1, ... in kVectors vectors of type Real, without the factors
/// that a gene has. Individuals are summed in their order, so the bits do not depend on the width.
template <class Real, std::size_t kVectors>
struct Gradients {
  Real mean[kVectors], sigma[kVectors];

  HWY_INLINE Gradients(const SnesUpdate& u, const NumberOf<Real>* noise, std::size_t i) {
    for (std::size_t v = 0; v < kVectors; ++v) mean[v] = sigma[v] = Real(0.0);
    for (std::size_t k = 0; k < u.population_size; ++k) {
      const Real utility(u.utility[k]);
      const NumberOf<Real>* row = noise + k * u.dimension + i;
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Real s = Real::load_unaligned(row + v * Real::kCount);
        mean[v] += utility * s;
        sigma[v] += utility * (s * s - Real(1.0));
      }
    }
  }
};

/// The update of the genes i, i + 1, ... in one vector.
template <class Real>
HWY_INLINE void update_genes(const SnesUpdate& u, std::size_t i, Real grad_mean, Real grad_sigma) {
  double* mean = u.mean + i;
  double* sigma = u.sigma + i;
  const Real s = Real::load_unaligned(sigma);
  const Real step = Real(u.mean_rate) * s * grad_mean;
  (Real::load_unaligned(mean) + step).store_unaligned(mean);
  (s * exp(Real(u.half_sigma_rate) * grad_sigma)).store_unaligned(sigma);
}

template <class Real, std::size_t kVectors>
HWY_INLINE void update_doubles(const SnesUpdate& u, std::size_t i) {
  const Gradients<Real, kVectors> gradients(u, u.noise, i);
  for (std::size_t v = 0; v < kVectors; ++v) {
    update_genes(u, i + v * Real::kCount, gradients.mean[v], gradients.sigma[v]);
  }
}

/// `Real` of single precision; the gradients are then widened, as many as a vector of doubles has.
template <class Real, std::size_t kVectors>
HWY_INLINE void update_singles(const SnesUpdate& u, std::size_t i) {
  using Wide = Lanes<hn::CappedTag<double, Real::kCount>>;
  constexpr std::size_t n = Real::kCount;
  alignas(64) float mean[kVectors * n], sigma[kVectors * n];
  const Gradients<Real, kVectors> gradients(u, u.single_noise, i);
  for (std::size_t v = 0; v < kVectors; ++v) {
    gradients.mean[v].store_unaligned(mean + v * n);
    gradients.sigma[v].store_unaligned(sigma + v * n);
  }
  for (std::size_t k = 0; k < kVectors * n; k += Wide::kCount) {
    update_genes(u, i + k, load_widened<Wide>(mean + k), load_widened<Wide>(sigma + k));
  }
}

void update_all(const SnesUpdate& u) {
  constexpr std::size_t n = AllLanes::kCount;
  std::size_t i = 0;
  for (; i + 4 * n <= u.dimension; i += 4 * n) update_doubles<AllLanes, 4>(u, i);
  for (; i + n <= u.dimension; i += n) update_doubles<AllLanes, 1>(u, i);
  for (; i < u.dimension; ++i) update_doubles<OneLane, 1>(u, i);
}

void update_all_single(const SnesUpdate& u) {
  using Singles = AllLanesOf<float>;
  constexpr std::size_t n = Singles::kCount;
  std::size_t i = 0;
  for (; i + 4 * n <= u.dimension; i += 4 * n) update_singles<Singles, 4>(u, i);
  for (; i + n <= u.dimension; i += n) update_singles<Singles, 1>(u, i);
  for (; i < u.dimension; ++i) update_singles<OneLaneOf<float>, 1>(u, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(update_all);
HWY_EXPORT(update_all_single);

void update_distribution(const SnesUpdate& update) {
  if (update.noise) {
    HWY_DYNAMIC_DISPATCH(update_all)(update);
  } else {
    HWY_DYNAMIC_DISPATCH(update_all_single)(update);
  }
}

}  // namespace lowpass
#endif
