#include "lowpass/core/error.h"

#include <fmt/format.h>

namespace lowpass {

std::string one_line(const std::string& text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\t') {
      line += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      line += fmt::format("\\x{:02x}", byte);
    } else {
      line += c;
    }
  }
  return line;
}

void require_size(const char* what, std::size_t given, std::size_t expected) {
  if (given == expected) return;
  throw Error(ErrorKind::kUsage, fmt::format("{}: {} values: expected {}", what, given, expected));
}

}  // namespace lowpass
