#pragma once

#include <string>
#include <vector>

namespace lowpass {

/// The instruction set that the kernels run on now: "sse4", "avx2", "avx512", "neon", ...
/// Results do not depend on it; speed does.
std::string simd_target();

/// The instruction sets that both this build and this CPU have, best first.
std::vector<std::string> simd_targets();

/// Makes the kernels run on `name`, one of simd_targets(). Throws Error for any other name.
/// Not to be called while kernels run on other threads.
void use_simd_target(const std::string& name);

}  // namespace lowpass
