#pragma once

#include <string>
#include <string_view>

#include "lowpass/octopus/arm_description.h"

namespace lowpass {

/// Reads the TOML `text` of an arm description: `physics`, `[constants]`, and either `compartments`
/// for the default arm or its `[[pairs]]`, and `orientation` (radians, turns the whole arm about
/// its base). docs/PHYSICS.md §7 has the format, examples/ two files. Throws Error(kConfiguration)
/// naming `file`, line, value and what was expected.
ArmDescription read_arm(std::string_view text, const std::string& file);

}  // namespace lowpass
