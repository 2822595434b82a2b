#include "lowpass/configuration/setting.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "lowpass/configuration/option.h"
#include "lowpass/core/file.h"
#include "lowpass/core/pi_number.h"
#include "lowpass/core/suggestion.h"

namespace lowpass {
namespace {

constexpr const char* kSweepTable = "sweep";

[[noreturn]] void fail(ErrorKind kind, const std::string& place, const std::string& message) {
  throw Error(kind, place + ": " + message);
}

bool is_table_name(const std::string& name) {
  return std::find(table_names().begin(), table_names().end(), name) != table_names().end();
}

void check_table_name(const std::string& name, const std::string& place, ErrorKind kind) {
  if (!is_table_name(name)) fail(kind, place, "unknown table" + did_you_mean(name, table_names()));
}

/// A list with tables in it, as JSON: what encoding.mapping takes.
std::string json_of(const toml::array& array) {
  std::ostringstream text;
  text << toml::json_formatter{array};
  return JsonValue::parse(text.str(), "list").json_text();
}

KeyValue value_of_node(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  const toml::array* array = node.as_array();
  if (!array) return {};
  if (!array->empty() && array->is_array_of_tables()) return json_of(*array);
  std::vector<double> numbers;
  for (const toml::node& element : *array) {
    const toml::value<std::string>* text = element.as_string();
    const auto number = text ? pi_number(text->get()) : element.value<double>();
    if (!number || !(text || element.is_number())) return {};
    numbers.push_back(*number);
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

/// A list in which each number such as pi/2 has quotes, as TOML needs them.
std::string with_quoted_pi(const std::string& list) {
  std::string quoted, word;
  const auto end_word = [&] {
    quoted += pi_number(word) ? '"' + word + '"' : word;
    word.clear();
  };
  for (const char c : list) {
    if (c != '[' && c != ']' && c != ',') {
      word += c;
      continue;
    }
    end_word();
    quoted += c;
  }
  end_word();
  return quoted;
}

/// The value that `text` is in TOML, or the text itself. JSON's numbers, texts, booleans and lists
/// of numbers are also TOML's.
KeyValue value_of_text(const std::string& text) {
  try {
    const toml::table table =
        toml::parse("value = " + (text.starts_with('[') ? with_quoted_pi(text) : text));
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
    if (table == kSweepTable) continue;
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

/// A value as --set takes it.
std::string argument_text(const toml::node& node) {
  const KeyValue value = value_of_node(node);
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : key_value_text(value);
}

/// Adds the lists of the table [sweep]; its keys are dotted, which TOML reads as tables in it.
void add_swept_keys(const toml::table& table, const std::string& prefix, const std::string& file,
                    std::vector<SweptKey>& keys) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      add_swept_keys(*inner, name + ".", file, keys);
      continue;
    }
    const auto line = static_cast<int>(key.source().begin.line);
    const toml::array* values = node.as_array();
    if (!values || values->empty()) {
      fail(ErrorKind::kConfiguration,
           fmt::format("{}:{}: sweep.{} = {}", file, line, name, shown(node)),
           "expected a list of values");
    }
    keys.push_back({.name = name, .line = line});
    for (const toml::node& value : *values) keys.back().values.push_back(argument_text(value));
  }
}

std::vector<SweptKey> swept_keys_of(const toml::table& root, const std::string& file) {
  std::vector<SweptKey> keys;
  const toml::node* node = root.get(kSweepTable);
  if (!node) return keys;
  if (!node->is_table()) fail(ErrorKind::kConfiguration, file + ": sweep", "expected a table");
  add_swept_keys(*node->as_table(), "", file, keys);
  std::stable_sort(keys.begin(), keys.end(),
                   [](const SweptKey& a, const SweptKey& b) { return a.line < b.line; });
  return keys;
}

}  // namespace

void Setting::expected(const std::string& what) const {
  lowpass::fail(error_kind, place, "expected " + what);
}

void Setting::fail(const std::string& message) const {
  lowpass::fail(error_kind, key_place, message);
}

FileSettings settings_of_file(const std::filesystem::path& file) {
  const toml::table root = parse_file(file);
  FileSettings all{.swept = swept_keys_of(root, file.string())};
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
    all.settings.push_back({entry.name, value_of_node(*entry.node), line + entry.name, place});
  }
  return all;
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
  return {trimmed(argument.substr(0, equals)), value_of_text(trimmed(argument.substr(equals + 1))),
          place, place};
}

Setting setting_of_json(const std::string& name, const JsonValue& value) {
  const std::string text = value.json_text();
  return {name,
          value_of_text(text),
          value.place(),
          fmt::format("{} = {}", value.place(), shown(text)),
          ErrorKind::kFile,
          false};
}

std::vector<Setting> settings_of_json(const JsonValue& tables) {
  std::vector<Setting> settings;
  for (const std::string& table : tables.keys()) {
    const JsonValue content = tables.at(table);
    check_table_name(table, content.place(), ErrorKind::kFile);
    for (const std::string& key : content.keys()) {
      settings.push_back(setting_of_json(fmt::format("{}.{}", table, key), content.at(key)));
    }
  }
  return settings;
}

}  // namespace lowpass
