#include "tests/fuzz/targets.h"

#include "lowpass/scene/recording_file.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_recording(const std::string& bytes) {
  const auto read = [](const std::string& text) {
    return recording_text(recording_from_text(text, "recording.json"));
  };
  require_round_trip(read(bytes), read);
}

}  // namespace lowpass
