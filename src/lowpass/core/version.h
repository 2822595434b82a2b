#pragma once

#include <string>

namespace lowpass {

/// "0.1.0".
std::string version();

/// The compiler that built the library, for example "gcc 12.2.0".
std::string compiler();

}  // namespace lowpass
