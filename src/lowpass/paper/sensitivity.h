#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/report/figure.h"

namespace lowpass {

// The key numbers of claims 1, 2 and 7 for one variation of the experiment.

/// What the runs of one setup reach.
struct SetupOutcome {
  Setup setup;
  std::optional<EvaluationsToTarget> evaluations;
  std::optional<double> final_fitness;  ///< mean of the best
  std::optional<double> start_fitness;  ///< median from the untrained starts
};

struct VariationOutcome {
  std::string variation;
  std::vector<SetupOutcome> setups;  ///< Ψ2Ω3 with every number of coefficients, then Ψ2 direct
  Measure speed;  ///< evaluations to the target, direct / C = 20; few runs have no interval
  /// Numbers of coefficients whose mean final fitness is below that of direct.
  std::vector<int> beaten_by_direct;

  const SetupOutcome& twenty() const;
  const SetupOutcome& direct() const { return setups.back(); }
};

VariationOutcome variation_outcome(const RunTable& runs, const std::string& variation);

/// Cells of a figure's row: runs, runs that reached the target, mean evaluations to it.
void append_counts(std::vector<FigureValue>& row, const SetupOutcome& outcome);
/// Cells of a figure's row: value, low and high end of the interval, as far as they are known.
void append_measure(std::vector<FigureValue>& row, const Measure& measure);

struct Goal {
  double x, y;
};

/// Where the goal is in preset `paper`, for an arm of 10 compartments.
inline constexpr Goal kPresetGoal = {3.5, -3.0};

/// The goal if a variation is "task.goal=[x,y]" and nothing else.
std::optional<Goal> goal_of(const std::string& variation);

}  // namespace lowpass
