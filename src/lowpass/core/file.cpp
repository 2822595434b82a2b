#include "lowpass/core/file.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int code) {
  throw Error(ErrorKind::kFile,
              fmt::format("{}: {}: {}", path.string(), what, std::strerror(code)));
}

constexpr std::string_view kPartial = ".partial";
constexpr const char* kStandardStream = "-";

/// Opens, writes and flushes; returns 0 or an error code.
int write_and_flush(const std::filesystem::path& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int code = write_all(file, content);
  if (code == 0 && ::fsync(file) != 0) code = errno;
  if (::close(file) != 0 && code == 0) code = errno;
  return code;
}

/// Into what is there already: a device, a pipe, an open stream. Returns 0 or an error code.
int write_through(const std::filesystem::path& path, std::string_view content) {
  if (path == kStandardStream) {
    if (std::fflush(stdout) != 0) return errno;  // what was printed before comes first
    return write_all(STDOUT_FILENO, content);
  }
  // A stream may be a file that has something in it already.
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return errno;
  int code = write_all(file, content);
  if (::close(file) != 0 && code == 0) code = errno;
  return code;
}

/// The file that a chain of links ends at, be it there or not; none where the chain goes through
/// an open stream: /dev/stdout may be a file that others write to as well.
std::optional<std::filesystem::path> link_target(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // more are a circle, which opening it will tell
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
    const std::string name = path.lexically_normal().string();
    if (name.starts_with("/proc/") || name.starts_with("/dev/fd/")) return {};
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

/// The process that a partial file is named after; 0 if the name is none of those.
long writer_of(std::string_view name) {
  if (!name.ends_with(kPartial)) return 0;
  name.remove_suffix(kPartial.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return 0;
  name.remove_prefix(dot + 1);
  long process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  return error == std::errc() && end == name.data() + name.size() ? process : 0;
}

}  // namespace

int write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::string read_file(const std::filesystem::path& path) {
  const bool is_standard_input = path == kStandardStream;
  const int file = is_standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, "cannot read", errno);
  std::string content;
  char buffer[1 << 16];
  int code = 0;
  for (ssize_t count = 1; count != 0 && code == 0;) {
    count = ::read(file, buffer, sizeof(buffer));
    if (count > 0) content.append(buffer, static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) code = errno;
  }
  if (!is_standard_input) ::close(file);
  if (code != 0) fail(path, "cannot read", code);  // never mistaken for the end of the file
  return content;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

std::optional<std::filesystem::path> replaceable_file(const std::filesystem::path& path) {
  if (path == kStandardStream) return {};
  struct stat status = {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (is_there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
  return link_target(path);
}

void replace_file(const std::filesystem::path& path, std::string_view content) {
  // The name is this process's own, so that two writers do not meet.
  const std::filesystem::path beside =
      path.string() + fmt::format(".{}{}", static_cast<long>(::getpid()), kPartial);
  int code = write_and_flush(beside, content);
  if (code == 0 && ::rename(beside.c_str(), path.c_str()) != 0) code = errno;
  if (code == 0) return;
  ::unlink(beside.c_str());
  fail(path, "cannot write", code);
}

void flush_folder(const std::filesystem::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int code = file < 0 || ::fsync(file) != 0 ? errno : 0;
  if (file >= 0) ::close(file);
  // Who may write there but not list it cannot flush it, and some file systems flush no folders.
  if (code != 0 && code != EACCES && code != EINVAL) fail(folder, "cannot write", code);
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const auto file = replaceable_file(path);
  if (!file) {
    if (const int code = write_through(path, content); code != 0) {
      fail(path == kStandardStream ? "standard output" : path, "cannot write", code);
    }
    return;
  }
  remove_abandoned_files(folder_of(*file), file->filename().string());
  replace_file(*file, content);
  flush_folder(folder_of(*file));
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return;
  make_folder(folder_of(path));
  std::filesystem::create_directory(path, error);
  if (error) fail(path, "cannot make the folder", error.value());
  flush_folder(folder_of(path));
}

void remove_abandoned_files(const std::filesystem::path& folder, std::string_view name) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string partial = entry.path().filename().string();
    if (!name.empty() && !partial.starts_with(std::string(name) + ".")) continue;
    const long process = writer_of(partial);
    if (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) {
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

}  // namespace lowpass
