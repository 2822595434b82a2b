#include "lowpass/core/version.h"

namespace lowpass {

std::string version() { return LOWPASS_VERSION; }

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace lowpass
