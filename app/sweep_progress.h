#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/terminal.h"
#include "lowpass/experiment/sweep.h"

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
    std::int64_t expected;  // evaluations at its end
    double best_fitness;
  };

  void account(const SweepUpdate& update);
  double part() const;
  std::string left_text(double now) const;  // nothing while it cannot be said
  double rate(double now) const;
  std::string live_text(double now) const;
  std::string plain_text(double now) const;

  std::span<const SweepRun> runs_;
  double started_, shown_;
  int finished_ = 0;
  std::int64_t expected_;       // evaluations of all runs
  std::int64_t done_ = 0;       // of those, by now
  std::int64_t done_here_ = 0;  // of those, since the sweep was started
  std::map<std::size_t, RunningRun> running_;
  bool is_live_;
  LiveLines lines_;
};

}  // namespace lowpass::app
