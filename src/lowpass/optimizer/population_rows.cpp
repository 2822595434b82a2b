#include "lowpass/optimizer/population_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/optimizer/population_rows.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The sums of the genes i, i + 1, ... in kVectors vectors of type Real.
template <bool kSquared, class Real, std::size_t kVectors>
HWY_INLINE void sum_genes(const double* weights, std::size_t count, const double* rows,
                          std::size_t dimension, double* sum, std::size_t i) {
  constexpr std::size_t n = Real::kCount;
  Real total[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) total[v] = Real(0.0);
  for (std::size_t k = 0; k < count; ++k) {
    if (weights[k] == 0.0) continue;
    const Real weight(weights[k]);
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Real x = Real::load_unaligned(rows + k * dimension + i + v * n);
      total[v] += kSquared ? weight * (x * x) : weight * x;
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) total[v].store_unaligned(sum + i + v * n);
}

template <bool kSquared>
HWY_INLINE void sum_all(const double* weights, std::size_t count, const double* rows,
                        std::size_t dimension, double* sum) {
  constexpr std::size_t n = AllLanes::kCount;
  std::size_t i = 0;
  for (; i + 4 * n <= dimension; i += 4 * n)
    sum_genes<kSquared, AllLanes, 4>(weights, count, rows, dimension, sum, i);
  for (; i + n <= dimension; i += n)
    sum_genes<kSquared, AllLanes, 1>(weights, count, rows, dimension, sum, i);
  for (; i < dimension; ++i)
    sum_genes<kSquared, OneLane, 1>(weights, count, rows, dimension, sum, i);
}

void plain_sum(const double* weights, std::size_t count, const double* rows, std::size_t dimension,
               double* sum) {
  sum_all<false>(weights, count, rows, dimension, sum);
}

void square_sum(const double* weights, std::size_t count, const double* rows, std::size_t dimension,
                double* sum) {
  sum_all<true>(weights, count, rows, dimension, sum);
}

template <class Real>
HWY_INLINE Real load_noise(const double* noise) {
  return Real::load_unaligned(noise);
}
template <class Real>
HWY_INLINE Real load_noise(const float* noise) {
  return load_widened<Real>(noise);
}

template <class Real, class Noise>
HWY_INLINE void sample_genes(const double* mean, const double* sigma, const Noise* noise,
                             std::size_t i, double* plus, double* minus) {
  const Real center = Real::load_unaligned(mean + i);
  const Real step = Real::load_unaligned(sigma + i) * load_noise<Real>(noise + i);
  (center + step).store_unaligned(plus + i);
  if (minus) (center - step).store_unaligned(minus + i);
}

/// `minus` may be null.
template <class Noise>
HWY_INLINE void sample_all(const double* mean, const double* sigma, const Noise* noise,
                           std::size_t dimension, double* plus, double* minus) {
  constexpr std::size_t n = AllLanes::kCount;
  std::size_t i = 0;
  for (; i + n <= dimension; i += n) sample_genes<AllLanes>(mean, sigma, noise, i, plus, minus);
  for (; i < dimension; ++i) sample_genes<OneLane>(mean, sigma, noise, i, plus, minus);
}

void sample(const double* mean, const double* sigma, const double* noise, std::size_t dimension,
            double* plus, double* minus) {
  sample_all(mean, sigma, noise, dimension, plus, minus);
}

void sample_single(const double* mean, const double* sigma, const float* noise,
                   std::size_t dimension, double* genome) {
  sample_all(mean, sigma, noise, dimension, genome, nullptr);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(plain_sum);
HWY_EXPORT(square_sum);
HWY_EXPORT(sample);
HWY_EXPORT(sample_single);

void weighted_row_sum(std::span<const double> weights, std::span<const double> rows,
                      std::span<double> sum) {
  HWY_DYNAMIC_DISPATCH(plain_sum)
  (weights.data(), weights.size(), rows.data(), sum.size(), sum.data());
}

void weighted_square_sum(std::span<const double> weights, std::span<const double> rows,
                         std::span<double> sum) {
  HWY_DYNAMIC_DISPATCH(square_sum)
  (weights.data(), weights.size(), rows.data(), sum.size(), sum.data());
}

void sample_genomes(std::span<const double> mean, std::span<const double> sigma,
                    std::span<const double> noise, std::span<double> genomes) {
  const std::size_t d = mean.size();
  for (std::size_t begin = 0; begin < noise.size(); begin += d) {
    HWY_DYNAMIC_DISPATCH(sample)
    (mean.data(), sigma.data(), noise.data() + begin, d, genomes.data() + begin, nullptr);
  }
}

void sample_genomes(std::span<const double> mean, std::span<const double> sigma,
                    std::span<const float> noise, std::span<double> genomes) {
  const std::size_t d = mean.size();
  for (std::size_t begin = 0; begin < noise.size(); begin += d) {
    HWY_DYNAMIC_DISPATCH(sample_single)
    (mean.data(), sigma.data(), noise.data() + begin, d, genomes.data() + begin);
  }
}

void sample_mirrored(std::span<const double> mean, std::span<const double> sigma,
                     std::span<const double> noise, std::span<double> genomes) {
  const std::size_t d = mean.size();
  for (std::size_t begin = 0; begin < noise.size(); begin += d) {
    double* plus = genomes.data() + 2 * begin;
    HWY_DYNAMIC_DISPATCH(sample)
    (mean.data(), sigma.data(), noise.data() + begin, d, plus, plus + d);
  }
}

}  // namespace lowpass
#endif
