#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace lowpass::app {

/// A setup: everything of a configuration that decides a result but the seed. Runs of one setup
/// belong together.
struct RunSetup {
  /// "task.goal" and its value as JSON, in the order of the file.
  std::vector<std::pair<std::string, std::string>> values;
  std::string name;  ///< for machines: the same for equal values, whatever their order

  /// Empty if there is no such key.
  const std::string& at(const std::string& key) const;
};

/// The setup in a manifest's configuration, which may be of any program.
RunSetup run_setup(const nlohmann::ordered_json& configuration);

/// A title for each setup, by what sets it apart from the others: "C = 20, cma-es". Keys that in
/// all of them have the default that follows from other keys are not named; where many differ, only
/// those that it takes to tell setups apart are. Where nothing differs: task, mapping and C.
std::vector<std::string> setup_titles(const std::vector<const RunSetup*>& setups);

}  // namespace lowpass::app
