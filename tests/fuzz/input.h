#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "lowpass/core/file.h"

namespace lowpass {

/// Bytes as a file, in memory alone, for readers that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : file_(::memfd_create("input", MFD_CLOEXEC)) {
    if (file_ < 0 || write_all(file_, bytes) != 0) throw std::runtime_error("no memory file");
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

/// What a reader accepted, written, must read back to the same: `text` is what was written, and
/// `again` reads it and writes it once more.
template <class Again>
void require_round_trip(const std::string& text, Again again) {
  std::string second;
  try {
    second = again(text);
  } catch (const std::exception& error) {
    throw std::logic_error("what was written is refused: " + std::string(error.what()));
  }
  if (second != text) throw std::logic_error("what was written reads back to something else");
}

}  // namespace lowpass
