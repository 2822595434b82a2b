#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lowpass/experiment/run.h"
#include "lowpass/record/checkpoint.h"

namespace lowpass {

/// A run's state as the payload of a checkpoint, and back; also that of earlier versions. Reading
/// throws Error (kFile).
std::string state_bytes(const RunState& state);
RunState state_from_bytes(std::string_view bytes, std::uint32_t version = kCheckpointVersion);

}  // namespace lowpass
