#pragma once

#include <cstddef>
#include <string>

#include "lowpass/core/key.h"

namespace lowpass {

// Keys that several searches declare, and what their defaults say.

/// "population": individuals a generation, at least `least`; 0 is the rule that `rule` describes.
Key population_key(int least, const std::string& rule);
/// The same for mirrored pairs: an even number.
Key paired_population_key(const std::string& rule);
/// A rate greater than 0, or 0 for the rule that `help` describes.
Key rate_key(std::string name, double highest, std::string help);

/// The value of a key for which 0 means a rule.
int given_or(int value, int rule);
double given_or(double value, double rule);

/// 4 + floor(3 ln d): [CMA16] Eq. 48, [SNES11] Table 1.
int default_population(std::size_t dimension);
/// The same, made even.
int default_paired_population(std::size_t dimension);

}  // namespace lowpass
