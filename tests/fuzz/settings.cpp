#include "tests/fuzz/targets.h"

#include <sstream>
#include <vector>

#include "lowpass/configuration/configuration.h"

namespace lowpass {

/// A line is what follows a --set.
void fuzz_settings(const std::string& bytes) {
  std::istringstream lines(bytes);
  std::vector<std::string> settings;
  for (std::string line; std::getline(lines, line);) settings.push_back(line);
  const Configuration configuration = load_configuration({}, settings);
  changed_configuration(configuration, settings);
}

}  // namespace lowpass
