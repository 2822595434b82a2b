#pragma once

#include <string>

#include "lowpass/record/trajectory.h"

namespace lowpass {

/// An angle as people say it: "−π/2 (down)", "0", "π/4", "0.30 rad".
std::string angle_label(double angle_rad);

/// "t = 35.7", in time units.
std::string time_label(double time);

/// "fitness 0.812, touched the goal at t = 93", or without the touch.
std::string outcome_label(const Trajectory& trajectory);

}  // namespace lowpass
