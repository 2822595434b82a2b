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
#include "app/server/setup_titles.h"

namespace lowpass::app {

/// One run folder as it was when last looked at.
struct RunEntry {
  std::string path;   ///< below the folder that is watched; "." is that folder itself
  std::string group;  ///< folder and setup: runs of one group differ in their seed alone
  RunSetup setup;
  std::string title;  ///< of the setup, among all that there are: "C = 20, cma-es"
  nlohmann::json manifest;
  std::string problem;  ///< what is wrong with the files, for a person; usually nothing
  std::string state;    ///< "running", "finished", "stopped" or "unreadable"
  RunColumns columns;
  double updated = 0.0;  ///< when the log was last written, seconds since 1970
  double rate = 0.0;     ///< evaluations a second; 0: unknown
  std::uint64_t revision = 0;
  std::string summary;  ///< all this as the page gets it; kept, for there may be thousands of runs

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

  /// Looks at the files again, if nobody else does. Folders are searched for new runs, and finished
  /// runs looked at, only every few seconds.
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
  // All part of refresh(), which runs once at a time: it alone changes what is known, under mutex_,
  // and reads it without.
  void search();
  void search_folder(const std::string& folder, int depth, std::vector<std::string>& found);
  /// A finished run whose files are as they were: nearly all of them, nearly always.
  bool is_unchanged(const RunEntry& run) const;
  void read_run(RunEntry& run, double now);
  void read_manifest(RunEntry& run);
  void read_log(RunEntry& run, double now);
  void judge(RunEntry& run, double now) const;
  void name_setups();

  const FolderReader& folder_;
  std::mutex refreshing_;     // held for a whole look, by whoever looks
  mutable std::mutex mutex_;  // of runs_, removed_, titles_ and revision_; held for moments
  std::map<std::string, RunEntry> runs_;
  std::map<std::string, std::uint64_t> removed_;
  std::vector<std::uint64_t> locked_inodes_;  // of lock files that a process on this machine holds
  std::uint64_t revision_ = 1;
  std::map<std::string, std::string> titles_;  // of the setups that there are, by their names
  bool has_new_setups_ = false;                // since they were named
  double searched_ = 0.0, search_took_ = 0.0, refreshed_ = 0.0, refresh_took_ = 0.0;
};

}  // namespace lowpass::app
