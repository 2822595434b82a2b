#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

// From fitness to ranks. Higher fitness is better; NaN counts as minus infinity.

/// The individuals from best to worst; of equals, the one of the lower index first.
std::vector<std::size_t> best_first(std::span<const double> fitness);

/// True if every individual has the same fitness: nothing to learn from.
bool is_flat(std::span<const double> fitness);

/// Each individual's weight, from those of the ranks, best first, which sum to 0. Equal fitness
/// shares the mean weight of the ranks it occupies, so that a flat generation has zero gradient: by
/// index it would take a random step.
std::vector<double> shared_weights(std::span<const double> fitness,
                                   std::span<const double> by_rank);

/// Utilities by rank, best first ([SNES11] §3.2): u_r proportional to max(0, ln(lambda/2 + 1) - ln
/// r), normalised to sum 1, minus 1/lambda. They sum to 0.
std::vector<double> rank_utilities(int population_size);

/// The utility of each individual. (Deviation from [SNES11], which leaves ties open: shared.)
std::vector<double> assigned_utilities(std::span<const double> fitness);

/// Ranks from 1/2 (best) to -1/2, evenly spaced; ties share ([OES17] §2.1, ties ours).
std::vector<double> centred_ranks(std::span<const double> fitness);

}  // namespace lowpass
