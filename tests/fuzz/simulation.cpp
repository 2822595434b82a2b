#include "tests/fuzz/targets.h"

#include <sstream>

#include "lowpass/octopus/simulation.h"
#include "lowpass/task/poles/poles_simulation.h"

namespace lowpass {

/// The arm's is only read: how long it runs is the file's to say.
void fuzz_simulation(const std::string& bytes) {
  if (bytes.find("poles") == std::string::npos) {
    read_simulation(bytes, "simulation.json");
  } else {
    std::ostringstream out;
    simulate_poles(bytes, "simulation.json", true, out);
  }
}

}  // namespace lowpass
