#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lowpass::app {

/// Size, time and identity of a file: enough to see that it changed.
struct FileStamp {
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  double modified = 0.0;  ///< seconds since 1970

  bool operator==(const FileStamp&) const = default;
};

/// What lies below one folder, and nothing else. A path is opened one part after the other, none of
/// them a link or "..", so that no name, whoever made it and whenever, leads outside.
class FolderReader {
 public:
  /// `root` itself may be a link, and may come into being later.
  explicit FolderReader(std::filesystem::path root);

  const std::filesystem::path& root() const { return root_; }
  bool exists() const;

  struct Entry {
    std::string name;
    bool is_folder = false;
  };
  /// The files and folders in a folder ("": the root), sorted by name; links are left out. Nothing
  /// if it cannot be read.
  std::vector<Entry> entries(std::string_view folder) const;

  /// Nothing if there is no such regular file.
  std::optional<FileStamp> stamp(std::string_view file) const;

  /// The file from `offset` on, at most `limit` bytes; nothing if there is no such regular file.
  std::optional<std::string> read(std::string_view file, std::uint64_t offset = 0,
                                  std::uint64_t limit = kMostBytes) const;

  /// A larger file is none that this program wrote; it is read no further.
  static constexpr std::uint64_t kMostBytes = 1u << 28;

 private:
  std::filesystem::path root_;
};

}  // namespace lowpass::app
