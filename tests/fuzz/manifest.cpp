#include "tests/fuzz/targets.h"

#include "lowpass/experiment/manifest.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_manifest(const std::string& bytes) {
  const auto read = [](const std::string& text) {
    return manifest_text(read_manifest(MemoryFile(text).path()));
  };
  require_round_trip(read(bytes), read);
}

}  // namespace lowpass
