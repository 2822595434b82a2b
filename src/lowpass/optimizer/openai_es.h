#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Evolution strategy of OpenAI ([OES17] Alg. 1 with §2.1's mirrored sampling, ranks and weight
/// decay): the gradient of the mean from mirrored pairs of fixed sigma, followed by Adam. Rows 2k
/// and 2k + 1 are mean + sigma z_k and mean - sigma z_k. With centred ranks r:
///   g = 1 / (lambda sigma) sum over pairs of (r_2k - r_2k+1) z_k - decay mean
///   t += 1;  m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2
///   mean += alpha sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt v + epsilon)
/// (epsilon outside the bias correction, as in the authors' program. Deviation from it: that
/// program leaves out 1/sigma, which with Adam only rescales epsilon and decay.)
/// A flat generation has no gradient, but the mean still moves by momentum.
/// Growth forgets the moments of all genes: with t kept, new genes would take steps three times too
/// long.
/// State: mean, sigma, adam_m, adam_v, adam_t. Signal: step, the length of the last step.
SearchEntry openai_es_entry();

}  // namespace lowpass
