#pragma once

#include <string>

#include "lowpass/core/simd.h"

namespace lowpass {

/// Runs `check(name)` once on every SIMD target that this machine has, then goes back.
template <class Check>
void on_every_target(Check check) {
  const std::string before = simd_target();
  for (const std::string& name : simd_targets()) {
    use_simd_target(name);
    check(name);
  }
  use_simd_target(before);
}

}  // namespace lowpass
