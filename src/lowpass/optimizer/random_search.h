#pragma once

#include "lowpass/optimizer/search.h"

namespace lowpass {

/// The baselines that learn nothing.

/// Random search: x = mean + sigma z with the mean and sigma of the start, for ever. State: mean,
/// sigma.
SearchEntry random_search_entry();

/// Random weight guessing ([G08] §5.2.1): every gene uniform in [-range, range). No state.
SearchEntry random_guessing_entry();

}  // namespace lowpass
