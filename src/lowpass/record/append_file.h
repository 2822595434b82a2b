#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace lowpass {

/// A file of lines that only grows. A line is there whole or not at all, unless the process is
/// killed while it writes.
class AppendFile {
 public:
  /// Opens the file, which is made if there is none, and cuts it back to its first `size` bytes.
  /// Throws Error (kFile), as every function here.
  AppendFile(const std::filesystem::path& path, std::size_t size);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view line);
  /// Makes sure that what was appended survives a crash of the machine.
  void flush();

 private:
  [[noreturn]] void fail(int code) const;

  std::filesystem::path path_;
  int file_;
  std::size_t size_;
};

}  // namespace lowpass
