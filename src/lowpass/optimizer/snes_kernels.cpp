#include "lowpass/optimizer/snes_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/optimizer/snes_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The update of the genes i, i + 1, ... in kVectors vectors of type Real. Individuals are summed
/// in their order, so the bits do not depend on the width.
template <class Real, std::size_t kVectors>
HWY_INLINE void update_genes(const SnesUpdate& u, std::size_t i) {
  constexpr std::size_t n = Real::kCount;
  Real grad_mean[kVectors], grad_sigma[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) grad_mean[v] = grad_sigma[v] = Real(0.0);
  for (std::size_t k = 0; k < u.population_size; ++k) {
    const Real utility(u.utility[k]);
    const double* row = u.noise + k * u.dimension + i;
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Real s = Real::load_unaligned(row + v * n);
      grad_mean[v] += utility * s;
      grad_sigma[v] += utility * (s * s - Real(1.0));
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    double* mean = u.mean + i + v * n;
    double* sigma = u.sigma + i + v * n;
    const Real s = Real::load_unaligned(sigma);
    const Real step = Real(u.mean_rate) * s * grad_mean[v];
    (Real::load_unaligned(mean) + step).store_unaligned(mean);
    (s * exp(Real(u.half_sigma_rate) * grad_sigma[v])).store_unaligned(sigma);
  }
}

void update_all(const SnesUpdate& u) {
  constexpr std::size_t n = AllLanes::kCount;
  std::size_t i = 0;
  for (; i + 4 * n <= u.dimension; i += 4 * n) update_genes<AllLanes, 4>(u, i);
  for (; i + n <= u.dimension; i += n) update_genes<AllLanes, 1>(u, i);
  for (; i < u.dimension; ++i) update_genes<OneLane, 1>(u, i);
}

void sample(const double* mean, const double* sigma, const double* noise, std::size_t dimension,
            double* genome) {
  constexpr std::size_t n = AllLanes::kCount;
  std::size_t i = 0;
  for (; i + n <= dimension; i += n) {
    const AllLanes step = AllLanes::load_unaligned(sigma + i) * AllLanes::load_unaligned(noise + i);
    (AllLanes::load_unaligned(mean + i) + step).store_unaligned(genome + i);
  }
  for (; i < dimension; ++i) genome[i] = mean[i] + sigma[i] * noise[i];
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(update_all);
HWY_EXPORT(sample);

void update_distribution(const SnesUpdate& update) { HWY_DYNAMIC_DISPATCH(update_all)(update); }

void sample_genome(const double* mean, const double* sigma, const double* noise,
                   std::size_t dimension, double* genome) {
  HWY_DYNAMIC_DISPATCH(sample)(mean, sigma, noise, dimension, genome);
}

}  // namespace lowpass
#endif
