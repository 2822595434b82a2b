#include "tests/fuzz/targets.h"

namespace lowpass {

std::span<const FuzzTarget> fuzz_targets() {
  static constexpr FuzzTarget kTargets[] = {{"api", fuzz_api},
                                            {"arm", fuzz_arm},
                                            {"checkpoint", fuzz_checkpoint},
                                            {"configuration", fuzz_configuration},
                                            {"generation_log", fuzz_generation_log},
                                            {"genome", fuzz_genome},
                                            {"http", fuzz_http},
                                            {"json", fuzz_json},
                                            {"manifest", fuzz_manifest},
                                            {"mapping", fuzz_mapping},
                                            {"recording", fuzz_recording},
                                            {"settings", fuzz_settings},
                                            {"simulation", fuzz_simulation},
                                            {"spectrum", fuzz_spectrum},
                                            {"weights", fuzz_weights}};
  return kTargets;
}

}  // namespace lowpass
