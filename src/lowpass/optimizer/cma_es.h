#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Covariance matrix adaptation ([CMA16] Fig. 6): x = mean + sigma y, y = C^(1/2) z with the
/// symmetric root, which is unique, so that C^(-1/2) y_w is z_w and nothing is inverted. With
/// weights w by rank, y_w and z_w the sums over positive weights and w'_r = w_r, or
/// w_r d / |z_r|^2 where that is negative:
///   mean += sigma y_w;  p_sigma, sigma, p_c: cma_paths.h
///   C = kept C + c_1 p_c p_c' + c_mu sum w'_r y_r y_r'
/// The root is taken in every generation. No restarts, no stopping rules, no bounds. If all fitness
/// values are equal, only the generation counts on.
/// Deviation from [CMA16]: eigenvalues of C below 1e-14 of the largest are raised by about as much.
/// State: mean, sigma, C (row by row), p_sigma, p_c. Signals: sigma, condition (longest over
/// shortest axis).
SearchEntry cma_es_entry();

}  // namespace lowpass
