#include "lowpass/experiment/sweep.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>

#include "lowpass/core/thread_pool.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/problem.h"

namespace lowpass {
namespace {

/// The order of the work: runs that take long come first, so that none of them is left to one
/// thread at the end while the others have nothing to do.
std::vector<std::size_t> longest_first(std::span<const SweepRun> runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return expected_evaluations(runs[a].configuration) >
           expected_evaluations(runs[b].configuration);
  });
  return order;
}

class Sweep {
 public:
  Sweep(std::span<const SweepRun> runs, int threads, const SweepHooks& hooks)
      : runs_(runs),
        hooks_(hooks),
        order_(longest_first(runs)),
        at_once_(std::clamp<int>(static_cast<int>(runs.size()), 1, threads)),
        threads_per_run_(std::max(1, threads / at_once_)),
        summaries_(runs.size()) {}

  std::optional<std::vector<RunSummary>> run() {
    ThreadPool(at_once_).run([this](int) { work(); });
    std::vector<RunSummary> all;
    for (const auto& summary : summaries_) {
      if (!summary) return {};
      all.push_back(*summary);
    }
    return all;
  }

 private:
  bool should_stop() const { return has_failed_ || hooks_.should_stop(); }

  void work() {
    try {
      for (std::size_t i = next_++; i < runs_.size() && !should_stop(); i = next_++) {
        do_run(order_[i]);
      }
    } catch (...) {
      has_failed_ = true;
      throw;
    }
  }

  void do_run(std::size_t index) {
    const SweepRun& run = runs_[index];
    RunCircumstances circumstances = hooks_.circumstances();
    circumstances.threads = threads_per_run_;
    const auto task = make_task(run.configuration);
    RunFolder folder(run.folder, run.configuration, true, circumstances);
    if (!folder.damage().empty()) tell_damage(folder.damage());
    const RunOutcome outcome =
        evolve(run.configuration, *task, threads_per_run_, folder,
               {.clock = hooks_.clock,
                .should_stop = [this] { return should_stop(); },
                .on_generation =
                    [&](const GenerationRecord& record) {
                      tell({index, record.evaluations, record.best_so_far, false});
                    }});
    if (!outcome.is_finished) return;
    hooks_.after_run(run);
    summaries_[index] = outcome.summary;
    tell({index, outcome.summary.evaluations, outcome.summary.best_fitness, true});
  }

  void tell(const SweepUpdate& update) {
    const std::lock_guard lock(mutex_);
    hooks_.on_update(update);
  }

  void tell_damage(const std::string& line) {
    const std::lock_guard lock(mutex_);
    hooks_.on_damage(line);
  }

  std::span<const SweepRun> runs_;
  const SweepHooks& hooks_;
  std::vector<std::size_t> order_;
  int at_once_, threads_per_run_;
  std::vector<std::optional<RunSummary>> summaries_;  // each written by one thread
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::mutex mutex_;
};

}  // namespace

std::int64_t expected_evaluations(const Configuration& configuration) {
  const auto& growth = configuration.growth;
  if (configuration.budget.evaluations > 0) return configuration.budget.evaluations;
  return std::int64_t{2} * (1 + growth.patience) * growth.evaluations;
}

std::optional<std::vector<RunSummary>> run_sweep(std::span<const SweepRun> runs, int threads,
                                                 const SweepHooks& hooks) {
  return Sweep(runs, threads, hooks).run();
}

}  // namespace lowpass
