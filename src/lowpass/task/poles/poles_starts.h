#pragma once

#include <array>
#include <string>
#include <vector>

#include "lowpass/task/poles/poles_options.h"

namespace lowpass {

/// A state, in the order of CartModel; with one pole the last two are not used.
using PolesState = std::array<double, kMaxCartState>;

/// The start of each trial. The grid has the first pole's velocity fastest, the cart's place
/// slowest; the second pole stands upright.
std::vector<PolesState> poles_starts(const PolesOptions& options);

/// What sets a start apart, in a few words.
std::string poles_start_name(const PolesOptions& options, const PolesState& start);

}  // namespace lowpass
