#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lowpass/paper/run_record.h"

namespace lowpass {

/// The fitness that the paper measures speed by ([FDE12] §4.4).
inline constexpr double kTarget = 0.75;

/// Which fitness a curve follows.
enum class CurveKind {
  kBestSoFar,
  kBestOfGeneration,  ///< as the paper plots it ([FDE12] Figure "Performance results")
};

/// Runs of one setup after some evaluations.
struct CurvePoint {
  std::int64_t evaluations;
  double mean, lower_quartile, median, upper_quartile;  ///< fitness over the runs
};

/// Numbers of evaluations, `points_per_decade` of them between 10 and 100 and so on, as evenly as
/// integers allow, from 10 to `budget`, which is the last one.
std::vector<std::int64_t> logarithmic_grid(std::int64_t budget, int points_per_decade = 40);

/// Fitness against evaluations: each run is a step function that takes a new value at the end of a
/// generation and keeps the last one. Points of the rising `grid` before every run has ended a
/// generation are left out.
std::vector<CurvePoint> convergence(std::span<const RunRecord> runs,
                                    std::span<const std::int64_t> grid, CurveKind kind);

/// Evaluations after which the mean of the runs' curves is at least `target` for the first time, to
/// the end of a generation; unset if it never is, or if there are no runs.
std::optional<std::int64_t> mean_crossing(std::span<const RunRecord> runs, double target,
                                          CurveKind kind = CurveKind::kBestSoFar);

}  // namespace lowpass
