#include "lowpass/encoding/step_cost.h"

#include <algorithm>
#include <limits>

namespace lowpass {

namespace {

// Microseconds, on one core of a Zen 3 (AVX2, g++ 12), over 108 networks of 700 to two million
// weights with 20 to 840 coefficients. The spectral ones are rounded least squares of the relative
// error; the dense ones were set by hand so that they fit where the two are close. Beyond the
// second cache a dense step costs four times as much and more, but nothing is left to decide there.
// docs/SCALING.md has how far it is off. With other constants `auto` would choose another step for
// some networks.
constexpr double kDense = 0.04, kDenseWeight = 0.000075, kDenseFarWeight = 0.00013;
constexpr double kNearWeights = 4096;  // that fit the first cache
constexpr double kSpectral = 0.18, kSpectralUnit = 0.0009, kSpectralProduct = 0.00013,
                 kSpectralRow = 0.033, kSpectralGene = 0.0012;

}  // namespace

StepCost modelled_step_cost(const Mapping& mapping, Cell coefficients) {
  const double units = mapping.size.inputs + mapping.size.neurons;
  const auto weights = static_cast<double>(mapping.size.weight_count());
  const double near = std::min(weights, kNearWeights);
  StepCost cost{.dense = kDense + kDenseWeight * near + kDenseFarWeight * (weights - near),
                .spectral = std::numeric_limits<double>::infinity()};
  if (!has_spectrum(mapping)) return cost;
  const FrequencyEncoding encoding(mapping, coefficients, NetworkStep::kSpectral);
  const SpectralPlan& plan = *encoding.spectral_plan();
  cost.spectral = kSpectral + kSpectralUnit * units + kSpectralProduct * plan.products() +
                  kSpectralRow * plan.rows() + kSpectralGene * static_cast<double>(coefficients);
  return cost;
}

}  // namespace lowpass
