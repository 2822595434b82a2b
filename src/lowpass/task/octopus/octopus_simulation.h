#pragma once

#include <iosfwd>
#include <string>

namespace lowpass {

/// The bare arm under the actions of a file in the format of the recorded traces
/// (octopus/simulation.h): its states as JSON, or base and tip as a table. Returns a note if it
/// diverged. Throws Error.
std::string simulate_arm(const std::string& text, const std::string& place, bool as_json,
                         std::ostream& out);

}  // namespace lowpass
