#include "lowpass/core/json_value.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/error.h"

namespace lowpass {

using nlohmann::json;

struct JsonValue::Document {
  std::string name;
  json root;
};

namespace {

const json& as_json(const void* node) { return *static_cast<const json*>(node); }

/// A value as a message shows it, cut where it is long.
std::string shown(const json& value) {
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

std::string child(const std::string& place, const std::string& key) {
  return place.ends_with(": ") ? place + key : place + "." + key;
}

/// The integer that a value is, also as 1e3, if 64 bits hold it.
std::optional<std::int64_t> exact_integer(const json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (!std::in_range<std::int64_t>(number)) return {};
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number()) return {};
  const auto number = value.get<double>();
  if (number != std::floor(number) || !(std::abs(number) < 0x1p63)) return {};
  return static_cast<std::int64_t>(number);
}

}  // namespace

bool is_nested_too_deep(std::string_view text) {
  constexpr int kDeepest = 100;
  int depth = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_text) {
      i += c == '\\';
      is_text = c != '"';
    } else if (c == '"') {
      is_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

JsonValue::JsonValue(std::shared_ptr<const Document> document, const void* node, std::string place)
    : document_(std::move(document)), node_(node), place_(std::move(place)) {}

JsonValue JsonValue::parse(const std::string& text, const std::string& name) {
  if (is_nested_too_deep(text)) {
    throw Error(ErrorKind::kFile, fmt::format("{}: nested too deep", name));
  }
  auto document = std::make_shared<Document>();
  document->name = name;
  try {
    document->root = json::parse(text);
  } catch (const json::parse_error& error) {
    // The byte where reading stopped, as line and column.
    const std::size_t end = std::min(error.byte, text.size());
    const std::size_t line = 1 + std::count(text.begin(), text.begin() + end, '\n');
    const std::size_t start = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
    const std::size_t column = start == std::string::npos ? end : end - start - 1;
    throw Error(ErrorKind::kFile, fmt::format("{}:{}:{}: not JSON{}", name, line, column,
                                              error.byte > text.size() ? ": ends too early" : ""));
  } catch (const json::exception& error) {  // a number beyond the range of doubles
    throw Error(ErrorKind::kFile,
                fmt::format("{}: a number out of range: expected finite doubles", name));
  }
  const void* root = &document->root;
  return JsonValue(std::move(document), root, name + ": ");
}

bool JsonValue::has(const std::string& key) const {
  const json& value = as_json(node_);
  return value.is_object() && value.contains(key);
}

JsonValue JsonValue::at(const std::string& key) const {
  const json& value = as_json(node_);
  if (!value.is_object()) expected("an object");
  const auto found = value.find(key);
  if (found == value.end()) {
    throw Error(ErrorKind::kFile, fmt::format("{}: missing", child(place_, key)));
  }
  return JsonValue(document_, &*found, child(place_, key));
}

std::vector<std::string> JsonValue::keys() const {
  const json& value = as_json(node_);
  if (!value.is_object()) expected("an object");
  std::vector<std::string> names;
  for (const auto& [key, member] : value.items()) names.push_back(key);
  return names;
}

std::string JsonValue::text() const {
  const json& value = as_json(node_);
  if (!value.is_string()) expected("text");
  return value.get<std::string>();
}

std::string JsonValue::text_of(const std::vector<std::string>& allowed) const {
  const json& value = as_json(node_);
  if (!value.is_string() || std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    expected(fmt::format("{}", fmt::join(allowed, " or ")));
  }
  return value.get<std::string>();
}

double JsonValue::number() const {
  const json& value = as_json(node_);
  if (!value.is_number() || !std::isfinite(value.get<double>())) expected("a finite number");
  return value.get<double>();
}

std::int64_t JsonValue::integer(std::int64_t low, std::int64_t high) const {
  const auto number = exact_integer(as_json(node_));
  if (!number || *number < low || *number > high) {
    expected(fmt::format("an integer from {} to {}", low, high));
  }
  return *number;
}

bool JsonValue::is_null() const { return as_json(node_).is_null(); }

bool JsonValue::boolean() const {
  const json& value = as_json(node_);
  if (!value.is_boolean()) expected("true or false");
  return value.get<bool>();
}

std::size_t JsonValue::size() const {
  const json& value = as_json(node_);
  if (!value.is_array()) expected("an array");
  return value.size();
}

JsonValue JsonValue::item(std::size_t i) const {
  return JsonValue(document_, &as_json(node_)[i], fmt::format("{}[{}]", place_, i));
}

void JsonValue::require_size(std::size_t count, const std::string& what) const {
  if (!as_json(node_).is_array()) expected(fmt::format("an array of {} {}", count, what));
  if (size() == count) return;
  throw Error(ErrorKind::kFile,
              fmt::format("{} has {} {}: expected {}", place(), size(), what, count));
}

std::vector<double> JsonValue::numbers() const {
  const json& value = as_json(node_);
  if (!value.is_array()) expected("an array of numbers");
  std::vector<double> result;
  result.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    result.push_back(JsonValue(document_, &value[i], fmt::format("{}[{}]", place_, i)).number());
  }
  return result;
}

std::vector<std::vector<double>> JsonValue::matrix() const {
  const json& value = as_json(node_);
  if (!value.is_array() || value.empty()) expected("an array of rows");
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const JsonValue row(document_, &value[i], fmt::format("{}[{}]", place_, i));
    rows.push_back(row.numbers());
    if (rows.back().size() != rows.front().size()) {
      throw Error(ErrorKind::kFile,
                  fmt::format("{}: {} numbers: expected {}, as in the first row", row.place_,
                              rows.back().size(), rows.front().size()));
    }
  }
  return rows;
}

std::string JsonValue::json_text() const {
  return as_json(node_).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string JsonValue::place() const {
  return place_.ends_with(": ") ? place_.substr(0, place_.size() - 2) : place_;
}

void JsonValue::expected(const std::string& what) const {
  const bool is_document = place_.ends_with(": ");
  const std::string value = is_document ? ":" : fmt::format(" = {}:", shown(as_json(node_)));
  throw Error(ErrorKind::kFile, fmt::format("{}{} expected {}", place(), value, what));
}

}  // namespace lowpass
