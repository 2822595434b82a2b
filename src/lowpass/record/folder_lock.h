#pragma once

#include <filesystem>

namespace lowpass {

/// Holds a folder for this process while it lives (a lock on the file `lock` in it, which ends with
/// the process, however that ends).
class FolderLock {
 public:
  /// Throws Error (kFile) if another process holds the folder, or it cannot be written.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace lowpass
