#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "lowpass/core/error.h"
#include "lowpass/sweep/sweep.h"

namespace lowpass {

// A sweep has one thread that deals the runs, writes the files and talks, and workers that compute,
// in this process and in those of other ranks. What passes between them is bytes.

/// A run to be done.
struct SweepAssignment {
  std::size_t run;    ///< its place in the list, which every rank has
  std::string state;  ///< where it was stopped (state_bytes); empty: from the start
};

/// What was done of a run since the report before.
struct SweepReport {
  std::size_t run = 0;
  std::vector<GenerationRecord> generations = {};
  std::vector<SpectrumRecord> spectra = {};
  std::string state = {};  ///< after them (state_bytes); empty: it failed before the first
  bool is_last = false;    ///< finished, stopped or failed: the worker has left the run
  bool is_finished = false;
  double seconds = 0.0;                       ///< since the worker took the run
  std::vector<std::string> attachments = {};  ///< of a finished run: the texts of its attachments
  std::optional<Error> failure = {};
};

std::string report_bytes(const SweepReport& report);
SweepReport report_from_bytes(std::string_view bytes);

/// How many of `threads` run number `place` of `running` ones gets when all of them are shared out.
int shared_threads(int threads, std::size_t running, std::size_t place);

/// Threads that do runs, each one after the other.
class SweepWorkers {
 public:
  /// `runs_at_once` of the runs, on `threads` in all, at least as many. Runs report about every
  /// `interval` seconds. All references outlive the workers.
  SweepWorkers(std::span<const SweepRun> runs, int runs_at_once, int threads, double interval,
               const std::function<double()>& clock);
  /// Stops what is running.
  ~SweepWorkers();

  void assign(SweepAssignment assignment);
  /// There will be no more assignments: threads without a run help with those that go on, from
  /// their next generation. Results are the same for any number of threads.
  void lend();
  /// Waits up to `seconds` for the next report.
  std::optional<SweepReport> next_report(double seconds);
  /// Ends every run after its generation; what is assigned but not begun is given back untouched.
  void stop();

 private:
  void work();
  void do_run(const SweepAssignment& assignment);
  void evolve_and_report(const SweepAssignment& assignment);
  void post(SweepReport report);
  bool is_stopping();
  /// That the run shall have in its next generation.
  int threads_of(std::size_t run);

  std::span<const SweepRun> runs_;
  int threads_, threads_per_run_;
  double interval_;
  const std::function<double()>& clock_;
  std::mutex mutex_;
  std::condition_variable has_assignment_, has_report_;
  std::deque<SweepAssignment> assignments_;
  std::deque<SweepReport> reports_;
  std::vector<std::size_t> running_;
  bool is_stopping_ = false, is_lending_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace lowpass
