#pragma once

#include <optional>
#include <string_view>

namespace lowpass {

/// The number that a text such as "pi", "-pi/2", "3*pi/4" or "3pi/4" stands for: a sign, a factor,
/// pi, a divisor, of which only pi is needed. Nothing for any other text.
std::optional<double> pi_number(std::string_view text);

}  // namespace lowpass
