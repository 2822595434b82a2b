#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lowpass {

/// XXH64 over the bytes of `values` (little-endian doubles), seeded with `previous`: chained over a
/// run's generations it identifies the run's behaviour.
std::uint64_t digest(std::span<const double> values, std::uint64_t previous = 0);

/// XXH64 over bytes.
std::uint64_t digest(std::string_view bytes, std::uint64_t previous = 0);

/// 16 hexadecimal digits.
std::string digest_text(std::uint64_t digest);

}  // namespace lowpass
