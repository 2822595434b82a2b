#pragma once

#include <string>

namespace lowpass {

/// An angle as people say it: "−π/2 (down)", "0", "π/4", "0.30 rad".
std::string angle_label(double angle_rad);

}  // namespace lowpass
