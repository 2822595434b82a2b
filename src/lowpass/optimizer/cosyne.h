#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Cooperative synapse neuroevolution ([G08] §4, Alg. 2): every gene has a subpopulation of
/// its own, a column of P; a row is a network. In every generation the best quarter of m recombine,
/// segment by segment (one a chromosome; one a neuron in the paper), genes are mutated by a bounded
/// Cauchy law, and every subpopulation is permuted, so that genes meet others. No elitism: the best
/// network lives on in the state alone.
///
/// Paper and authors' program (CoSyNE 1.1 beta, 2007) differ; q = m / 4, l = 2 q children:
///   preset    networks a generation   survivors   mutated
///   program   m + l                   m           all but the q parents
///   paper     m                       m - l       the children
/// (The program evaluates m networks in the first generation; here it is m + l always.)
/// Rows start from the normal distributions of the start, or uniform in [-range, range).
/// State: P (n rows), stalled (generations without a better best). Signals: spread_least,
/// spread_mean, spread_most: standard deviations of the subpopulations.
SearchEntry cosyne_entry();

}  // namespace lowpass
