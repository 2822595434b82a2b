#pragma once

#include <chrono>

namespace lowpass::python {

/// Seconds since some moment; the library reads no clock itself.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace lowpass::python
