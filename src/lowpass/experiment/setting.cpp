#include "lowpass/experiment/setting.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "lowpass/core/file.h"
#include "lowpass/core/suggestion.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& place, const std::string& message) {
  throw Error(kind, place + ": " + message);
}

bool is_table_name(const std::string& name) {
  return std::any_of(options().begin(), options().end(),
                     [&](const Option& option) { return option.table() == name; });
}

/// "; did you mean X?" for a dotted name, or for the last part of one.
std::string suggestion(const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : options()) {
    if (option.key() == name) return "; did you mean " + option.name + "?";
    names.push_back(option.name);
  }
  return did_you_mean(name, names);
}

/// The option of that name; throws with the nearest name if there is none.
const Option* known_option(const std::string& name, const std::string& place, ErrorKind kind) {
  if (const Option* option = find_option(name)) return option;
  if (is_table_name(name)) fail(kind, place, name + " is a table: expected a key of it");
  fail(kind, place, "unknown key" + suggestion(name));
}

void check_table_name(const std::string& name, const std::string& place, ErrorKind kind) {
  if (is_table_name(name)) return;
  std::vector<std::string> names;
  for (const Option& option : options()) {
    if (names.empty() || names.back() != option.table()) names.push_back(option.table());
  }
  fail(kind, place, "unknown table" + did_you_mean(name, names));
}

OptionValue value_of_node(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  const toml::array* array = node.as_array();
  if (!array) return {};
  std::vector<double> numbers;
  for (const toml::node& element : *array) {
    if (!element.is_number()) return {};
    numbers.push_back(*element.value<double>());
  }
  return numbers;
}

/// A text on one line, cut where it is long.
std::string shown(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      line += c;
    } else if (!line.ends_with(' ')) {
      line += ' ';
    }
  }
  return line.size() > 60 ? line.substr(0, 57) + "..." : line;
}

std::string shown(const toml::node& node) {
  if (node.is_table()) return "a table";
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return shown(text.str());
}

/// The value that `text` is in TOML, or the text itself. JSON's numbers, texts, booleans and lists
/// of numbers are also TOML's.
OptionValue value_of_text(const std::string& text) {
  try {
    const toml::table table = toml::parse("value = " + text);
    if (table.size() == 1) return value_of_node(*table.get("value"));
  } catch (const toml::parse_error&) {
  }
  return text;
}

/// A key with its value where it stands in a file.
struct Entry {
  std::string name;  // dotted, or of a table
  const toml::node* node;
  toml::source_position position;
  bool is_in_table;
};

/// The entries of both levels. The library keeps tables sorted by key; messages are to name the
/// first thing that is wrong, so they go back to the order of the file.
std::vector<Entry> entries_of(const toml::table& root) {
  std::vector<Entry> entries;
  for (const auto& [key, node] : root) {
    const std::string table(key.str());
    const toml::table* content = node.as_table();
    // An empty or unknown table has no key to complain about: it stands for itself.
    if (!content || content->empty() || !is_table_name(table)) {
      entries.push_back({table, &node, key.source().begin, false});
      continue;
    }
    for (const auto& [inner, value] : *content) {
      entries.push_back(
          {fmt::format("{}.{}", table, inner.str()), &value, inner.source().begin, true});
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.position.line, a.position.column) <
           std::pair(b.position.line, b.position.column);
  });
  return entries;
}

toml::table parse_file(const std::filesystem::path& file) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const Error& error) {  // a missing configuration is a wrong one
    throw Error(ErrorKind::kConfiguration, error.what());
  }
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    std::string reason(error.description());
    if (reason.ends_with("could not determine value type")) reason += "; texts stand in quotes";
    fail(ErrorKind::kConfiguration, fmt::format("{}:{}:{}", file.string(), at.line, at.column),
         "not TOML: " + reason);
  }
}

}  // namespace

void Setting::expected(const std::string& what) const {
  fail(error_kind, place, "expected " + what);
}

std::vector<Setting> settings_of_file(const std::filesystem::path& file) {
  const toml::table root = parse_file(file);
  std::vector<Setting> settings;
  for (const Entry& entry : entries_of(root)) {
    const std::string line = fmt::format("{}:{}: ", file.string(), entry.position.line);
    const std::string place = fmt::format("{}{} = {}", line, entry.name, shown(*entry.node));
    if (!entry.is_in_table) {
      if (entry.node->is_table()) {
        check_table_name(entry.name, fmt::format("{}[{}]", line, entry.name),
                         ErrorKind::kConfiguration);
        continue;
      }
      if (is_table_name(entry.name)) fail(ErrorKind::kConfiguration, place, "expected a table");
    }
    const Option* option = known_option(entry.name, line + entry.name, ErrorKind::kConfiguration);
    settings.push_back({option, value_of_node(*entry.node), place});
  }
  return settings;
}

Setting setting_of_argument(const std::string& argument) {
  const std::string place = "--set " + shown(argument);
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos) fail(ErrorKind::kConfiguration, place, "expected key=value");
  const auto trimmed = [](const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return std::string();
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
  };
  const Option* option =
      known_option(trimmed(argument.substr(0, equals)), place, ErrorKind::kConfiguration);
  return {option, value_of_text(trimmed(argument.substr(equals + 1))), place};
}

std::vector<Setting> settings_of_json(const JsonValue& tables) {
  std::vector<Setting> settings;
  for (const std::string& table : tables.keys()) {
    const JsonValue content = tables.at(table);
    check_table_name(table, content.place(), ErrorKind::kFile);
    for (const std::string& key : content.keys()) {
      const JsonValue value = content.at(key);
      const Option* option =
          known_option(fmt::format("{}.{}", table, key), value.place(), ErrorKind::kFile);
      const std::string text = value.json_text();
      settings.push_back({option, value_of_text(text),
                          fmt::format("{} = {}", value.place(), shown(text)), ErrorKind::kFile});
    }
  }
  return settings;
}

}  // namespace lowpass
