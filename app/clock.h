#pragma once

#include <chrono>

namespace lowpass::app {

/// Seconds since some moment, never going back.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace lowpass::app
