#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lowpass {

/// A value as configuration files and --set can give it. Integers are those of TOML. Empty: of a
/// type that no key has (a date, a table, a list of texts).
using KeyValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>>;

/// A value as TOML has it: the shortest number that reads back to the same bits; a real number is
/// never written as an integer.
std::string key_value_text(const KeyValue& value);

/// Values by the names of their keys, in the order in which they were set first.
class KeyValues {
 public:
  void set(const std::string& name, KeyValue value);
  bool has(const std::string& name) const;
  std::vector<std::string> names() const;
  /// Throws Error (kFailure) for a name that is not there: whoever asks has declared it.
  const KeyValue& at(const std::string& name) const;

  // The value of a key of that type; a precondition.
  bool boolean(const std::string& name) const { return get<bool>(name); }
  int integer(const std::string& name) const { return static_cast<int>(get<std::int64_t>(name)); }
  double real(const std::string& name) const { return get<double>(name); }
  const std::string& text(const std::string& name) const { return get<std::string>(name); }
  const std::vector<double>& numbers(const std::string& name) const {
    return get<std::vector<double>>(name);
  }

  bool operator==(const KeyValues&) const = default;

 private:
  template <class T>
  const T& get(const std::string& name) const {
    return std::get<T>(at(name));
  }

  std::vector<std::pair<std::string, KeyValue>> values_;
};

/// One key that a task, a search or a part of the program declares. Whatever reads, checks, writes,
/// completes or documents keys goes by this.
struct Key {
  std::string name;     ///< without its table: "steps"
  std::string type;     ///< "integer", "real", "boolean", "choice", "text", "numbers" or "file"
  std::string help;     ///< one line
  std::string allowed;  ///< as messages say it after "expected"
  KeyValue default_value;

  /// Brings a value into the key's own type (an integer will do for a real number), or returns
  /// false: the type is wrong, or the value is not allowed.
  std::function<bool(KeyValue&)> accept;

  std::vector<std::string> choices = {};  ///< of a choice
  std::optional<double> low = {}, high = {};

  /// A default that follows from other keys: in words, and computed from those declared before.
  std::string default_in_words = {};
  std::function<KeyValue(const KeyValues&)> derived_default = {};

  /// Left out of files, texts and hashes where it has its default: for keys that came when runs
  /// existed already.
  bool is_young = false;

  std::string default_text() const {
    return default_in_words.empty() ? key_value_text(default_value) : default_in_words;
  }
};

// One function a type of key.

Key integer_key(std::string name, std::int64_t default_value, std::int64_t low, std::int64_t high,
                std::string help);
/// A finite number from low to high.
Key real_key(std::string name, double default_value, double low, double high, std::string help);
/// A finite number greater than 0.
Key positive_key(std::string name, double default_value, std::string help);
Key boolean_key(std::string name, bool default_value, std::string help);
/// One of `choices`, the first by default.
Key choice_key(std::string name, std::vector<std::string> choices, std::string help);
Key text_key(std::string name, std::string default_value, std::string help);
/// The content of a text file, or nothing. A person gives it by the file's name, in a configuration
/// file or by --set; documents of the program hold the content, and what they say opens no file.
Key file_key(std::string name, std::string help);
/// A list of `least` to `most` finite numbers, which `allowed` describes.
Key numbers_key(std::string name, std::vector<double> default_value, std::size_t least,
                std::size_t most, std::string allowed, std::string help);

/// The same key with a default that follows from keys before it.
Key with_derived_default(Key key, std::string in_words,
                         std::function<KeyValue(const KeyValues&)> derived_default);
/// The same key, left out where it has its default.
Key young(Key key);

/// The finite number that a value is; an integer will do, and a text such as "pi/2".
std::optional<double> finite_number(const KeyValue& value);

/// Every key at its default; `given` overrides by name. Throws Error (kConfiguration) for a name
/// that is no key and for a value that is not allowed, with `table` in front of the name.
KeyValues resolved_keys(const std::vector<Key>& keys, const KeyValues& given,
                        const std::string& table);

}  // namespace lowpass
