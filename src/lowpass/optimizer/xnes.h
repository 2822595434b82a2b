#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Exponential natural evolution strategy ([XNES10] Alg. 1): x = mean + A z. With utilities u that
/// sum to 0, g = sum u_k z_k, G = sum u_k z_k z_k', t = tr G / d and
/// M = (eta_sigma t I + eta_B (G - t I)) / 2:
///   mean += eta_mu A g    (A before its own update)
///   A = A exp(M)
/// The paper keeps A = sigma B with det B = 1; the product is the same. A does not stay symmetric.
/// State: mean, A (row by row). Signals: sigma_least, sigma_mean, sigma_most of the genes.
SearchEntry xnes_entry();

/// (9 + 3 ln d) / (5 d sqrt d): eta_sigma and eta_B of [XNES10] Table 1.
double xnes_rate(std::size_t dimension);

}  // namespace lowpass
