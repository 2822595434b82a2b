#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run.h"
#include "lowpass/record/folder_lock.h"
#include "lowpass/record/generation_log.h"
#include "lowpass/record/spectrum_log.h"

namespace lowpass {

/// Throws Error (kFile) if the folder holds a run: it must not be touched by mistake.
void require_no_run(const std::filesystem::path& path);

/// Throws Error (kFile) unless runs may stand `depth` levels below the folder (0: a run of its own,
/// 1: a run a seed, 2: settings with a run a seed): none inside another run, none beside runs of
/// another depth.
void require_room(const std::filesystem::path& path, int depth);

/// Gives the run in the folder a larger budget: opened with it, the run goes on to the same bits as
/// if it had it from the start. Throws Error (kFile) if the run ended for another reason, or
/// `configuration` differs in more than budget.evaluations, or that is not larger.
void extend_budget(const std::filesystem::path& path, const Configuration& configuration);

/// A run's folder: manifest.json, generations.jsonl, spectrum.jsonl, checkpoint, best.json, and at
/// the end last.json (the best of the final generation). Locked while open: one process at a time.
class RunFolder {
 public:
  /// Makes the folder, or with `resume` takes up what is there. Throws Error (kFile): a run is
  /// there and `resume` is false; it has another configuration (the difference is told); another
  /// process has it; it cannot be written; it starts from a controller (run.start), and there is
  /// neither `start`, the mean of its first generation, nor a checkpoint.
  RunFolder(const std::filesystem::path& path, const Configuration& configuration, bool resume,
            const RunCircumstances& circumstances, const std::vector<double>& start = {});

  /// Where the run stopped, or starts from a controller; nothing for a new one that does not.
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
  void check_manifest();
  void read_state();
  void begin_around(const std::vector<double>& start);
  void write_manifest(const std::optional<RunResult>& result) const;

  std::filesystem::path path_;
  Configuration configuration_;
  RunCircumstances circumstances_;
  std::optional<FolderLock> lock_;
  std::optional<RunState> resumed_;
  std::string damage_;
  std::vector<int> earlier_budgets_;
  std::optional<GenerationLog> log_;
  std::optional<SpectrumLog> spectrum_;
  double saved_best_;
};

}  // namespace lowpass
