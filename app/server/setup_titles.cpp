#include "app/server/setup_titles.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "lowpass/configuration/configuration.h"
#include "lowpass/core/digest.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {
namespace {

constexpr std::size_t kLongestValue = 40;
/// Where more keys than this differ, titles name only those that it takes to tell setups apart.
constexpr std::size_t kMostNamed = 5;

std::string table_of(const std::string& key) { return key.substr(0, key.find('.')); }
std::string leaf_of(const std::string& key) { return key.substr(key.find('.') + 1); }

/// What is named first, whatever the order of the file.
int rank_of(const std::string& key) {
  // The id is what an environment of Gymnasium is known by.
  static const std::vector<std::string> kFirst = {"task.name", "task.id", "encoding.mapping",
                                                  "encoding.coefficients", "optimizer.name"};
  return static_cast<int>(std::ranges::find(kFirst, key) - kFirst.begin());
}

/// Every key of some setup, in the order in which titles name them.
std::vector<std::string> all_keys(const std::vector<const RunSetup*>& setups) {
  std::vector<std::string> keys;
  std::set<std::string> seen;
  for (const RunSetup* setup : setups) {
    for (const auto& [key, value] : setup->values) {
      if (seen.insert(key).second) keys.push_back(key);
    }
  }
  std::ranges::stable_sort(keys, {}, rank_of);
  return keys;
}

/// "optimizer.sigma0": the keys that every task and search has.
const std::map<std::string, Key>& keys_of_all() {
  static const std::map<std::string, Key> kKeys = [] {
    std::map<std::string, Key> keys;
    for (const GeneralKey& one : general_keys())
      keys.emplace(one.table + "." + one.key.name, one.key);
    return keys;
  }();
  return kKeys;
}

/// Keys that a task declares differ only among setups of that task, those of a search likewise.
std::string kin_of(const RunSetup& setup, const std::string& key) {
  const std::string table = table_of(key);
  const bool is_declared = table == "task" || table == "optimizer";
  if (!is_declared || leaf_of(key) == "name" || keys_of_all().contains(key)) return "";
  return setup.at(table + ".name");
}

bool differs(const std::vector<const RunSetup*>& setups, const std::string& key) {
  std::map<std::string, const std::string*> values;
  for (const RunSetup* setup : setups) {
    const auto [first, is_new] = values.emplace(kin_of(*setup, key), &setup->at(key));
    if (!is_new && *first->second != setup->at(key)) return true;
  }
  return false;
}

/// Does the setup have the value that this key takes by itself, given the others? Not known of
/// tasks and searches that this program does not have.
bool has_default(const RunSetup& setup, const std::string& key) {
  nlohmann::json tables;
  for (const auto& [name, value] : setup.values) {
    if (name != key) tables[table_of(name)][leaf_of(name)] = nlohmann::json::parse(value);
  }
  try {
    const Configuration resolved =
        configuration_from_json(JsonValue::parse(tables.dump(), "configuration"));
    const auto json = nlohmann::ordered_json::parse(configuration_json(resolved).text());
    return run_setup(json).at(key) == setup.at(key);
  } catch (const Error&) {
    return false;
  }
}

bool has_derived_default(const std::vector<Key>& keys, const std::string& leaf) {
  return std::ranges::any_of(
      keys, [&](const Key& key) { return key.name == leaf && !key.default_in_words.empty(); });
}

/// Does its default follow from other keys? (C is always worth naming.)
bool is_derived(const RunSetup& setup, const std::string& key) {
  if (key == "encoding.coefficients") return false;
  const auto general = keys_of_all().find(key);
  if (general != keys_of_all().end()) return !general->second.default_in_words.empty();
  const auto name = nlohmann::json::parse(setup.at(table_of(key) + ".name"), nullptr, false);
  if (!name.is_string()) return false;
  const TaskEntry* task = table_of(key) == "task" ? find_task(name) : nullptr;
  const SearchEntry* search = table_of(key) == "optimizer" ? find_search(name) : nullptr;
  return (task && has_derived_default(task->keys, leaf_of(key))) ||
         (search && has_derived_default(search->keys, leaf_of(key)));
}

/// Are there setups that the keys named so far do not tell apart, but this one does?
bool tells_apart(const std::vector<const RunSetup*>& setups, const std::vector<std::string>& named,
                 const std::string& key) {
  std::map<std::string, const std::string*> values;
  for (const RunSetup* setup : setups) {
    std::string rest;
    for (const std::string& one : named) rest += setup->at(one) + "\n";
    const auto [first, is_new] = values.emplace(rest, &setup->at(key));
    if (!is_new && *first->second != setup->at(key)) return true;
  }
  return false;
}

/// The keys that titles name: those that differ, without those that merely follow from others.
std::vector<std::string> telling_keys(const std::vector<const RunSetup*>& setups) {
  std::vector<std::string> telling = all_keys(setups);
  std::erase_if(telling, [&](const std::string& key) {
    const auto follows = [&](const RunSetup* setup) {
      return setup->at(key).empty() || (is_derived(*setup, key) && has_default(*setup, key));
    };
    return !differs(setups, key) || std::ranges::all_of(setups, follows);
  });
  if (telling.size() <= kMostNamed) return telling;
  std::vector<std::string> needed;
  for (const std::string& key : telling) {
    if (tells_apart(setups, needed, key)) needed.push_back(key);
  }
  return needed;
}

/// A value as people read it: numbers with six digits, texts without quotes.
std::string value_text(const nlohmann::json& value) {
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (value.is_array()) {
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(value_text(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string shown_value(const std::string& json) {
  const std::string text = value_text(nlohmann::json::parse(json, nullptr, false));
  // What is too long for a title is told apart by its digest.
  if (text.size() <= kLongestValue && text.find('\n') == std::string::npos) return text;
  return "#" + digest_text(digest(text)).substr(0, 6);
}

/// A key without its table, where no other table has one of that name.
std::string short_name(const std::vector<std::string>& keys, const std::string& key) {
  const auto count = std::ranges::count_if(
      keys, [&](const std::string& other) { return leaf_of(other) == leaf_of(key); });
  return count == 1 ? leaf_of(key) : key;
}

/// What a title says about one key; nothing where there is nothing to say.
std::string part_text(const RunSetup& setup, const std::string& key, const std::string& name) {
  const std::string& json = setup.at(key);
  if (json.empty()) return "";
  const std::string value = shown_value(json);
  if (key == "task.name" || key == "task.id" || key == "optimizer.name") return value;
  if (key == "encoding.mapping") return value.starts_with("#") ? "arrays " + value : value;
  if (key == "encoding.coefficients") return "C = " + value;
  if (key == "optimizer.sigma0") return "σ0 = " + value;
  if (key == "growth.enabled") return value == "true" ? "growing" : "";
  if (table_of(key) == "growth" && setup.at("growth.enabled") != "true") return "";
  return name + " = " + value;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

std::string plain_title(const RunSetup& setup) {
  const bool is_growing = setup.at("growth.enabled") == "true";
  std::vector<std::string> parts;
  for (const char* key : {"task.name", "task.id", "encoding.mapping", "encoding.coefficients"}) {
    if (is_growing && key == std::string("encoding.coefficients")) continue;
    parts.push_back(part_text(setup, key, key));
  }
  if (is_growing) parts.push_back("growing");
  const std::string title = joined(parts);
  return title.empty() ? "unknown setup" : title;
}

}  // namespace

const std::string& RunSetup::at(const std::string& key) const {
  static const std::string kNone;
  const auto found = std::ranges::find(values, key, &std::pair<std::string, std::string>::first);
  return found == values.end() ? kNone : found->second;
}

RunSetup run_setup(const nlohmann::ordered_json& configuration) {
  RunSetup setup;
  if (!configuration.is_object()) return setup;
  for (const auto& [table, keys] : configuration.items()) {
    if (!keys.is_object()) continue;
    for (const auto& [key, value] : keys.items()) {
      if (table == "run" && (key == "seed" || key == "threads")) continue;
      setup.values.emplace_back(
          table + "." + key,
          value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    }
  }
  // Coefficients have no meaning for direct networks.
  if (setup.at("encoding.mapping") == "\"direct\"") {
    std::erase_if(setup.values,
                  [](const auto& one) { return one.first == "encoding.coefficients"; });
  }
  auto sorted = setup.values;
  std::ranges::sort(sorted);
  std::string text;
  for (const auto& [key, value] : sorted) text += key + "=" + value + "\n";
  setup.name = digest_text(digest(text));
  return setup;
}

std::vector<std::string> setup_titles(const std::vector<const RunSetup*>& setups) {
  const std::vector<std::string> keys = all_keys(setups), telling = telling_keys(setups);
  std::vector<std::string> titles;
  for (const RunSetup* setup : setups) {
    std::vector<std::string> parts;
    for (const std::string& key : telling) {
      parts.push_back(part_text(*setup, key, short_name(keys, key)));
    }
    const std::string title = joined(parts);
    titles.push_back(title.empty() ? plain_title(*setup) : title);
  }
  return titles;
}

}  // namespace lowpass::app
