#pragma once

#include <string>
#include <string_view>

#include "lowpass/experiment/run.h"

namespace lowpass {

/// A run's state as the payload of a checkpoint, and back. Reading throws Error (kFile).
std::string state_bytes(const RunState& state);
RunState state_from_bytes(std::string_view bytes);

}  // namespace lowpass
