// The entry of libFuzzer for the target that LOWPASS_FUZZ_TARGET names.

#include <cstddef>
#include <cstdint>

#include "lowpass/core/error.h"
#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    lowpass::LOWPASS_FUZZ_TARGET(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const lowpass::Error&) {
  }
  return 0;
}
