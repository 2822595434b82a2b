#include <cstdio>

#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/configuration.h"

namespace lowpass::app {
namespace {

void print_json() {
  JsonText keys = JsonText::array();
  for (const ConfigurationKey& key : configuration_keys()) {
    keys.add(JsonText::object({{"key", key.name},
                               {"default", key.default_value},
                               {"allowed", key.allowed},
                               {"help", key.help}}));
  }
  JsonText tasks = JsonText::array();
  tasks.add(JsonText::object(
      {{"name", "octopus"}, {"presets", std::vector<std::string>{"paper", "competition"}}}));
  fmt::print("{}\n", JsonText::object({{"tasks", tasks}, {"keys", keys}}).text());
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
