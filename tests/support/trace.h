#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "lowpass/octopus/simulation.h"

namespace lowpass {

/// A recorded run of an original simulator (tests/data/traces/README.md).
struct Trace {
  std::string name;
  Simulation simulation;
  nlohmann::json json;

  /// The recorded state number k (of step simulation.steps[k]).
  ArmState state(std::size_t k) const { return {json.at("states").at(k)}; }

  /// The actions that lead from step - 1 to `step`.
  const std::vector<double>& actions(std::int64_t step) const {
    for (const auto& segment : simulation.segments) {
      if (step <= segment.repeat) return segment.actions;
      step -= segment.repeat;
    }
    return simulation.segments.back().actions;
  }
};

inline Trace read_trace(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return {path.stem(), read_simulation(text.str(), path), nlohmann::json::parse(text.str())};
}

/// The traces whose name contains `part`, by name.
inline std::vector<Trace> traces(const std::string& part) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(LOWPASS_TEST_DATA "/traces")) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".json") && name.find(part) != std::string::npos) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Trace> result;
  for (const auto& path : paths) result.push_back(read_trace(path));
  return result;
}

}  // namespace lowpass
