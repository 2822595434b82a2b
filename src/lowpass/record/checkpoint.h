#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lowpass {

/// What is written; 1, of searches with a mean and a sigma alone, is read too.
inline constexpr std::uint32_t kCheckpointVersion = 2;

/// A saved state: "LOWPASSC", version, hash of the configuration, length, payload, checksum (XXH64
/// over all before it). Little-endian.
struct Checkpoint {
  std::uint32_t version = kCheckpointVersion;  ///< of the payload
  std::uint64_t configuration_hash = 0;
  std::string payload;
};

/// Replaces `path` whole or not at all; the former checkpoint stays as `path`.previous. Who wants
/// both to outlive a crash of the machine flushes the folder.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Reads the bytes of such a file. Throws Error (kFile) that says what is wrong with them.
Checkpoint checkpoint_from_bytes(std::string_view bytes);

/// The newest sound checkpoint: `path`, or `path`.previous if that one is missing, cut short or
/// damaged; nothing if neither exists. Throws Error (kFile) if there are files but none is sound.
/// `damage` is set to one line about a file that was passed over, if any.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string& damage);

}  // namespace lowpass
