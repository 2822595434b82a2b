#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Policy gradients with parameter-based exploration ([PGPE10] with symmetric samples), the mean
/// followed by ClipUp ([CLIPUP20] Alg. 1). Rows 2k and 2k + 1 are mean + e_k and mean - e_k with
/// e_k = sigma z_k. With centred ranks r, their mean r0 and n pairs:
///   g_mu    = 1/n sum of (r_2k - r_2k+1) / 2 e_k
///   g_sigma = 1/n sum of ((r_2k + r_2k+1) / 2 - r0) (e_k^2 - sigma^2) / sigma
///   velocity = momentum velocity + alpha g_mu / |g_mu|, shortened to max_speed;  mean += velocity
///   sigma += sigma_rate g_sigma, by no more than sigma_limit sigma
/// alpha is a length in genes: it must fit the problem; sigma0 sqrt(d) / 20 is a start.
/// State: mean, sigma, velocity. Signals: sigma_least, sigma_mean, sigma_most, speed.
SearchEntry pgpe_entry();

}  // namespace lowpass
