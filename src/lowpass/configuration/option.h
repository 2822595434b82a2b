#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"

namespace lowpass {

/// A key with its place in a configuration.
struct Option {
  std::string table;
  Key key;
  std::function<KeyValue(const Configuration&)> get;
  std::function<void(Configuration&, const KeyValue&)> put;  ///< a value that the key accepts
  /// For a default that other keys decide: applied once those are set.
  std::function<void(Configuration&)> put_default = {};
  bool decides_result = true;  ///< part of the hash that identifies a configuration

  std::string name() const { return table + "." + key.name; }
  /// Young keys are left out where they say what the others say already.
  bool is_written(const Configuration& configuration) const {
    if (!key.is_young) return true;
    if (!put_default) return get(configuration) != key.default_value;
    Configuration otherwise = configuration;
    put_default(otherwise);
    return get(configuration) != get(otherwise);
  }
};

/// Every key of a configuration with this task and this search, table by table, in the order in
/// which files are written. Both names are known ones.
std::vector<Option> options_of(const std::string& task, const std::string& search);

/// The names of all tables, in that order.
const std::vector<std::string>& table_names();

/// The option of that name, or null.
const Option* find_option(const std::vector<Option>& options, const std::string& name);

}  // namespace lowpass
