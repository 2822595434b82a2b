#include "lowpass/configuration/resolution.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lowpass/configuration/configuration_check.h"
#include "lowpass/configuration/option.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/file.h"
#include "lowpass/core/suggestion.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

/// The name that the last of the settings gives to task.name or optimizer.name.
std::string named(const std::vector<Setting>& settings, const std::string& key,
                  const std::string& otherwise) {
  std::string name = otherwise;
  for (const Setting& setting : settings) {
    if (setting.name != key) continue;
    const auto* text = std::get_if<std::string>(&setting.value);
    const bool is_known =
        text && (key == "task.name" ? find_task(*text) != nullptr : find_search(*text) != nullptr);
    const std::vector<Option> options = options_of("", "");
    if (!is_known) setting.expected(find_option(options, key)->key.allowed);
    name = *text;
  }
  return name;
}

template <class Entries>
std::vector<std::string> owners(const Entries& entries, const std::string& key) {
  std::vector<std::string> names;
  for (const auto& entry : entries) {
    const auto& keys = entry.keys;
    if (std::any_of(keys.begin(), keys.end(), [&](const Key& k) { return k.name == key; })) {
      names.push_back(entry.name);
    }
  }
  return names;
}

/// "; did you mean X?" for a dotted name, or for the last part of one.
std::string suggestion(const std::vector<Option>& options, const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (option.key.name == name) return "; did you mean " + option.name() + "?";
    names.push_back(option.name());
  }
  return did_you_mean(name, names);
}

/// Says why there is no such key: it is another task's or search's, a table, or nobody's.
[[noreturn]] void unknown(const Setting& setting, const std::vector<Option>& options,
                          const Configuration& configuration) {
  const std::string& name = setting.name;
  const auto& tables = table_names();
  if (std::find(tables.begin(), tables.end(), name) != tables.end()) {
    setting.fail(name + " is a table: expected a key of it");
  }
  const auto complain = [&](const std::string& kind, const std::string& own,
                            const std::vector<std::string>& owners) {
    if (!owners.empty()) {
      setting.fail(fmt::format("a key of {} {}, not of {}", kind, owners.front(), own));
    }
  };
  if (name.starts_with("task.")) {
    std::vector<TaskEntry> entries;
    for (const TaskEntry* entry : tasks()) entries.push_back(*entry);
    complain("task", configuration.task.name, owners(entries, name.substr(5)));
  }
  if (name.starts_with("optimizer.")) {
    complain("search", configuration.optimizer.name, owners(searches(), name.substr(10)));
  }
  setting.fail("unknown key" + suggestion(options, name));
}

/// The content of the file that a person named. A run, its folder and its controllers then carry it
/// with them.
void load_file(KeyValue& value) {
  auto* text = std::get_if<std::string>(&value);
  const bool is_name = text && !text->empty() && text->find('\n') == std::string::npos;
  if (is_name) *text = read_file(*text) + "\n";
}

/// The setting's value in the key's own type. A key that reads a file may find it missing.
KeyValue accepted(const Setting& setting, const Key& key) {
  KeyValue value = setting.value;
  try {
    if (key.type == "file" && setting.is_by_hand) load_file(value);
    if (!key.accept(value)) setting.expected(key.allowed);
  } catch (const Error& error) {
    if (error.kind() == setting.error_kind) throw;
    throw Error(setting.error_kind, fmt::format("{}: {}", setting.place, error.what()));
  }
  return value;
}

using SetBy = std::map<std::string, const Setting*>;  // the last one that set a key

/// Every value as the settings give it, or else by its own default.
SetBy put_settings(const std::vector<Option>& options, const std::vector<Setting>& settings,
                   Configuration& configuration) {
  SetBy set_by;
  for (const Setting& setting : settings) {
    const Option* option = find_option(options, setting.name);
    if (!option) unknown(setting, options, configuration);
    option->put(configuration, accepted(setting, option->key));
    set_by[option->name()] = &setting;
  }
  return set_by;
}

/// A new configuration of the task and search that are named, every key at a default.
Configuration with_defaults(const std::vector<Option>& options, const std::string& task,
                            const std::string& search) {
  Configuration configuration;
  for (const Option& option : options) option.put(configuration, option.key.default_value);
  configuration.task.name = task;
  configuration.optimizer.name = search;
  return configuration;
}

/// Throws for a key that nobody set: "encoding.coefficients = 0: expected ...".
[[noreturn]] void expected_of(const Configuration& configuration,
                              const std::vector<Option>& options, const std::string& key,
                              const std::string& what) {
  const std::string value = key_value_text(find_option(options, key)->get(configuration));
  throw Error(ErrorKind::kConfiguration, fmt::format("{} = {}: expected {}", key, value, what));
}

}  // namespace

Configuration resolved(const std::vector<Setting>& settings, const Configuration* from,
                       Purpose purpose) {
  const std::string task =
      named(settings, "task.name", from ? from->task.name : tasks().front()->name);
  const std::string search =
      named(settings, "optimizer.name", from ? from->optimizer.name : searches().front().name);
  const std::vector<Option> options = options_of(task, search);
  const bool keeps_task = from && task == from->task.name;
  const bool keeps_search = from && search == from->optimizer.name;
  Configuration configuration = with_defaults(options, task, search);
  const auto is_kept = [&](const Option& option) {
    return from && (option.table != "task" || keeps_task) &&
           (option.table != "optimizer" || keeps_search);
  };
  for (const Option& option : options) {
    if (is_kept(option)) option.put(configuration, option.get(*from));
  }
  const SetBy set_by = put_settings(options, settings, configuration);
  for (const Option& option : options) {
    if (option.put_default && !set_by.contains(option.name()) && !is_kept(option)) {
      option.put_default(configuration);
    }
  }
  const auto expected = [&](const std::string& key, const std::string& what) {
    const auto found = set_by.find(key);
    if (found != set_by.end()) found->second->expected(what);
    expected_of(configuration, options, key, what);
  };
  check_together(configuration, expected);
  const TaskEntry& entry = task_entry(configuration);
  if (purpose == Purpose::kTraining && entry.check_training) {
    entry.check_training(configuration.task.keys, expected);
  }
  if (configuration.network.step == "auto") {
    configuration.network.step = network_step_name(cheaper_step(configuration));
  }
  return configuration;
}

void check_configuration(const Configuration& configuration) {
  task_named(configuration.task.name, "task.name", ErrorKind::kConfiguration);
  const std::vector<Option> options =
      options_of(configuration.task.name, configuration.optimizer.name);
  for (const Option& option : options) {
    KeyValue value = option.get(configuration);
    if (!option.key.accept(value)) {
      expected_of(configuration, options, option.name(), option.key.allowed);
    }
  }
  if (configuration.network.step == "auto") {
    expected_of(configuration, options, "network.step",
                "dense or spectral (loading resolves auto)");
  }
  check_together(configuration, [&](const std::string& key, const std::string& what) {
    expected_of(configuration, options, key, what);
  });
}

}  // namespace lowpass
