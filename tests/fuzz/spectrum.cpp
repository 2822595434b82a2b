#include "tests/fuzz/targets.h"

#include "lowpass/record/spectrum_log.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_spectrum(const std::string& bytes) {
  spectrum_records(bytes);
  SpectrumLog(MemoryFile(bytes).path(), 3);
}

}  // namespace lowpass
