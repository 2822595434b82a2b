#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/verbs.h"
#include "lowpass/experiment/configuration.h"

namespace lowpass::app {
namespace {

void print_json() {
  nlohmann::ordered_json keys = nlohmann::ordered_json::array();
  for (const ConfigurationKey& key : configuration_keys()) {
    keys.push_back({{"key", key.name},
                    {"default", key.default_value},
                    {"allowed", key.allowed},
                    {"help", key.help}});
  }
  const nlohmann::ordered_json json{
      {"tasks", {{{"name", "octopus"}, {"presets", {"paper", "competition"}}}}}, {"keys", keys}};
  fmt::print("{}\n", json.dump());
}

void print_text() {
  fmt::print(
      "octopus   reach a goal with the tip of an octopus arm\n"
      "  presets: paper (the paper's experiment), competition (the original's control step "
      "and goal)\n\n"
      "Keys for --set and .toml files:\n");
  for (const ConfigurationKey& key : configuration_keys()) {
    fmt::print("  {:<24} {}\n{:27}allowed: {}; default: {}\n", key.name, key.help, "", key.allowed,
               key.default_value);
  }
}

}  // namespace

void run(const TasksOptions& options) { options.json ? print_json() : print_text(); }

}  // namespace lowpass::app
