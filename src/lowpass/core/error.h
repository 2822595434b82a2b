#pragma once

#include <cstddef>
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

/// The same text on one line that a terminal shows as it is: control characters, which names and
/// values from outside may hold, become \n, \t or \x1b. A line stays what it is.
std::string one_line(const std::string& text);

/// Wrong input from outside. The message is one line that names the place, the value found and the
/// allowed range; it is shown to a person as it is.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message)
      : std::runtime_error(one_line(message)), kind_(kind) {}

  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

/// Throws Error (kUsage), "<what>: <given> values: expected <expected>", unless both are the same:
/// for whoever calls the library, in any build.
void require_size(const char* what, std::size_t given, std::size_t expected);

}  // namespace lowpass
