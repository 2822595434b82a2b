#include "lowpass/core/pi_number.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

namespace lowpass {
namespace {

/// A positive number that is all of the text.
std::optional<double> positive_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && value > 0.0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> pi_number(std::string_view text) {
  std::string plain;  // without spaces
  for (const char c : text) {
    if (c != ' ') plain += c;
  }
  const bool is_negative = plain.starts_with('-');
  if (is_negative || plain.starts_with('+')) plain.erase(0, 1);
  const std::size_t at = plain.find("pi");
  if (at == std::string::npos) return {};
  std::string factor = plain.substr(0, at), divisor = plain.substr(at + 2);
  if (factor.ends_with('*')) factor.pop_back();
  if (factor.empty() && at > 0) return {};  // "*pi"
  if (!divisor.empty() && !divisor.starts_with('/')) return {};
  const auto times = at == 0 ? std::optional(1.0) : positive_number(factor);
  const auto over = divisor.empty() ? std::optional(1.0) : positive_number(divisor.substr(1));
  if (!times || !over) return {};
  return (is_negative ? -1.0 : 1.0) * (*times * std::numbers::pi) / *over;
}

}  // namespace lowpass
