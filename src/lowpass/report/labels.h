#pragma once

#include <string>

#include "lowpass/scene/scene.h"

namespace lowpass {

/// "t = 35.7", "t = 0.02 s": as many decimals as tell the moments of something apart that lasts
/// `duration`, none that are 0.
std::string time_label(double time, double duration, const std::string& unit);

/// The same for a clock that runs: always as many decimals, so that the text does not jump, and
/// none where it lasts long.
std::string clock_label(double time, double duration, const std::string& unit);

/// "fitness 0.812, touched after 93 steps", or without what the recording does not say.
std::string outcome_label(const Recording& recording);

}  // namespace lowpass
