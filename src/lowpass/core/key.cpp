#include "lowpass/core/key.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/core/pi_number.h"
#include "lowpass/core/suggestion.h"

namespace lowpass {
namespace {

std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  // "1" would be an integer; "1e+20", "inf" and "nan" are real numbers as they are.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

struct TextOf {
  std::string operator()(std::monostate) const { return "?"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return real_text(value); }
  std::string operator()(const std::string& value) const {
    std::string text = "\"";
    for (const char c : value) {
      if (c == '"' || c == '\\') text += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) {
        text += c;
      } else {
        text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      }
    }
    return text + '"';
  }
  std::string operator()(const std::vector<double>& values) const {
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(real_text(value));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
};

template <class T>
bool holds(const KeyValue& value) {
  return std::holds_alternative<T>(value);
}

Key real_number_key(std::string name, double default_value, std::string allowed, std::string help,
                    std::function<bool(double)> is_allowed) {
  return {.name = std::move(name),
          .type = "real",
          .help = std::move(help),
          .allowed = std::move(allowed),
          .default_value = default_value,
          .accept = [is_allowed = std::move(is_allowed)](KeyValue& value) {
            const std::optional<double> number = finite_number(value);
            if (!number || !is_allowed(*number)) return false;
            value = *number;
            return true;
          }};
}

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::kConfiguration, message);
}

}  // namespace

std::string key_value_text(const KeyValue& value) { return std::visit(TextOf{}, value); }

std::optional<double> finite_number(const KeyValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return pi_number(*text);
  const auto* real = std::get_if<double>(&value);
  if (!real || !std::isfinite(*real)) return std::nullopt;
  return *real;
}

void KeyValues::set(const std::string& name, KeyValue value) {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found != values_.end()) {
    found->second = std::move(value);
  } else {
    values_.emplace_back(name, std::move(value));
  }
}

bool KeyValues::has(const std::string& name) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const auto& entry) { return entry.first == name; });
}

std::vector<std::string> KeyValues::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

const KeyValue& KeyValues::at(const std::string& name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return value;
  }
  throw Error(ErrorKind::kFailure, fmt::format("key {}: not declared", name));
}

Key integer_key(std::string name, std::int64_t default_value, std::int64_t low, std::int64_t high,
                std::string help) {
  return {.name = std::move(name),
          .type = "integer",
          .help = std::move(help),
          .allowed = fmt::format("an integer from {} to {}", low, high),
          .default_value = default_value,
          .accept =
              [=](KeyValue& value) {
                const auto* number = std::get_if<std::int64_t>(&value);
                return number && *number >= low && *number <= high;
              },
          .low = static_cast<double>(low),
          .high = static_cast<double>(high)};
}

Key real_key(std::string name, double default_value, double low, double high, std::string help) {
  Key key = real_number_key(std::move(name), default_value,
                            fmt::format("a number from {} to {}", low, high), std::move(help),
                            [=](double x) { return x >= low && x <= high; });
  key.low = low;
  key.high = high;
  return key;
}

Key positive_key(std::string name, double default_value, std::string help) {
  Key key = real_number_key(std::move(name), default_value, "a number greater than 0",
                            std::move(help), [](double x) { return x > 0.0; });
  key.low = 0.0;
  return key;
}

Key boolean_key(std::string name, bool default_value, std::string help) {
  return {.name = std::move(name),
          .type = "boolean",
          .help = std::move(help),
          .allowed = "true or false",
          .default_value = default_value,
          .accept = holds<bool>};
}

Key choice_key(std::string name, std::vector<std::string> choices, std::string help) {
  std::string allowed = choices.front();
  for (std::size_t i = 1; i < choices.size(); ++i) {
    allowed += (i + 1 == choices.size() ? " or " : ", ") + choices[i];
  }
  return {.name = std::move(name),
          .type = "choice",
          .help = std::move(help),
          .allowed = std::move(allowed),
          .default_value = choices.front(),
          .accept =
              [choices](KeyValue& value) {
                const auto* text = std::get_if<std::string>(&value);
                return text && std::find(choices.begin(), choices.end(), *text) != choices.end();
              },
          .choices = choices};
}

Key text_key(std::string name, std::string default_value, std::string help) {
  return {.name = std::move(name),
          .type = "text",
          .help = std::move(help),
          .allowed = "a text",
          .default_value = std::move(default_value),
          .accept = holds<std::string>};
}

Key file_key(std::string name, std::string help) {
  Key key = text_key(std::move(name), "", std::move(help));
  key.type = "file";
  key.allowed = "the name of a file";
  // A content ends a line, which names do not: so it is known wherever it is written.
  key.accept = [](KeyValue& value) {
    auto* content = std::get_if<std::string>(&value);
    if (!content) return false;
    if (!content->empty() && content->find('\n') == std::string::npos) *content += '\n';
    return true;
  };
  return key;
}

Key numbers_key(std::string name, std::vector<double> default_value, std::size_t least,
                std::size_t most, std::string allowed, std::string help) {
  return {.name = std::move(name),
          .type = "numbers",
          .help = std::move(help),
          .allowed = std::move(allowed),
          .default_value = std::move(default_value),
          .accept = [=](KeyValue& value) {
            const auto* list = std::get_if<std::vector<double>>(&value);
            return list && list->size() >= least && list->size() <= most &&
                   std::all_of(list->begin(), list->end(),
                               [](double number) { return std::isfinite(number); });
          }};
}

Key with_derived_default(Key key, std::string in_words,
                         std::function<KeyValue(const KeyValues&)> derived_default) {
  key.default_in_words = std::move(in_words);
  key.derived_default = std::move(derived_default);
  return key;
}

Key young(Key key) {
  key.is_young = true;
  return key;
}

KeyValues resolved_keys(const std::vector<Key>& keys, const KeyValues& given,
                        const std::string& table) {
  KeyValues all;
  for (const Key& key : keys) {
    KeyValue value = given.has(key.name)   ? given.at(key.name)
                     : key.derived_default ? key.derived_default(all)
                                           : key.default_value;
    const std::string shown = key_value_text(value);
    if (!key.accept(value)) {
      fail(fmt::format("{}.{} = {}: expected {}", table, key.name, shown, key.allowed));
    }
    all.set(key.name, std::move(value));
  }
  for (const std::string& name : given.names()) {
    if (all.has(name)) continue;
    std::vector<std::string> names;
    for (const Key& key : keys) names.push_back(key.name);
    fail(fmt::format("{}.{}: unknown key{}", table, name, did_you_mean(name, names)));
  }
  return all;
}

}  // namespace lowpass
