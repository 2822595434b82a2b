#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lowpass/paper/run_record.h"
#include "lowpass/report/statistics.h"

namespace lowpass {

/// A part of an incremental run that kept its number of coefficients ([FDE12] §4.3).
struct Stage {
  std::int64_t coefficients;
  double best;  ///< fitness within the stage
};

/// The stages of a run, by rising number of coefficients.
std::vector<Stage> stages_of(const RunRecord& run);

/// A run's best number of coefficients: of the last stage whose best exceeds that of all earlier
/// ones by more than `margin`, until six in a row do not and growing ends ([FDE12] §4.3). Runs grow
/// with margin 0; a larger one tells where they would have ended. Precondition: there is a stage.
std::int64_t best_coefficients(std::span<const Stage> stages, double margin = 0.0);

/// That number of each run; a run without stages is left out.
Sample stopping_coefficients(std::span<const RunRecord> runs, double margin = 0.0);

/// Runs by number of coefficients.
struct StageColumn {
  std::int64_t coefficients;
  Sample best;  ///< of the runs that came so far, by rising seed
};
std::vector<StageColumn> stage_columns(std::span<const RunRecord> runs);

}  // namespace lowpass
