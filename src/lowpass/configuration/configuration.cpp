#include "lowpass/configuration/configuration.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/configuration/option.h"
#include "lowpass/configuration/resolution.h"
#include "lowpass/configuration/setting.h"
#include "lowpass/core/digest.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"

namespace lowpass {
namespace {

std::vector<Option> own_options(const Configuration& configuration) {
  return options_of(configuration.task.name, configuration.optimizer.name);
}

JsonText json_of(const KeyValue& value) {
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

/// The text of the options for which `is_wanted`.
template <class Predicate>
std::string text_of(const Configuration& configuration, Predicate is_wanted) {
  std::string text, table;
  for (const Option& option : own_options(configuration)) {
    if (!is_wanted(option) || !option.is_written(configuration)) continue;
    if (option.table != table) {
      text += fmt::format("{}[{}]\n", table.empty() ? "" : "\n", option.table);
      table = option.table;
    }
    text += fmt::format("{} = {}\n", option.key.name, key_value_text(option.get(configuration)));
  }
  return text;
}

std::vector<Setting> settings_of(std::span<const std::string> arguments) {
  std::vector<Setting> settings;
  for (const std::string& argument : arguments) settings.push_back(setting_of_argument(argument));
  return settings;
}

void require_values(const std::vector<SweptKey>& swept, const std::vector<Setting>& given,
                    const std::string& file) {
  for (const SweptKey& key : swept) {
    const bool is_given = std::any_of(given.begin(), given.end(),
                                      [&](const Setting& s) { return s.name == key.name; });
    if (is_given) continue;
    throw Error(ErrorKind::kConfiguration,
                fmt::format("{}:{}: sweep.{}: one configuration has one value; only evolve goes "
                            "through several, and not from standard input",
                            file, key.line, key.name));
  }
}

}  // namespace

Configuration load_configuration(const std::optional<std::filesystem::path>& file,
                                 std::span<const std::string> settings) {
  const std::vector<Setting> given = settings_of(settings);
  std::vector<Setting> all;
  if (file) {
    FileSettings read = settings_of_file(*file);
    require_values(read.swept, given, file->string());
    all = std::move(read.settings);
  }
  all.insert(all.end(), given.begin(), given.end());
  return resolved(all, nullptr, Purpose::kTraining);
}

std::vector<SweptKey> swept_keys(const std::filesystem::path& file) {
  return settings_of_file(file).swept;
}

Configuration changed_configuration(const Configuration& configuration,
                                    std::span<const std::string> settings) {
  return resolved(settings_of(settings), &configuration);
}

std::string configuration_text(const Configuration& configuration) {
  return text_of(configuration, [](const Option&) { return true; });
}

JsonText configuration_json(const Configuration& configuration) {
  std::vector<std::pair<std::string, JsonText>> tables;
  for (const Option& option : own_options(configuration)) {
    if (!option.is_written(configuration)) continue;
    if (tables.empty() || tables.back().first != option.table) {
      tables.emplace_back(option.table, JsonText::object({}));
    }
    tables.back().second.add(option.key.name, json_of(option.get(configuration)));
  }
  JsonText json = JsonText::object({});
  for (const auto& [name, table] : tables) json.add(name, table);
  return json;
}

JsonText keys_json(const Configuration& configuration, const std::string& table) {
  JsonText json = JsonText::object({});
  for (const Option& option : own_options(configuration)) {
    if (option.table != table || option.key.name == "name") continue;
    if (option.is_written(configuration)) {
      json.add(option.key.name, json_of(option.get(configuration)));
    }
  }
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
  const std::vector<Option> others = own_options(here);
  for (const Option& option : own_options(stored)) {
    const Option* other = find_option(others, option.name());
    if (!option.decides_result || !other) continue;
    const std::string a = key_value_text(option.get(stored));
    const std::string b = key_value_text(other->get(here));
    if (a != b) lines.push_back(fmt::format("{}: {}, here {}", option.name(), a, b));
  }
  return lines;
}

}  // namespace lowpass
