#pragma once

#include <string>
#include <vector>

#include "app/server/run_index.h"

namespace lowpass::app {

// What the page is told of a run, as JSON.

/// Where it stands: path, setup, state, best fitness, ...
std::string summary_text(const RunEntry& run);

/// The columns at the chosen generations.
std::string columns_text(const RunColumns& columns, const std::vector<std::size_t>& at);

}  // namespace lowpass::app
