#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "lowpass/experiment/run_recorder.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// A run whose episodes Python runs: the search, the record and the checkpoint are the library's.
class OutsideRun {
 public:
  /// Without a folder nothing is kept.
  OutsideRun(const Configuration& configuration, const std::optional<std::filesystem::path>& folder,
             bool resume, const RunCircumstances& circumstances);

  const Configuration& configuration() const { return configuration_; }
  Run& run() { return *run_; }
  int episodes() const { return configuration_.task.keys.integer("episodes"); }
  std::string damage() const { return folder_ ? folder_->damage() : std::string(); }

  GenerationRecord tell(const Evaluation& evaluation);
  /// Saves, to be resumed later.
  void stop();
  void finish();
  /// The controller in the middle of the distribution, normalised by all that was seen.
  GenomeFile mean_controller() const;

 private:
  Configuration configuration_;
  std::optional<RunFolder> folder_;
  std::optional<Run> run_;
  std::optional<RunRecorder> recorder_;
};

}  // namespace lowpass::python
