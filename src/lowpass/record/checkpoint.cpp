#include "lowpass/record/checkpoint.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/record/bytes.h"

namespace lowpass {
namespace {

constexpr std::string_view kMagic = "LOWPASSC";
constexpr std::uint32_t kVersion = 1;

std::filesystem::path previous(const std::filesystem::path& path) {
  return path.string() + ".previous";
}

}  // namespace

Checkpoint checkpoint_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  const auto fail = [](const std::string& why) -> void { throw Error(ErrorKind::kFile, why); };
  if (reader.get_raw(kMagic.size()) != kMagic) fail("is no checkpoint");
  const auto version = reader.get<std::uint32_t>();
  if (version != kVersion) fail(fmt::format("version {}: expected {}", version, kVersion));
  Checkpoint checkpoint;
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
  writer.put(kVersion);
  writer.put(checkpoint.configuration_hash);
  writer.put(static_cast<std::uint64_t>(checkpoint.payload.size()));
  writer.put_raw(checkpoint.payload);
  writer.put(static_cast<std::uint64_t>(XXH64(writer.bytes().data(), writer.bytes().size(), 0)));
  // A copy of the former one by name: at no moment is there none.
  std::error_code error;
  const std::filesystem::path link = path.string() + ".link";
  std::filesystem::remove(link, error);
  std::filesystem::create_hard_link(path, link, error);
  if (!error) std::filesystem::rename(link, previous(path), error);
  write_file(path, writer.bytes());
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
