#include "tests/fuzz/targets.h"

#include "lowpass/record/network_file.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_weights(const std::string& bytes) {
  const auto read = [](const std::string& text) {
    return network_file_text(read_network_file(MemoryFile(text).path()));
  };
  require_round_trip(read(bytes), read);
}

}  // namespace lowpass
