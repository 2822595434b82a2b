#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lowpass/experiment/configuration.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run.h"
#include "lowpass/record/folder_lock.h"
#include "lowpass/record/generation_log.h"
#include "lowpass/record/spectrum_log.h"

namespace lowpass {

/// Throws Error (kFile) if the folder holds a run: it must not be touched by mistake.
void require_no_run(const std::filesystem::path& path);

/// A run's folder: manifest.json, generations.jsonl, spectrum.jsonl, checkpoint, best.json, and at
/// the end last.json (the best of the final generation). Locked while open: one process at a time.
class RunFolder {
 public:
  /// Makes the folder, or with `resume` takes up what is there. Throws Error (kFile): a run is
  /// there and `resume` is false; it has another configuration (the difference is told); another
  /// process has it; it cannot be written.
  RunFolder(const std::filesystem::path& path, const Configuration& configuration, bool resume,
            const RunCircumstances& circumstances);

  /// Where the run stopped; nothing for a new one.
  const std::optional<RunState>& resumed() const { return resumed_; }
  /// One line about a damaged checkpoint that was passed over, or nothing.
  const std::string& damage() const { return damage_; }

  void append(const GenerationRecord& record) { log_->append(record); }
  void append(const SpectrumRecord& record) { spectrum_->append(record); }
  /// Saves the state, and best.json if there is a new best.
  void save(const RunState& state);
  /// Saves everything, and writes the result into the manifest.
  void finish(const RunState& state, double wall_seconds);

  const std::filesystem::path& path() const { return path_; }

 private:
  void save_best(const RunState& state);
  void check_manifest() const;
  void write_manifest(const std::optional<RunResult>& result) const;

  std::filesystem::path path_;
  Configuration configuration_;
  RunCircumstances circumstances_;
  std::optional<FolderLock> lock_;
  std::optional<RunState> resumed_;
  std::string damage_;
  std::optional<GenerationLog> log_;
  std::optional<SpectrumLog> spectrum_;
  double saved_best_;
};

}  // namespace lowpass
