#include "lowpass/sweep/sweep.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "lowpass/core/file.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/run_folder.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/sweep/sweep_follower.h"
#include "lowpass/sweep/sweep_work.h"

namespace lowpass {
namespace {

constexpr double kPatience = 0.05;  // seconds to wait for a report before looking elsewhere

/// The order of the work: what looks finished comes first, because it has only to be counted; then
/// runs that take long, so that none of them is left to one thread at the end while the others have
/// nothing to do. Of equally long ones each setting has its first seed done before its second: so
/// it soon shows how long each takes.
std::vector<std::size_t> order_of_work(std::span<const SweepRun> runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Configuration &first = runs[a].configuration, &second = runs[b].configuration;
    return std::pair(-expected_evaluations(first), first.run.seed) <
           std::pair(-expected_evaluations(second), second.run.seed);
  });
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
    return std::filesystem::exists(runs[i].folder / "last.json");
  });
  return order;
}

bool has_attachments(const SweepRun& run) {
  return std::all_of(run.attachments.begin(), run.attachments.end(), [&](const RunAttachment& a) {
    return std::filesystem::exists(run.folder / a.name);
  });
}

/// The leader's side: deals runs, keeps their folders.
class SweepLeader {
 public:
  SweepLeader(std::span<const SweepRun> runs, int threads, const SweepHooks& hooks, Ranks& ranks)
      : runs_(runs),
        hooks_(hooks),
        ranks_(ranks),
        order_(order_of_work(runs)),
        summaries_(runs.size()),
        threads_per_run_(threads / at_once(threads)),
        workers_(runs, at_once(threads), threads, kCheckpointInterval, hooks.clock),
        members_(ranks.count(), Member{.idle = 0, .heard = hooks.clock()}) {
    members_[0].idle = at_once(threads);
  }

