#include "lowpass/core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int code) {
  throw Error(ErrorKind::kFile,
              fmt::format("{}: {}: {}", path.string(), what, std::strerror(code)));
}

/// Opens, writes and flushes; returns 0 or an error code.
int write_and_flush(const std::filesystem::path& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int code = 0;
  while (!content.empty() && code == 0) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      code = errno;
    }
  }
  if (code == 0 && ::fsync(file) != 0) code = errno;
  if (::close(file) != 0 && code == 0) code = errno;
  return code;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream content;
  if (path == "-") {
    content << std::cin.rdbuf();
    return content.str();
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(path, "cannot read", EISDIR);
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot read", errno);
  if (file.peek() != std::ifstream::traits_type::eof()) content << file.rdbuf();
  if (file.bad()) fail(path, "cannot read", EIO);
  return content.str();
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  // The name is this process's own, so that two writers do not meet.
  const std::filesystem::path beside =
      path.string() + fmt::format(".{}.partial", static_cast<long>(::getpid()));
  int code = write_and_flush(beside, content);
  if (code == 0 && ::rename(beside.c_str(), path.c_str()) != 0) code = errno;
  if (code == 0) return;
  ::unlink(beside.c_str());
  fail(path, "cannot write", code);
}

}  // namespace lowpass
