#include "lowpass/core/digest.h"

#include <bit>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lowpass {

std::uint64_t digest(std::span<const double> values, std::uint64_t previous) {
  static_assert(std::endian::native == std::endian::little);
  return XXH64(values.data(), values.size_bytes(), previous);
}

std::uint64_t digest(std::string_view bytes, std::uint64_t previous) {
  return XXH64(bytes.data(), bytes.size(), previous);
}

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace lowpass
