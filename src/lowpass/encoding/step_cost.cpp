#include "lowpass/encoding/step_cost.h"

namespace lowpass {

// Least squares of the relative error over 108 networks of 100 to two million weights with 20 to
// 840 coefficients (one core of a Zen 3, AVX2, g++ 12): within 25 % of the measured time while the
// weights fit the second cache; beyond, a dense step costs up to four times as much. Near the
// crossover, the only place where it matters, the wrong choice costs 6 % at most (docs/SCALING.md).
// Other constants choose another step for some networks: results of `auto` would change.
StepCost modelled_step_cost(const Mapping& mapping, Cell coefficients) {
  const FrequencyEncoding encoding(mapping, coefficients, NetworkStep::kSpectral);
  const SpectralPlan& plan = *encoding.spectral_plan();
  const auto terms = static_cast<double>(coefficients);
  const double units = mapping.size.inputs + mapping.size.neurons;
  const auto weights = static_cast<double>(mapping.size.weight_count());
  return {.dense = 0.04 + 0.00013 * weights,
          .spectral = 0.18 + 0.0017 * units + 0.00013 * plan.products() + 0.023 * plan.rows() +
                      0.0024 * terms};
}

}  // namespace lowpass
