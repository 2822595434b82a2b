#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lowpass/core/error.h"
#include "lowpass/experiment/option.h"
#include "lowpass/core/json_value.h"

namespace lowpass {

/// A key with the value that someone gave it, not yet checked.
struct Setting {
  const Option* option;
  OptionValue value;
  /// How messages begin: "run.toml:12: encoding.coefficients = 0" or
  /// "--set encoding.coefficients=0".
  std::string place;
  ErrorKind error_kind = ErrorKind::kConfiguration;

  /// Throws: "<place>: expected <what>".
  [[noreturn]] void expected(const std::string& what) const;
};

// Each throws Error for what cannot be read and for keys that do not exist.

/// The settings of a TOML file, in its order.
std::vector<Setting> settings_of_file(const std::filesystem::path& file);

/// The setting "key=value" of the command line. The value is one of TOML; what is none is a text,
/// so that names need no quotes.
Setting setting_of_argument(const std::string& argument);

/// The settings in a JSON object of tables; what is wrong is an Error of kind kFile.
std::vector<Setting> settings_of_json(const JsonValue& tables);

}  // namespace lowpass
