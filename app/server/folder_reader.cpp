#include "app/server/folder_reader.h"

#include <algorithm>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lowpass::app {
namespace {

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Opens `path` below `root`, part by part. O_NONBLOCK: a pipe must not make the server wait.
Descriptor opened(const std::filesystem::path& root, std::string_view path, int last_flags) {
  Descriptor at(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (at.is_open() && !path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string part(path.substr(0, end));
    const bool is_last = end == path.size();
    path.remove_prefix(is_last ? end : end + 1);
    if (part.empty() || part == "." || part == "..") return Descriptor(-1);
    if (part.find('\0') != std::string::npos) return Descriptor(-1);  // the system reads up to it
    const int flags = is_last ? last_flags : O_DIRECTORY;
    at = Descriptor(::openat(at.number(), part.c_str(),
                             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags));
  }
  return at;
}

std::optional<FileStamp> stamp_of(const Descriptor& file) {
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return {};
  }
  return FileStamp{status.st_ino, static_cast<std::uint64_t>(status.st_size),
                   static_cast<double>(status.st_mtim.tv_sec) +
                       1e-9 * static_cast<double>(status.st_mtim.tv_nsec)};
}

}  // namespace

FolderReader::FolderReader(std::filesystem::path root) : root_(std::move(root)) {}

bool FolderReader::exists() const { return opened(root_, "", 0).is_open(); }

std::vector<FolderReader::Entry> FolderReader::entries(std::string_view folder) const {
  Descriptor file = opened(root_, folder, O_DIRECTORY);
  if (!file.is_open()) return {};
  DIR* stream = ::fdopendir(file.number());
  if (stream == nullptr) return {};
  file.release();  // the stream closes it
  std::vector<Entry> entries;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    unsigned char type = entry->d_type;
    if (type == DT_UNKNOWN) {  // some file systems do not tell
      struct stat status = {};
      if (::fstatat(::dirfd(stream), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_LNK;
    }
    if (type == DT_DIR || type == DT_REG) entries.push_back({name, type == DT_DIR});
  }
  ::closedir(stream);
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

std::optional<FileStamp> FolderReader::stamp(std::string_view file) const {
  return stamp_of(opened(root_, file, 0));
}

std::optional<std::string> FolderReader::read(std::string_view file, std::uint64_t offset,
                                              std::uint64_t limit) const {
  const Descriptor descriptor = opened(root_, file, 0);
  const auto stamp = stamp_of(descriptor);
  if (!stamp) return {};
  std::string content;
  if (stamp->size <= offset) return content;
  content.resize(std::min(limit, stamp->size - offset));
  std::size_t filled = 0;
  while (filled < content.size()) {
    const ssize_t count = ::pread(descriptor.number(), content.data() + filled,
                                  content.size() - filled, static_cast<off_t>(offset + filled));
    if (count < 0) return {};
    if (count == 0) break;  // it was cut short in the meantime
    filled += static_cast<std::size_t>(count);
  }
  content.resize(filled);
  return content;
}

}  // namespace lowpass::app
