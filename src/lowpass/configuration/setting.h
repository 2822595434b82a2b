#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"
#include "lowpass/core/key.h"

namespace lowpass {

/// A key with the value that someone gave it, neither of them checked.
struct Setting {
  std::string name;  ///< dotted, or of a table
  KeyValue value;
  /// How messages about the key begin, and those about its value: "run.toml:12: encoding.coeff" and
  /// "run.toml:12: encoding.coefficients = 0"; or "--set encoding.coefficients=0" for both.
  std::string key_place, place;
  ErrorKind error_kind = ErrorKind::kConfiguration;
  bool is_by_hand = true;  ///< given by a person, not found in a document of the program

  /// Throws: "<place>: expected <what>".
  [[noreturn]] void expected(const std::string& what) const;
  /// Throws: "<key_place>: <message>".
  [[noreturn]] void fail(const std::string& message) const;
};

// Each throws Error for what cannot be read, and for tables that do not exist.

/// What a TOML file says, in its order.
struct FileSettings {
  std::vector<Setting> settings = {};
  std::vector<SweptKey> swept = {};  ///< of its table [sweep]
};
FileSettings settings_of_file(const std::filesystem::path& file);

/// The setting "key=value" of the command line. The value is one of TOML; what is none is a text,
/// so that names need no quotes.
Setting setting_of_argument(const std::string& argument);

/// The settings in a JSON object of tables; what is wrong is an Error of kind kFile.
std::vector<Setting> settings_of_json(const JsonValue& tables);
/// One setting from its place in a JSON document.
Setting setting_of_json(const std::string& name, const JsonValue& value);

}  // namespace lowpass
