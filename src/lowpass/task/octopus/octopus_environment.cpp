#include "lowpass/task/octopus/octopus_environment.h"

#include <algorithm>
#include <cassert>

namespace lowpass {

ArmConstants OctopusEnvironment::constants() const {
  ArmConstants constants = default_constants(Physics::kC09);
  constants.muscle_active = muscle_active;
  constants.surface_level = surface_level;
  return constants;
}

const std::vector<OctopusEnvironment>& octopus_environments() {
  static const std::vector<OctopusEnvironment> environments = {
      {"library", 0.1, 5.0, {6.0, 5.0}},  // RL-Library, and the competition of 2008
      {"2009-1", 0.09, 3.1, {-2.1, -5.2}},
      {"2009-2", 0.24, 0.0, {7.8, -1.0}},
      {"2009-3", 0.17, 3.3, {-0.4, 3.2}},  // the one that the program of 2009 came with
  };
  return environments;
}

const OctopusEnvironment& octopus_environment(const std::string& name) {
  const auto& all = octopus_environments();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const OctopusEnvironment& e) { return e.name == name; });
  assert(found != all.end());
  return *found;
}

}  // namespace lowpass
