#include "lowpass/sweep/sweep_work.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/experiment/run_state.h"

namespace lowpass {

int shared_threads(int threads, std::size_t running, std::size_t place) {
  const auto all = static_cast<std::size_t>(threads);
  return static_cast<int>(all / running + (place < all % running ? 1 : 0));
}

SweepWorkers::SweepWorkers(std::span<const SweepRun> runs, int runs_at_once, int threads,
                           double interval, const std::function<double()>& clock)
    : runs_(runs),
      threads_(threads),
      threads_per_run_(threads / runs_at_once),
      interval_(interval),
      clock_(clock) {
  workers_ = started_threads(
      runs_at_once, [this](int) { work(); }, [this] { stop(); });
}

SweepWorkers::~SweepWorkers() {
  stop();
  for (std::thread& worker : workers_) worker.join();
}

void SweepWorkers::lend() {
  const std::lock_guard lock(mutex_);
  is_lending_ = true;
}

int SweepWorkers::threads_of(std::size_t run) {
  const std::lock_guard lock(mutex_);
  if (!is_lending_) return threads_per_run_;
  const auto place = std::find(running_.begin(), running_.end(), run) - running_.begin();
  return shared_threads(threads_, running_.size() + assignments_.size(),
                        static_cast<std::size_t>(place));
}

void SweepWorkers::assign(SweepAssignment assignment) {
  const std::lock_guard lock(mutex_);
  assignments_.push_back(std::move(assignment));
  has_assignment_.notify_one();
}

std::optional<SweepReport> SweepWorkers::next_report(double seconds) {
  std::unique_lock lock(mutex_);
  has_report_.wait_for(lock, std::chrono::duration<double>(seconds),
                       [this] { return !reports_.empty(); });
  if (reports_.empty()) return {};
  SweepReport report = std::move(reports_.front());
  reports_.pop_front();
  return report;
}

void SweepWorkers::stop() {
  const std::lock_guard lock(mutex_);
  is_stopping_ = true;
  for (SweepAssignment& assignment : assignments_) {
    reports_.push_back(
        {.run = assignment.run, .state = std::move(assignment.state), .is_last = true});
  }
  assignments_.clear();
  has_assignment_.notify_all();
  has_report_.notify_all();
}

bool SweepWorkers::is_stopping() {
  const std::lock_guard lock(mutex_);
  return is_stopping_;
}

void SweepWorkers::post(SweepReport report) {
  const std::lock_guard lock(mutex_);
  reports_.push_back(std::move(report));
  has_report_.notify_one();
}

void SweepWorkers::work() {
  while (true) {
    SweepAssignment assignment;
    {
      std::unique_lock lock(mutex_);
      has_assignment_.wait(lock, [this] { return is_stopping_ || !assignments_.empty(); });
      if (assignments_.empty()) return;
      assignment = std::move(assignments_.front());
      assignments_.pop_front();
      running_.push_back(assignment.run);
    }
    do_run(assignment);
    const std::lock_guard lock(mutex_);
    std::erase(running_, assignment.run);
  }
}

void SweepWorkers::do_run(const SweepAssignment& assignment) {
  SweepReport failed{.run = assignment.run, .is_last = true};
  try {
    return evolve_and_report(assignment);
  } catch (const Error& error) {
    failed.failure = error;
  } catch (const std::exception& error) {
    failed.failure = Error(ErrorKind::kFailure, error.what());
  }
  post(std::move(failed));
}

void SweepWorkers::evolve_and_report(const SweepAssignment& assignment) {
  const SweepRun& to_do = runs_[assignment.run];
  const auto task = make_task(to_do.configuration);
  std::optional<RunState> state;
  if (!assignment.state.empty()) state = state_from_bytes(assignment.state);
  Run run(to_do.configuration, *task, threads_of(assignment.run), std::move(state));
  const double began = clock_();
  double reported = began;
  SweepReport report{.run = assignment.run};
  while (!run.is_finished() && !is_stopping()) {
    run.use_threads(threads_of(assignment.run));
    report.generations.push_back(run.step());
    if (auto spectrum = run.spectrum()) report.spectra.push_back(*spectrum);
    const double now = clock_();
    if (now - reported < interval_ || run.is_finished()) continue;
    reported = now;
    report.state = state_bytes(run.state());
    post(std::exchange(report, {.run = assignment.run}));
  }
  report.state = state_bytes(run.state());
  report.is_last = true;
  report.is_finished = run.is_finished();
  report.seconds = clock_() - began;
  if (run.is_finished()) {
    for (const RunAttachment& attachment : to_do.attachments) {
      report.attachments.push_back(
          attachment.text(best_controller(to_do.configuration, run.state()),
                          last_controller(to_do.configuration, run.state())));
    }
  }
  post(std::move(report));
}

}  // namespace lowpass
