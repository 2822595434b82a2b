#include "lowpass/record/folder_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "lowpass/core/error.h"

namespace lowpass {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : file_(::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0) {
    throw Error(ErrorKind::kFile,
                fmt::format("{}: cannot write: {}", folder.string(), std::strerror(errno)));
  }
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(file_);
  throw Error(ErrorKind::kFile,
              fmt::format("{}: another process is working in this folder", folder.string()));
}

FolderLock::~FolderLock() { ::close(file_); }

}  // namespace lowpass
