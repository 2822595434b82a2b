#include <cstdlib>

#include <gtest/gtest.h>

#include "lowpass/core/simd.h"

/// LOWPASS_SIMD forces the target, as in the program.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* target = std::getenv("LOWPASS_SIMD")) lowpass::use_simd_target(target);
  return RUN_ALL_TESTS();
}
