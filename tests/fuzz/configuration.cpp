#include "tests/fuzz/targets.h"

#include "lowpass/configuration/configuration.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_configuration(const std::string& bytes) {
  const auto read = [](const std::string& text) {
    return configuration_text(load_configuration(MemoryFile(text).path(), {}));
  };
  require_round_trip(read(bytes), read);
}

}  // namespace lowpass
