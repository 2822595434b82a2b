#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/server/folder_reader.h"
#include "app/server/run_columns.h"

namespace lowpass::app {

/// One run folder as it was when last looked at.
struct RunEntry {
  std::string path;   ///< below the folder that is watched; "." is that folder itself
  std::string group;  ///< folder and setup: runs of one group differ in their seed alone
  std::string setup;  ///< "psi2omega3-c20"
  std::string title;  ///< "Ψ2Ω3, C = 20"
  nlohmann::json manifest;
  std::string problem;  ///< what is wrong with the files, for a person; usually nothing
  std::string state;    ///< "running", "finished", "stopped" or "unreadable"
  RunColumns columns;
  double updated = 0.0;  ///< when the log was last written, seconds since 1970
  double rate = 0.0;     ///< evaluations a second; 0: unknown
  std::uint64_t revision = 0;

  // How far the files were read.
  std::optional<FileStamp> manifest_stamp, log_stamp;
  std::uint64_t log_offset = 0;
  int unreadable_lines = 0;
  /// First sight of the run growing: rates are measured from here.
  double first_seen = 0.0;
  std::uint32_t first_evaluations = 0;

  std::string file(const std::string& name) const { return path == "." ? name : path + "/" + name; }
};

/// The runs below a folder, read incrementally: whoever asks gets what is new since the last look.
/// Nothing is read while nobody asks. Safe for several threads.
class RunIndex {
 public:
  explicit RunIndex(const FolderReader& folder) : folder_(folder) {}

  /// Looks at the files again. Folders are searched for new runs, and finished runs looked at, only
  /// every few seconds.
  void refresh();

  /// Grows whenever something changed.
  std::uint64_t revision() const;

  /// Calls `look` with every run, sorted by path, while nothing changes.
  void each(const std::function<void(const RunEntry&)>& look) const;
  /// Calls `look` with the run at `path`; false if there is none.
  bool with(const std::string& path, const std::function<void(const RunEntry&)>& look) const;
  /// Paths of runs that were there and are gone, with the revision at which they went.
  std::vector<std::string> removed_since(std::uint64_t revision) const;

 private:
  void search();
  void search_folder(const std::string& folder, int depth, std::vector<std::string>& found);
  void read_run(RunEntry& run, double now);
  void read_manifest(RunEntry& run);
  void read_log(RunEntry& run, double now);
  void judge(RunEntry& run, double now) const;

  const FolderReader& folder_;
  mutable std::mutex mutex_;
  std::map<std::string, RunEntry> runs_;
  std::map<std::string, std::uint64_t> removed_;
  std::vector<std::uint64_t> locked_inodes_;  // of lock files that a process on this machine holds
  std::uint64_t revision_ = 1;
  double searched_ = 0.0, refreshed_ = 0.0, refresh_took_ = 0.0;
};

}  // namespace lowpass::app
