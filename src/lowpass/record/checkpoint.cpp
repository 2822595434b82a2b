#include "lowpass/record/checkpoint.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/record/bytes.h"

namespace lowpass {
namespace {

constexpr std::string_view kMagic = "LOWPASSC";

std::filesystem::path previous(const std::filesystem::path& path) {
  return path.string() + ".previous";
}

/// Keeps the checkpoint at `path`, if there is a sound one, under its second name. At no moment is
/// there none: a damaged one does not take the place of the one before it.
void keep_previous(const std::filesystem::path& path) {
  std::string bytes;
  try {
    bytes = read_file(path);
    checkpoint_from_bytes(bytes);
  } catch (const Error&) {
    return;
  }
  std::error_code error;
  const std::filesystem::path link = path.string() + ".link";
  std::filesystem::remove(link, error);  // of a process that was killed here
  std::filesystem::create_hard_link(path, link, error);
  if (!error) std::filesystem::rename(link, previous(path), error);
  if (error) replace_file(previous(path), bytes);  // some file systems have no links
}

}  // namespace

Checkpoint checkpoint_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  const auto fail = [](const std::string& why) -> void { throw Error(ErrorKind::kFile, why); };
  if (reader.get_raw(kMagic.size()) != kMagic) fail("is no checkpoint");
  Checkpoint checkpoint{.version = reader.get<std::uint32_t>(), .payload = {}};
  if (checkpoint.version < 1 || checkpoint.version > kCheckpointVersion) {
    fail(fmt::format("version {}: expected 1 to {}", checkpoint.version, kCheckpointVersion));
  }
  checkpoint.configuration_hash = reader.get<std::uint64_t>();
  const auto length = reader.get<std::uint64_t>();
  if (reader.left() < sizeof(std::uint64_t) || length != reader.left() - sizeof(std::uint64_t)) {
    fail("is cut short");
  }
  checkpoint.payload = reader.get_raw(length);
  const std::uint64_t checksum = XXH64(bytes.data(), bytes.size() - sizeof(std::uint64_t), 0);
  if (reader.get<std::uint64_t>() != checksum) fail("is damaged (checksum)");
  return checkpoint;
}

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  ByteWriter writer;
  writer.put_raw(kMagic);
  writer.put(checkpoint.version);
  writer.put(checkpoint.configuration_hash);
  writer.put(static_cast<std::uint64_t>(checkpoint.payload.size()));
  writer.put_raw(checkpoint.payload);
  writer.put(static_cast<std::uint64_t>(XXH64(writer.bytes().data(), writer.bytes().size(), 0)));
  keep_previous(path);
  replace_file(path, writer.bytes());
}

std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string& damage) {
  for (const std::filesystem::path& candidate : {path, previous(path)}) {
    if (!std::filesystem::exists(candidate)) continue;
    try {
      return checkpoint_from_bytes(read_file(candidate));
    } catch (const Error& error) {
      damage +=
          fmt::format("{}{}: {}", damage.empty() ? "" : "; ", candidate.string(), error.what());
    }
  }
  if (!damage.empty()) throw Error(ErrorKind::kFile, damage);
  return {};
}

}  // namespace lowpass
