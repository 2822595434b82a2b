#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/evaluation/ranks.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run.h"

namespace lowpass {

/// A further file that a finished run is given, made from its controllers.
struct RunAttachment {
  std::string name;
  std::function<std::string(const GenomeFile& best, const GenomeFile& last)> text;
};

/// One run of a sweep, and the folder that keeps it.
struct SweepRun {
  Configuration configuration;
  std::filesystem::path folder;
  std::vector<RunAttachment> attachments = {};
  bool is_new = false;  ///< a run that is there already is refused, not resumed
  /// The mean of its first generation, if it starts from a controller (run.start); the leader's.
  std::vector<double> start = {};
};

/// How one run of a sweep stands.
struct SweepUpdate {
  std::size_t run;  ///< its place in the list
  int rank;         ///< that has it
  std::int64_t evaluations;
  double best_fitness;  ///< -infinity before the first generation
  bool is_finished;
};

/// What a sweep needs from the program around it. All are called on the thread of run_sweep, but
/// the clock, which any thread may ask.
struct SweepHooks {
  std::function<double()> clock;      ///< seconds since some moment
  std::function<bool()> should_stop;  ///< asked all the time
  /// What a new run's manifest tells of the machine and the moment; `threads` is filled in.
  std::function<RunCircumstances()> circumstances;
  /// Told how a run stands when it is dealt, several times a second how it goes on, and of its end.
  std::function<void(const SweepUpdate&)> on_update;
  /// Told of damage that was passed over, one line.
  std::function<void(const std::string&)> on_damage;
  /// A rank that is not heard of for so long (seconds) is taken for dead.
  double silence_limit = 60.0;
};

/// How many evaluations a run is likely to take. With growth the end is not known beforehand; the
/// guess is six times the shortest such run, which is what the reproduction took on average.
std::int64_t expected_evaluations(const Configuration& configuration);

/// Does all runs that are not finished yet, each where it was stopped, long ones first. Populations
/// are too small to keep many threads busy, so each thread of each rank has a run of its own; where
/// there are fewer runs than threads, from the start or towards the end, the threads of a rank are
/// shared out among its runs. The leader opens, writes and closes the folders; the others compute.
/// Every rank calls this with the same runs.
///
/// Gives the summaries in the order of `runs`; nothing if told to stop before the end, with all
/// that was done saved, and nothing on other ranks than the leader. Throws what a run throws, once
/// the others have stopped and saved; Error (kFailure) if a rank is silent for too long.
std::optional<std::vector<RunSummary>> run_sweep(std::span<const SweepRun> runs, int threads,
                                                 const SweepHooks& hooks, Ranks& ranks);

}  // namespace lowpass
