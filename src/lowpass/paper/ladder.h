#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lowpass/paper/reading.h"
#include "lowpass/paper/reproduction.h"
#include "lowpass/paper/run_table.h"

namespace lowpass {

// Which reading of the paper did its authors run? A ladder of stages (successive halving): each
// does more and longer runs of fewer readings, those that the stage before found most likely. What
// is run is written here, with reasons in docs/protocol/README.md, before any of it was.

/// The runs of one setup under one reading.
struct StageSetup {
  Setup setup;
  int runs;
  int evaluations;               ///< of a run; of a growing one: of the whole run
  bool stops_at_target = false;  ///< only the evaluations up to the target are wanted
};

struct LadderStage {
  std::string name;
  std::size_t readings;  ///< at most so many come here, the likeliest
  /// Every stage has seeds of its own: runs that chose a reading tell nothing more about it.
  std::uint64_t first_seed;
  std::vector<StageSetup> setups;
  /// Its runs are those of the claims that were held back: they choose nothing.
  bool is_held_back = false;

  int runs() const;  ///< under one reading
  /// Evaluations under a reading, at the most, in units of the 250 time units that one of preset
  /// `paper` simulates at the most.
  double cost(const Reading& reading) const;
};

/// screen, narrow, refine, judge.
const std::vector<LadderStage>& ladder();

struct InferenceOptions {
  std::filesystem::path folder;
  std::vector<std::string> settings = {};  ///< of every run: "task.precision=single"
  /// For a quick look: no run takes more, no setup has more runs.
  std::optional<int> evaluations = {}, runs = {};
};

/// Every run of the stage under these readings; seed by seed, so that what is stopped early has
/// some of every reading.
std::vector<SweepRun> stage_runs(const LadderStage& stage, std::span<const Reading> readings,
                                 const InferenceOptions& options);

/// What is kept of them under one reading. The table knows the setups alone: its variations are
/// empty.
RunTable read_stage(const LadderStage& stage, const Reading& reading,
                    const InferenceOptions& options);

}  // namespace lowpass
