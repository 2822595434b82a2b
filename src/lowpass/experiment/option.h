#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "lowpass/experiment/configuration.h"

namespace lowpass {

/// A value as files and --set can give it. Integers are those of TOML. Empty: of a type that no key
/// has (a date, a table, a list of texts).
using OptionValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>>;

/// Everything about one key of the configuration: whatever reads, checks, writes or documents keys
/// goes by these.
struct Option {
  std::string name;  ///< dotted: "task.compartments"
  std::string help;
  std::string allowed;  ///< as messages say it after "expected"

  std::function<OptionValue(const Configuration&)> get;
  /// Puts a value there, or returns false: the type is wrong or the value is not allowed.
  std::function<bool(Configuration&, const OptionValue&)> set;

  /// For a default that other keys decide: in words, and applied once those keys are set (none of
  /// them has such a default itself). Otherwise the default is that of Configuration{}.
  std::string default_in_words = {};
  std::function<void(Configuration&)> set_default = {};

  /// Left out of texts and hashes where it has this value: for keys that were added when runs
  /// existed already. Empty: always written.
  OptionValue unwritten = {};

  bool decides_result = true;  ///< part of the hash that identifies a configuration

  bool is_written(const Configuration& configuration) const {
    return unwritten == OptionValue{} || get(configuration) != unwritten;
  }
  std::string table() const { return name.substr(0, name.find('.')); }
  std::string key() const { return name.substr(name.find('.') + 1); }
};

/// Every key, table by table, in the order in which files are written.
const std::vector<Option>& options();

/// The option of that name, or null.
const Option* find_option(const std::string& name);

/// A value as TOML has it: the shortest number that reads back to the same bits; a real number is
/// never written as an integer.
std::string option_value_text(const OptionValue& value);

}  // namespace lowpass
