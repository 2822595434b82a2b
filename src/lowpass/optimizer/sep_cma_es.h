#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Separable CMA-ES ([SEP08]): CMA-ES (cma_es.h) whose covariance is a diagonal, learned (d + 2) /
/// 3 times as fast, without negative weights. Linear in the number of genes. State: mean, sigma, C
/// (the diagonal), p_sigma, p_c. Signals: sigma, condition (longest over shortest axis).
SearchEntry sep_cma_es_entry();

}  // namespace lowpass
