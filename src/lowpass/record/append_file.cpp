#include "lowpass/record/append_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"

namespace lowpass {

AppendFile::AppendFile(const std::filesystem::path& path, std::size_t size)
    : path_(path),
      file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
      size_(size) {
  if (file_ < 0) fail(errno);
  if (::ftruncate(file_, static_cast<off_t>(size)) == 0) return;
  const int code = errno;
  ::close(file_);
  fail(code);
}

AppendFile::~AppendFile() { ::close(file_); }

void AppendFile::append(std::string_view line) {
  const int code = write_all(file_, line);
  if (code == 0) {
    size_ += line.size();
    return;
  }
  // What of the line got there goes away again; if even that fails, the next opening does it.
  [[maybe_unused]] const int ignored = ::ftruncate(file_, static_cast<off_t>(size_));
  fail(code);
}

void AppendFile::flush() {
  if (::fdatasync(file_) != 0) fail(errno);
}

void AppendFile::fail(int code) const {
  throw Error(ErrorKind::kFile,
              fmt::format("{}: cannot write: {}", path_.string(), std::strerror(code)));
}

}  // namespace lowpass
