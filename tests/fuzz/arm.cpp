#include "tests/fuzz/targets.h"

#include "lowpass/octopus/arm_file.h"

namespace lowpass {

void fuzz_arm(const std::string& bytes) { read_arm(bytes, "arm.toml"); }

}  // namespace lowpass
