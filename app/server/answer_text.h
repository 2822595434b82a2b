#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass::app {

/// The document, or a discarded value if the text is no JSON that this program wrote.
inline nlohmann::json parsed_json(const std::string& text) {
  if (is_nested_too_deep(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

/// The value at a place such as "/configuration/task/actions", if it is there and of that type.
template <class T>
T value_at(const nlohmann::json& json, const char* pointer, T otherwise) {
  const nlohmann::json::json_pointer place(pointer);
  if (!json.contains(place)) return otherwise;
  const nlohmann::json& value = json.at(place);
  if constexpr (std::is_same_v<T, std::string>) {
    return value.is_string() ? value.get<T>() : otherwise;
  } else if constexpr (std::is_same_v<T, bool>) {
    return value.is_boolean() ? value.get<T>() : otherwise;
  } else if constexpr (std::is_integral_v<T>) {
    const bool fits = value.is_number_unsigned() ? std::in_range<T>(value.get<std::uint64_t>())
                                                 : value.is_number_integer() &&
                                                       std::in_range<T>(value.get<std::int64_t>());
    return fits ? value.get<T>() : otherwise;
  } else {
    return value.is_number() ? value.get<T>() : otherwise;
  }
}

/// A number with six significant digits, as JSON has it: what is not finite is null.
inline std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null";
}

/// "[1,2.5,null]" of the values that `at(0)` to `at(count - 1)` give.
template <class At>
std::string numbers_text(std::size_t count, At at) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    if constexpr (std::is_integral_v<decltype(at(i))>) {
      text += fmt::format_int(at(i)).c_str();
    } else {
      text += number_text(at(i));
    }
  }
  return text + "]";
}

template <class Values>
std::string numbers_text(const Values& values) {
  return numbers_text(values.size(), [&](std::size_t i) { return values[i]; });
}

/// A text as JSON, quotes included.
inline std::string json_string(const std::string& text) { return JsonText(text).text(); }

/// The bytes as text of 64 letters (RFC 4648).
inline std::string base64(std::string_view bytes) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (int j = 0; j < 4; ++j) text += kLetters[group >> (18 - 6 * j) & 63u];
  }
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  for (std::size_t j = 1; j <= missing; ++j) text[text.size() - j] = '=';
  return text;
}

template <class T>
std::string base64_of(std::span<const T> values) {
  return base64({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

}  // namespace lowpass::app
