#include "lowpass/experiment/configuration.h"

#include <map>

#include <fmt/format.h>

#include "lowpass/core/digest.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/configuration_check.h"
#include "lowpass/experiment/problem.h"
#include "lowpass/experiment/setting.h"

namespace lowpass {
namespace {

/// Throws for a key that nobody set: "encoding.coefficients = 0: expected ...".
void expected_of(const Configuration& configuration, const std::string& key,
                 const std::string& what) {
  const std::string value = option_value_text(find_option(key)->get(configuration));
  throw Error(ErrorKind::kConfiguration, fmt::format("{} = {}: expected {}", key, value, what));
}

JsonText json_of(const OptionValue& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return JsonText();
        } else {
          return JsonText(held);
        }
      },
      value);
}

/// Applies settings in order, then the defaults that other keys decide, then checks the whole.
Configuration resolved(const std::vector<Setting>& settings) {
  Configuration configuration;
  std::map<std::string, const Setting*> set_by;  // the last one that set a key
  for (const Setting& setting : settings) {
    if (!setting.option->set(configuration, setting.value)) {
      setting.expected(setting.option->allowed);
    }
    set_by[setting.option->name] = &setting;
  }
  for (const Option& option : options()) {
    if (option.set_default && !set_by.contains(option.name)) option.set_default(configuration);
  }
  check_together(configuration, [&](const std::string& key, const std::string& what) {
    const auto found = set_by.find(key);
    if (found != set_by.end()) found->second->expected(what);
    expected_of(configuration, key, what);
  });
  if (configuration.network.step == "auto") {
    configuration.network.step = network_step_name(cheaper_step(configuration));
  }
  return configuration;
}

/// The text of the options for which `is_wanted`.
template <class Predicate>
std::string text_of(const Configuration& configuration, Predicate is_wanted) {
  std::string text, table;
  for (const Option& option : options()) {
    if (!is_wanted(option) || !option.is_written(configuration)) continue;
    if (option.table() != table) {
      text += fmt::format("{}[{}]\n", table.empty() ? "" : "\n", option.table());
      table = option.table();
    }
    text += fmt::format("{} = {}\n", option.key(), option_value_text(option.get(configuration)));
  }
  return text;
}

}  // namespace

Configuration load_configuration(const std::optional<std::filesystem::path>& file,
                                 std::span<const std::string> settings) {
  std::vector<Setting> all;
  if (file) all = settings_of_file(*file);
  for (const std::string& setting : settings) all.push_back(setting_of_argument(setting));
  return resolved(all);
}

void check_configuration(const Configuration& configuration) {
  Configuration copy;
  for (const Option& option : options()) {
    if (!option.set(copy, option.get(configuration))) {
      expected_of(configuration, option.name, option.allowed);
    }
  }
  if (configuration.network.step == "auto") {
    expected_of(configuration, "network.step", "dense or spectral (loading resolves auto)");
  }
  check_together(configuration, [&](const std::string& key, const std::string& what) {
    expected_of(configuration, key, what);
  });
}

std::string configuration_text(const Configuration& configuration) {
  return text_of(configuration, [](const Option&) { return true; });
}

JsonText configuration_json(const Configuration& configuration) {
  std::vector<std::pair<std::string, JsonText>> tables;
  for (const Option& option : options()) {
    if (!option.is_written(configuration)) continue;
    if (tables.empty() || tables.back().first != option.table()) {
      tables.emplace_back(option.table(), JsonText::object({}));
    }
    tables.back().second.add(option.key(), json_of(option.get(configuration)));
  }
  JsonText json = JsonText::object({});
  for (const auto& [name, table] : tables) json.add(name, table);
  return json;
}

Configuration configuration_from_json(const JsonValue& json) {
  return resolved(settings_of_json(json));
}

std::uint64_t configuration_hash(const Configuration& configuration) {
  return digest(text_of(configuration, [](const Option& option) { return option.decides_result; }));
}

std::vector<std::string> configuration_difference(const Configuration& stored,
                                                  const Configuration& here) {
  std::vector<std::string> lines;
  for (const Option& option : options()) {
    if (!option.decides_result) continue;
    const std::string a = option_value_text(option.get(stored));
    const std::string b = option_value_text(option.get(here));
    if (a != b) lines.push_back(fmt::format("{}: {}, here {}", option.name, a, b));
  }
  return lines;
}

std::vector<ConfigurationKey> configuration_keys() {
  const Configuration defaults;
  std::vector<ConfigurationKey> keys;
  for (const Option& option : options()) {
    keys.push_back(
        {option.name, option.help, option.allowed,
         option.set_default ? option.default_in_words : option_value_text(option.get(defaults))});
  }
  return keys;
}

}  // namespace lowpass
