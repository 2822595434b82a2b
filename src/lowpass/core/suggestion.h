#pragma once

#include <span>
#include <string>

namespace lowpass {

/// "; did you mean X?" with the candidate nearest to `name`, or nothing if none is near.
std::string did_you_mean(const std::string& name, std::span<const std::string> candidates);

}  // namespace lowpass
