#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/experiment/configuration.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run.h"

namespace lowpass {

/// One run of a sweep, and the folder that keeps it.
struct SweepRun {
  Configuration configuration;
  std::filesystem::path folder;
};

/// How one run of a sweep stands.
struct SweepUpdate {
  std::size_t run;  ///< its place in the list
  std::int64_t evaluations;
  double best_fitness;
  bool is_finished;
};

/// What a sweep needs from the program around it.
struct SweepHooks {
  std::function<double()> clock;      ///< seconds since some moment
  std::function<bool()> should_stop;  ///< asked between generations
  /// What a new run's manifest tells of the machine and the moment; `threads` is filled in.
  std::function<RunCircumstances()> circumstances;
  /// Told of every generation and every end of a run, by one thread at a time.
  std::function<void(const SweepUpdate&)> on_update;
  /// Told of damage that was passed over, one line, by one thread at a time.
  std::function<void(const std::string&)> on_damage;
  /// Called for every finished run, on the thread that had it: further work on its folder.
  std::function<void(const SweepRun&)> after_run;
};

/// How many evaluations a run is likely to take. With growth the end is not known beforehand; the
/// guess is twice the shortest such run.
std::int64_t expected_evaluations(const Configuration& configuration);

/// Does all runs that are not finished yet, each where it was stopped, long ones first. Populations
/// are too small to keep many threads busy, so each thread has a run of its own; only where there
/// are fewer runs than threads does a run get several.
///
/// Gives the summaries in the order of `runs`; nothing if told to stop before the end, with all
/// that was done saved. Throws what a run throws, once the others have stopped and saved.
std::optional<std::vector<RunSummary>> run_sweep(std::span<const SweepRun> runs, int threads,
                                                 const SweepHooks& hooks);

}  // namespace lowpass
