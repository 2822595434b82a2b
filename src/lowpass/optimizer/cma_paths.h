#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lowpass/optimizer/cma_constants.h"
#include "lowpass/optimizer/search.h"

namespace lowpass {

// What CMA-ES and sep-CMA-ES have in common: start, weights, paths and step size.

/// The scale of a start: sigma with covariance I where all genes have the same, else 1 with the
/// variances of the genes ([CMA16] knows one sigma alone).
struct CmaScale {
  double sigma;
  std::vector<double> variances;
};
CmaScale cma_scale(std::span<const double> sigma);

/// (s / sigma)^2: the variances of genes that shall have the standard deviations s.
std::vector<double> relative_variances(std::span<const double> s, double sigma);

/// The weight of each individual; ties by index, since shared weights would shrink sigma on
/// plateaus.
std::vector<double> cma_weights(const CmaConstants& constants, std::span<const double> fitness);

/// The positive weights, 0 elsewhere.
std::vector<double> positive_part(std::vector<double> weights);

/// Moves p_sigma by the mean noise of the better half ([CMA16] Eq. 43) and sigma by its length (Eq.
/// 44). Returns h_sigma, false while p_sigma is too long for a path of p_c. `generation` counts
/// those told before.
bool update_step_size(const CmaConstants& constants, std::uint32_t generation,
                      std::span<const double> mean_noise, std::span<double> p_sigma, double& sigma);

/// Moves p_c by the mean step of the better half ([CMA16] Eq. 45).
void update_covariance_path(const CmaConstants& constants, bool h_sigma,
                            std::span<const double> mean_step, std::span<double> p_c);

/// The factor of the covariance before this generation's is added ([CMA16] Eq. 47).
double kept_covariance(const CmaConstants& constants, bool h_sigma);

}  // namespace lowpass
