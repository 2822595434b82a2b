#include "lowpass/optimizer/cma_paths.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/power.h"
#include "lowpass/optimizer/ranking.h"

namespace lowpass {
namespace {

/// path = (1 - rate) path + sqrt(rate (2 - rate) mu_eff) direction: normal if the direction is.
void follow(std::span<double> path, double rate, double mu_eff, std::span<const double> direction) {
  const double gain = std::sqrt(rate * (2.0 - rate) * mu_eff);
  for (std::size_t i = 0; i < path.size(); ++i) {
    path[i] = (1.0 - rate) * path[i] + gain * direction[i];
  }
}

double length(std::span<const double> values) {
  double sum = 0.0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum);
}

}  // namespace

CmaScale cma_scale(std::span<const double> sigma) {
  const bool is_common =
      std::adjacent_find(sigma.begin(), sigma.end(), std::not_equal_to<>()) == sigma.end();
  if (is_common) return {sigma.front(), std::vector<double>(sigma.size(), 1.0)};
  return {1.0, relative_variances(sigma, 1.0)};
}

std::vector<double> relative_variances(std::span<const double> s, double sigma) {
  std::vector<double> variances;
  for (const double x : s) variances.push_back((x / sigma) * (x / sigma));
  return variances;
}

std::vector<double> cma_weights(const CmaConstants& constants, std::span<const double> fitness) {
  const std::vector<std::size_t> order = best_first(fitness);
  std::vector<double> weights(fitness.size());
  for (std::size_t r = 0; r < order.size(); ++r) weights[order[r]] = constants.weights[r];
  return weights;
}

std::vector<double> positive_part(std::vector<double> weights) {
  for (double& weight : weights) weight = std::max(0.0, weight);
  return weights;
}

bool update_step_size(const CmaConstants& constants, std::uint32_t generation,
                      std::span<const double> mean_noise, std::span<double> p_sigma,
                      double& sigma) {
  const auto d = static_cast<double>(p_sigma.size());
  const double rate = constants.c_sigma, chi = constants.chi;
  follow(p_sigma, rate, constants.mu_eff, mean_noise);
  const double path_length = length(p_sigma);
  sigma *= exp(rate / constants.d_sigma * (path_length / chi - 1.0));
  const double grown_up = std::sqrt(1.0 - power(1.0 - rate, 2 * (std::uint64_t{generation} + 1)));
  return path_length / grown_up < (1.4 + 2.0 / (d + 1.0)) * chi;
}

void update_covariance_path(const CmaConstants& constants, bool h_sigma,
                            std::span<const double> mean_step, std::span<double> p_c) {
  follow(p_c, constants.c_c, h_sigma ? constants.mu_eff : 0.0, mean_step);
}

double kept_covariance(const CmaConstants& c, bool h_sigma) {
  const double sum = std::accumulate(c.weights.begin(), c.weights.end(), 0.0);
  const double missing_path = h_sigma ? 0.0 : c.c_1 * c.c_c * (2.0 - c.c_c);
  return 1.0 + missing_path - c.c_1 - c.c_mu * sum;
}

}  // namespace lowpass
