#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lowpass {

/// Is this text nested deeper than any document of ours? What reads or prints it recursively would
/// run out of stack. (The text need not be JSON.)
bool is_nested_too_deep(std::string_view text);

/// A place in a JSON document from outside. Every access checks what it finds, and what is wrong is
/// an Error (kFile) that names the place ("best.json: genome[3]"), the value and what is allowed.
class JsonValue {
 public:
  /// Parses `text`; `name` stands for the document in messages.
  static JsonValue parse(const std::string& text, const std::string& name);

  bool has(const std::string& key) const;
  /// The value of a key that must exist.
  JsonValue at(const std::string& key) const;
  /// The keys of an object, sorted.
  std::vector<std::string> keys() const;

  bool is_null() const;
  std::string text() const;
  /// A text that is one of `allowed`.
  std::string text_of(const std::vector<std::string>& allowed) const;
  double number() const;  ///< finite
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  bool boolean() const;
  /// An array: how long it is, an element, and that it has `count` elements, which are `what`.
  std::size_t size() const;
  JsonValue item(std::size_t i) const;
  void require_size(std::size_t count, const std::string& what) const;
  std::vector<double> numbers() const;  ///< an array of finite numbers
  /// An array of equally long arrays of numbers.
  std::vector<std::vector<double>> matrix() const;

  /// The value as JSON, on one line.
  std::string json_text() const;
  /// Where this value stands, as messages say it: "best.json: genome[3]".
  std::string place() const;

  /// Throws: "<place> = <value>: expected <what>".
  [[noreturn]] void expected(const std::string& what) const;

 private:
  struct Document;
  JsonValue(std::shared_ptr<const Document> document, const void* node, std::string place);

  std::shared_ptr<const Document> document_;
  const void* node_;  // of the document: keeps the JSON library out of this header
  std::string place_;
};

}  // namespace lowpass
