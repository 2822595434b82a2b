#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Separable natural evolution strategy ([SNES11] Alg. 1): an independent normal distribution for
/// each gene. With s_k the noise of individual k, u_k its utility, g_mu = sum u_k s_k and
/// g_sigma = sum u_k (s_k^2 - 1):
///   mean  += eta_mu sigma g_mu            (sigma before its own update)
///   sigma *= exp(eta_sigma / 2 * g_sigma)
/// State: mean, sigma. Signals: sigma_least, sigma_mean, sigma_most.
SearchEntry snes_entry();

/// (3 + ln d) / (5 sqrt d): eta_sigma of [SNES11] Table 1, both rates of [FDE12] §4.3.
double snes_rate(std::size_t dimension);

}  // namespace lowpass
