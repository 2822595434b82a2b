#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/sweep_forecast.h"
#include "app/terminal.h"
#include "lowpass/sweep/sweep.h"

namespace lowpass::app {

/// Tells on stderr how a sweep goes on: a live display on a terminal, else a plain line every few
/// seconds.
class SweepProgress {
 public:
  SweepProgress(std::span<const SweepRun> runs, double now);

  /// What a sweep asks of the program: this display, the clock, interrupts.
  SweepHooks hooks();

  void show(const SweepUpdate& update, double now);
  /// Prints a line above the display.
  void note(const std::string& line);
  void clear() { lines_.clear(); }

 private:
  struct RunningRun {
    int rank;
    std::int64_t evaluations;
    double best_fitness;
  };

  void account(const SweepUpdate& update, double now);
  std::string left_text() const;  // nothing while it cannot be said
  double rate(double now) const;
  std::string live_text(double now) const;
  std::string plain_text(double now) const;

  std::span<const SweepRun> runs_;
  double started_, shown_;
  int finished_ = 0;
  SweepForecast forecast_;
  std::map<std::size_t, RunningRun> running_;
  bool is_live_;
  LiveLines lines_;
};

/// Does the runs, each from where it was stopped, with that display. False if it was interrupted,
/// and on other ranks than the leader.
bool do_runs(std::span<const SweepRun> runs, int threads);

}  // namespace lowpass::app
