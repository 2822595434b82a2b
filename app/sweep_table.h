#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/sweep_points.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/run.h"
#include "lowpass/report/statistics.h"

namespace lowpass::app {

/// What the runs of one setting came to.
struct SweepRow {
  SweepPoint point;
  EvaluationsToTarget to_target;
  double mean_fitness;
  double best_fitness;
};

/// `budget`: of each run of the setting; 0 if it had no limit.
SweepRow sweep_row(const SweepPoint& point, std::span<const RunSummary> runs, std::int64_t budget);

// The same table in three forms.
std::string sweep_text(const std::vector<SweepRow>& rows);
std::string sweep_csv(const std::vector<SweepRow>& rows);
JsonText sweep_json(const std::vector<SweepRow>& rows);

}  // namespace lowpass::app
