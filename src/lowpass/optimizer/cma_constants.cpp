#include "lowpass/optimizer/cma_constants.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

/// (sum w)^2 / sum w^2 over the ranks from begin to end.
double effective_count(const std::vector<double>& weights, std::size_t begin, std::size_t end) {
  double sum = 0.0, squares = 0.0;
  for (std::size_t r = begin; r < end; ++r) {
    sum += weights[r];
    squares += weights[r] * weights[r];
  }
  return squares == 0.0 ? 0.0 : sum * sum / squares;
}

/// w'_r = ln(top) - ln r, best first.
std::vector<double> raw_weights(double top, int population_size) {
  std::vector<double> weights;
  for (int r = 1; r <= population_size; ++r) weights.push_back(log(top) - log(r));
  return weights;
}

/// Positive weights sum to 1, negative ones to -negative_sum ([CMA16] Eq. 53).
std::vector<double> scaled_weights(std::vector<double> weights, std::size_t parents,
                                   double negative_sum) {
  double positive = 0.0, negative = 0.0;
  for (std::size_t r = 0; r < weights.size(); ++r)
    (r < parents ? positive : negative) += weights[r];
  for (std::size_t r = 0; r < weights.size(); ++r) {
    if (r < parents) {
      weights[r] /= positive;
    } else {
      weights[r] = negative < 0.0 ? negative_sum * weights[r] / -negative : 0.0;
    }
  }
  return weights;
}

/// [CMA16] Eqs. 55-58. The quarter in c_mu is that of its second version.
void set_rates(CmaConstants& c, double d) {
  const double m = c.mu_eff;
  c.c_sigma = (m + 2.0) / (d + m + 5.0);
  c.c_c = (4.0 + m / d) / (d + 4.0 + 2.0 * m / d);
  c.c_1 = 2.0 / ((d + 1.3) * (d + 1.3) + m);
  c.c_mu = std::min(1.0 - c.c_1, 2.0 * (0.25 + m + 1.0 / m - 2.0) / ((d + 2.0) * (d + 2.0) + m));
}

/// A diagonal has fewer numbers to learn, so it learns them faster ([SEP08] §3).
/// Deviation from [SEP08]: today's base constants, where the text has those of 2008.
void set_separable_rates(CmaConstants& c, double d) {
  set_rates(c, d);
  const double factor = (d + 2.0) / 3.0;
  c.c_1 = std::min(1.0, factor * c.c_1);
  c.c_mu = std::min(1.0 - c.c_1, factor * c.c_mu);
}

void set_separable_rates_2008(CmaConstants& c, double d) {
  const double m = c.mu_eff, root = d + std::sqrt(2.0);
  c.c_sigma = (m + 2.0) / (d + m + 3.0);
  c.c_c = 4.0 / (d + 4.0);
  const double rank_mu = std::min(1.0, (2.0 * m - 1.0) / ((d + 2.0) * (d + 2.0) + m));
  const double rate = 2.0 / (m * root * root) + (1.0 - 1.0 / m) * rank_mu;
  const double c_cov = std::min(1.0, (d + 2.0) / 3.0 * rate);
  c.c_1 = c_cov / m;
  c.c_mu = c_cov * (1.0 - 1.0 / m);
}

/// d_sigma last, since its rule depends on c_sigma.
void replace_given(CmaConstants& c, const CmaRates& rates, double d) {
  c.c_sigma = given_or(rates.c_sigma, c.c_sigma);
  c.c_c = given_or(rates.c_c, c.c_c);
  c.c_1 = given_or(rates.c_1, c.c_1);
  c.c_mu = given_or(rates.c_mu, c.c_mu);
  if (rates.c_1 + rates.c_mu > 0.0 && c.c_1 + c.c_mu > 1.0) {
    throw Error(
        ErrorKind::kConfiguration,
        fmt::format("optimizer.c_1 + optimizer.c_mu = {}: expected at most 1", c.c_1 + c.c_mu));
  }
  const double excess = std::sqrt(std::max(0.0, (c.mu_eff - 1.0) / (d + 1.0))) - 1.0;
  c.d_sigma = given_or(rates.d_sigma, 1.0 + 2.0 * std::max(0.0, excess) + c.c_sigma);
}

/// The sum of the negative weights' magnitudes ([CMA16] Eqs. 50-52).
double negative_weight_sum(const CmaConstants& c, double mu_eff_negative, double d) {
  const double keeps_trace = 1.0 + c.c_1 / c.c_mu;
  const double as_informed = 1.0 + 2.0 * mu_eff_negative / (c.mu_eff + 2.0);
  const double keeps_definite = (1.0 - c.c_1 - c.c_mu) / (d * c.c_mu);
  return std::min({keeps_trace, as_informed, keeps_definite});
}

}  // namespace

CmaConstants cma_constants(CmaVariant variant, std::size_t dimension, int population_size,
                           const CmaRates& rates) {
  const auto d = static_cast<double>(dimension);
  const bool is_2008 = variant == CmaVariant::kSeparable2008;
  const auto parents = static_cast<std::size_t>(population_size / 2);
  const double top = is_2008 ? static_cast<double>(parents) + 1.0 : (population_size + 1.0) / 2.0;
  const std::vector<double> raw = raw_weights(top, population_size);
  CmaConstants c{.mu_eff = effective_count(raw, 0, parents),
                 .chi = std::sqrt(d) * (1.0 - 1.0 / (4.0 * d) + 1.0 / (21.0 * d * d))};
  if (is_2008) {
    set_separable_rates_2008(c, d);
  } else if (variant == CmaVariant::kSeparable) {
    set_separable_rates(c, d);
  } else {
    set_rates(c, d);
  }
  replace_given(c, rates, d);
  const double negative = variant == CmaVariant::kActive
                              ? negative_weight_sum(c, effective_count(raw, parents, raw.size()), d)
                              : 0.0;
  c.weights = scaled_weights(raw, parents, negative);
  return c;
}

std::vector<Key> cma_keys() {
  return {population_key(2, "4 + floor(3 ln d)"),
          rate_key("c_sigma", 1.0, "rate of the path of sigma; 0: the rule of the search"),
          rate_key("d_sigma", 1e6, "damping of sigma; 0: the rule of the search"),
          rate_key("c_c", 1.0, "rate of the path of the covariance; 0: the rule of the search"),
          rate_key("c_1", 1.0, "rate of the rank-one update; 0: the rule of the search"),
          rate_key("c_mu", 1.0, "rate of the rank-mu update; 0: the rule of the search")};
}

CmaRates cma_rates(const KeyValues& keys) {
  return {.c_sigma = keys.real("c_sigma"),
          .d_sigma = keys.real("d_sigma"),
          .c_c = keys.real("c_c"),
          .c_1 = keys.real("c_1"),
          .c_mu = keys.real("c_mu")};
}

}  // namespace lowpass
