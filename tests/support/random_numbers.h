#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lowpass/core/random.h"

namespace lowpass {

/// Standard normal numbers, the same ones for the same seed.
inline std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  std::vector<double> out(count);
  fill_normals({.seed = seed}, out);
  return out;
}

}  // namespace lowpass
