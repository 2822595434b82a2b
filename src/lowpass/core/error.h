#pragma once

#include <stdexcept>
#include <string>

namespace lowpass {

/// What kind of input was wrong; the program turns it into an exit code.
enum class ErrorKind {
  kUsage,          ///< the command line
  kConfiguration,  ///< a TOML file or --set
  kFile,           ///< any other file: missing, unreadable, or with bad content
  kFailure,        ///< everything else
};

/// Wrong input from outside. The message is one line that names the place, the value found and the
/// allowed range; it is shown to a person as it is.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace lowpass