  std::optional<std::vector<RunSummary>> run() {
    while (!is_done()) {
      if (hooks_.should_stop()) stop();
      deal();
      if (auto report = workers_.next_report(ranks_.count() == 1 ? kPatience : kMessagePause)) {
        take(*report, 0);
      }
      hear_the_others();
    }
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, end_message());
    ranks_.finish_sending({hooks_.clock, hooks_.silence_limit});
    if (failure_) throw *failure_;
    return all_summaries();
  }

 private:
  struct Member {
    int idle;      // threads without a run
    double heard;  // when it last sent something
  };

  int at_once(int threads) const { return std::clamp(static_cast<int>(runs_.size()), 1, threads); }
  bool is_done() const { return active_.empty() && (is_stopping_ || next_ == order_.size()); }

  void stop() {
    if (std::exchange(is_stopping_, true)) return;
    workers_.stop();
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, stop_message());
  }

  void deal() {
    for (int rank = 0; rank < ranks_.count(); ++rank) {
      while (members_[rank].idle > 0 && next_ < order_.size() && !is_stopping_) {
        try {
          begin(order_[next_++], rank);
        } catch (const Error& error) {
          fail(error);
        }
      }
    }
    if (next_ == order_.size() && !std::exchange(is_lending_, true)) lend();
  }

  /// All runs are dealt: threads that are left over help with them.
  void lend() {
    workers_.lend();
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, lend_message());
  }

  /// Opens the run's folder and, if anything is left to do, gives the run to the rank.
  void begin(std::size_t index, int rank) {
    const SweepRun& run = runs_[index];
    RunCircumstances circumstances = hooks_.circumstances();
    circumstances.threads = threads_per_run_;
    auto folder = std::make_unique<RunFolder>(run.folder, run.configuration, !run.is_new,
                                              circumstances, run.start);
    if (!folder->damage().empty()) hooks_.on_damage(folder->damage());
    const auto& state = folder->resumed();
    if (state && state->is_finished && has_attachments(run)) return end(index, rank, *state);
    SweepAssignment assignment{index, state ? state_bytes(*state) : std::string()};
    tell(index, rank, state.value_or(RunState()));
    active_.emplace(index, std::move(folder));
    --members_[rank].idle;
    if (rank == 0) return workers_.assign(std::move(assignment));
    ranks_.send(rank, assignment_message(assignment));
  }

  void hear_the_others() {
    while (auto message = ranks_.receive()) {
      Member& member = members_[message->from];
      member.heard = hooks_.clock();
      if (message->is_sign_of_life) continue;
      if (const auto threads = hello_threads(message->bytes)) member.idle = *threads;
      if (const auto report = reported(message->bytes)) take(*report, message->from);
    }
    for (int rank = 1; rank < ranks_.count(); ++rank) {
      if (hooks_.clock() - members_[rank].heard > hooks_.silence_limit) {
        fail_for_silence(rank, {hooks_.clock, hooks_.silence_limit});
      }
    }
  }

  void take(const SweepReport& report, int rank) {
    if (report.failure) fail(*report.failure);
    try {
      if (!broken_.contains(report.run)) keep(report, rank);
    } catch (const Error& error) {
      broken_.insert(report.run);
      fail(error);
    }
    if (!report.is_last) return;
    active_.erase(report.run);
    ++members_[rank].idle;
  }

  /// Writes what a worker did into the run's folder.
  void keep(const SweepReport& report, int rank) {
    if (report.state.empty()) return;
    RunFolder& folder = *active_.at(report.run);
    for (const GenerationRecord& record : report.generations) folder.append(record);
    for (const SpectrumRecord& record : report.spectra) folder.append(record);
    const RunState state = state_from_bytes(report.state);
    if (!report.is_finished) {
      folder.save(state);
      return tell(report.run, rank, state);
    }
    const auto& attachments = runs_[report.run].attachments;
    for (std::size_t i = 0; i < attachments.size(); ++i) {
      write_file(folder.path() / attachments[i].name, report.attachments[i]);
    }
    if (!report.generations.empty()) folder.finish(state, report.seconds);
    end(report.run, rank, state);
  }

  void end(std::size_t index, int rank, const RunState& state) {
    summaries_[index] = run_summary(state);
    tell(index, rank, state);
  }

  void tell(std::size_t index, int rank, const RunState& state) const {
    hooks_.on_update(
        {index, rank, state.evaluations, state.search.best_fitness, state.is_finished});
  }

  void fail(const Error& error) {
    if (!failure_) failure_ = error;
    stop();
  }

  std::optional<std::vector<RunSummary>> all_summaries() const {
    std::vector<RunSummary> all;
    for (const auto& summary : summaries_) {
      if (!summary) return {};
      all.push_back(*summary);
    }
    return all;
  }

  std::span<const SweepRun> runs_;
  const SweepHooks& hooks_;
  Ranks& ranks_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;  // of order_, to be dealt
  std::vector<std::optional<RunSummary>> summaries_;
  int threads_per_run_;
  SweepWorkers workers_;
  std::vector<Member> members_;
  std::map<std::size_t, std::unique_ptr<RunFolder>> active_;  // of runs that are dealt
  /// Runs with a report that could not be written: a later one would leave a gap in the log.
  std::set<std::size_t> broken_;
  bool is_stopping_ = false, is_lending_ = false;
  std::optional<Error> failure_;
};

}  // namespace

std::int64_t expected_evaluations(const Configuration& configuration) {
  const auto& growth = configuration.growth;
  if (configuration.budget.evaluations > 0) return configuration.budget.evaluations;
  return std::int64_t{6} * (1 + growth.patience) * growth.evaluations;
}

std::optional<std::vector<RunSummary>> run_sweep(std::span<const SweepRun> runs, int threads,
                                                 const SweepHooks& hooks, Ranks& ranks) {
  if (ranks.is_leader()) return SweepLeader(runs, threads, hooks, ranks).run();
  follow_sweep(runs, threads, hooks, ranks);
  return {};
}

}  // namespace lowpass
