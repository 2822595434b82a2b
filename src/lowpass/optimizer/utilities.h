#pragma once

#include <span>
#include <vector>

namespace lowpass {

/// Utilities by rank, best first ([SNES11] §3.2): u_r proportional to max(0, ln(lambda/2 + 1) - ln
/// r), normalised to sum 1, minus 1/lambda. They sum to 0.
std::vector<double> rank_utilities(int population_size);

/// The utility of each individual. Higher fitness is better; NaN counts as minus infinity. Equal
/// fitness shares the mean utility of the ranks it occupies, so that a flat generation has zero
/// gradient. (Deviation from [SNES11], which leaves ties open: by index, a flat generation would
/// take a random step.)
std::vector<double> assigned_utilities(std::span<const double> fitness);

}  // namespace lowpass
