#pragma once

#include <cstddef>
#include <vector>

#include "lowpass/core/key.h"

namespace lowpass {

/// Which rules the constants follow.
enum class CmaVariant {
  kActive,         ///< [CMA16]: the worse half has negative weights
  kPlain,          ///< [CMA16] without negative weights
  kSeparable,      ///< kPlain, the rates of the covariance times (d + 2) / 3 ([SEP08] §3)
  kSeparable2008,  ///< the same factor on the constants of [SEP08]
};

/// What the updates of CMA-ES multiply with. Names as in [CMA16].
struct CmaConstants {
  std::vector<double> weights;  ///< best first, one an individual
  double mu_eff;                ///< of the positive weights, which sum to 1
  double c_sigma, d_sigma;      ///< rate and damping of the step size
  double c_c, c_1, c_mu;        ///< rates of the path, of the rank-one and the rank-mu update
  double chi;                   ///< about the mean length of a normal vector
};

/// Rates that replace those of the rules; 0 leaves the rule.
struct CmaRates {
  double c_sigma = 0.0, d_sigma = 0.0, c_c = 0.0, c_1 = 0.0, c_mu = 0.0;
};

/// [CMA16] Eqs. 48-58 for d genes and lambda individuals. Throws Error (kConfiguration) where given
/// rates make c_1 + c_mu exceed 1.
CmaConstants cma_constants(CmaVariant variant, std::size_t dimension, int population_size,
                           const CmaRates& rates = {});

/// The keys of both CMA searches: population and rates; and what they say.
std::vector<Key> cma_keys();
CmaRates cma_rates(const KeyValues& keys);

}  // namespace lowpass
