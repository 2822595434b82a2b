#include "tests/fuzz/targets.h"

#include "lowpass/record/generation_log.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_generation_log(const std::string& bytes) {
  const MemoryFile file(bytes);
  const auto records = read_generation_log(file.path());
  GenerationLog(file.path(), static_cast<std::uint32_t>(records.size() / 2));
  if (read_generation_log(file.path()).size() != records.size() / 2)
    throw std::logic_error("cut back to another length");
}

}  // namespace lowpass
