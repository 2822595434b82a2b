#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "lowpass/sweep/sweep.h"

namespace lowpass::app {

/// How long a sweep will take. Settings differ in how long an evaluation takes and in how early
/// runs end, so both are measured for each; one that has not been seen yet is taken for the mean of
/// the others. Runs that are left are dealt to as many workers as were seen at once, since at the
/// end some have nothing to do.
class SweepForecast {
 public:
  explicit SweepForecast(std::span<const SweepRun> runs);

  /// `now`: seconds since some moment.
  void note(const SweepUpdate& update, double now);

  double part() const;              ///< of all evaluations that are expected, done by now
  double evaluations_here() const;  ///< done since the sweep was started
  /// Nothing while nothing was measured.
  std::optional<double> seconds_left() const;

 private:
  struct Run {
    std::size_t setting;
    double expected;         // evaluations, by its configuration
    double evaluations = 0;  // by now
    bool is_running = false, is_finished = false;
    double seen = 0;  // when that was
  };
  /// Sums over what was measured, of a setting or of all.
  struct Measured {
    double seconds = 0, evaluations = 0;   // of workers
    double ended = 0, ended_expected = 0;  // evaluations of finished runs, and those expected
  };

  double expected_end(const Run& run) const;
  double seconds_per_evaluation(std::size_t setting) const;

  std::vector<Run> runs_;
  std::vector<std::size_t> order_;  // as they are dealt (sweep.cpp): longest first, seed by seed
  std::vector<Measured> settings_;
  Measured all_;
  std::size_t running_ = 0, workers_ = 0;
};

}  // namespace lowpass::app
