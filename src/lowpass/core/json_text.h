#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace lowpass {

struct JsonMember;

/// A value to be written as JSON, kept as its text (JsonValue reads). Members of objects stay in
/// the order they are added; a number is the shortest that reads back as the same bits, or null if
/// it is not finite; bytes that are no UTF-8 become the replacement character.
class JsonText {
 public:
  JsonText(std::nullptr_t = nullptr) : text_("null") {}
  JsonText(double number);
  JsonText(const char* text) : JsonText(std::string(text)) {}
  JsonText(const std::string& text);
  JsonText(const std::vector<double>& numbers);
  JsonText(const std::vector<std::string>& texts);
  template <std::integral T>
  JsonText(T number) : text_(std::to_string(number)) {}
  JsonText(bool value) : text_(value ? "true" : "false") {}
  /// null, if there is no value.
  template <class T>
  JsonText(const std::optional<T>& value) : JsonText(value ? JsonText(*value) : JsonText()) {}

  static JsonText object(std::initializer_list<JsonMember> members);
  static JsonText array() { return JsonText(Raw{"[]"}); }

  JsonText& add(const std::string& key, const JsonText& value);  ///< to an object
  JsonText& add(const JsonText& value);                          ///< to an array

  /// On one line.
  const std::string& text() const { return text_; }
  /// A line a value, two spaces a level.
  std::string indented() const;

 private:
  struct Raw {
    const char* text;
  };
  explicit JsonText(Raw raw) : text_(raw.text) {}
  void append(const std::string& piece);

  std::string text_;
};

struct JsonMember {
  std::string key;
  JsonText value;
};

}  // namespace lowpass
