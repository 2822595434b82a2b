#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/sweep/sweep.h"
#include "lowpass/paper/reading.h"
#include "lowpass/paper/run_record.h"
#include "lowpass/paper/setup.h"

namespace lowpass {

/// Something that `reproduce` can be asked for, and the setups whose runs it needs.
struct Target {
  enum class Kind { kClaim, kFigure, kSensitivity, kInference };

  std::string name;  ///< "1" to "8", "convergence", ..., "sensitivity", "infer"
  Kind kind;
  std::string title;
  std::vector<Setup> setups;
  /// Are the controllers also tested from other starts and on other arms?
  bool needs_generalization = false;
};

/// Every claim and figure of the paper, the sensitivity to what the paper leaves open, and last the
/// inference of how it was meant, whose setups a ladder of its own has (ladder.h).
const std::vector<Target>& reproduction_targets();

/// How much of the experiments is done.
struct ReproductionOptions {
  std::filesystem::path folder;
  int runs = 20;  ///< of each setup, with seeds 1, 2, ...
  /// Of a run, and of a stage of the incremental runs; unset: the paper's 6000.
  std::optional<int> evaluations;
  std::vector<std::string> settings = {};  ///< of every run, after those of its setup
  Reading reading = default_reading();     ///< of what the paper leaves open
};

/// Stages of a growing run: from 10 to 70 coefficients. The paper's best number, 30, can be told
/// from larger ones by then; who lets them go on finds that small improvements never end.
inline constexpr int kGrowingStages = 7;

/// Preset `paper` under the reading, with this setup.
Configuration setup_configuration(const Setup& setup, const ReproductionOptions& options,
                                  std::uint64_t seed);

/// Where the runs of a setup are: <folder>/runs/<setup>, or <folder>/sensitivity/<variation>/
/// <setup>.
std::filesystem::path setup_folder(const Setup& setup, const ReproductionOptions& options);

/// Every run of these setups, each setup once. Seed by seed: a reproduction that is stopped early
/// has some runs of every setup.
std::vector<SweepRun> reproduction_runs(std::span<const Setup> setups,
                                        const ReproductionOptions& options);

/// The run folder of a typical controller among runs of one setup: of the middle fitness, the lower
/// one of two. `runs` are some of read_runs, at least one.
std::filesystem::path typical_run(std::span<const RunRecord> runs,
                                  const ReproductionOptions& options);

/// The file that keeps how a run's controllers do from other starts and on other arms.
RunAttachment generalization_attachment();

/// What is kept of the run in a folder; unset if it is not finished, or not there.
std::optional<RunRecord> read_run(const Setup& setup, const std::filesystem::path& folder);

/// What is kept of the runs of these setups, in the order of setups and seeds; runs that are not
/// finished are left out.
std::vector<RunRecord> read_runs(std::span<const Setup> setups, const ReproductionOptions& options);

}  // namespace lowpass
