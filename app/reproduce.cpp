#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "app/reproduction_files.h"
#include "app/sweep_progress.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/suggestion.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/experiment/reproduction.h"

namespace lowpass::app {
namespace {

constexpr int kPaperRuns = 20, kSensitivityRuns = 3;

bool is_paper(const Target& target) { return target.kind != Target::Kind::kSensitivity; }

const Target& target_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Target& target : reproduction_targets()) {
    if (target.name == name) return target;
    names.push_back(target.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("{}: no claim or figure{} (see: lowpass reproduce "
                                             "--list)",
                                             name, did_you_mean(name, names)));
}

/// Those that were named; none named: the whole paper.
std::vector<Target> chosen_targets(const ReproduceOptions& options) {
  std::vector<Target> chosen;
  for (const std::string& name : options.names) chosen.push_back(target_named(name));
  if (!options.names.empty()) return chosen;
  const auto& all = reproduction_targets();
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), is_paper);
  return chosen;
}

int run_count(const ReproduceOptions& options, const Target& target) {
  return options.runs.value_or(is_paper(target) ? kPaperRuns : kSensitivityRuns);
}

ReproductionOptions amount(const ReproduceOptions& options, const Target& target) {
  return {options.out, run_count(options, target), options.evaluations};
}

void print_list() {
  for (const Target& target : reproduction_targets()) {
    fmt::print("{:<12} {:>3} setups  {}\n", target.name, target.setups.size(), target.title);
  }
}

/// The runs of all targets, each once.
std::vector<SweepRun> runs_of(const std::vector<Target>& targets, const ReproduceOptions& options) {
  std::vector<SweepRun> runs;
  std::map<std::filesystem::path, std::size_t> known;
  for (const Target& target : targets) {
    for (SweepRun& run : reproduction_runs(target.setups, amount(options, target))) {
      const auto [place, is_new] = known.try_emplace(run.folder, runs.size());
      if (is_new) runs.push_back(std::move(run));
      auto& attachments = runs[place->second].attachments;
      if (target.needs_generalization && attachments.empty()) {
        attachments.push_back(generalization_attachment());
      }
    }
  }
  return runs;
}

/// False if it was interrupted.
bool do_runs(const std::vector<SweepRun>& runs, int threads) {
  watch_interrupts();
  const double started = seconds_now();
  SweepProgress progress(runs, started);
  const bool is_done = run_sweep(runs, threads, progress.hooks(), job()).has_value();
  progress.clear();
  if (is_done) {
    fmt::print(stderr, "all {} runs are there, after {}\n", runs.size(),
               duration_text(seconds_now() - started));
  }
  return is_done;
}

}  // namespace

void run(const ReproduceOptions& options) {
  if (options.list) return print_list();
  const std::vector<Target> targets = chosen_targets(options);
  const bool is_done =
      do_runs(runs_of(targets, options), options.threads.value_or(available_threads()));
  if (!job().is_leader()) return;
  if (!is_done) {
    fmt::print(stderr, "stopped and saved; the same command goes on\n");
    throw Interrupted();
  }
  // Sensitivity alone is compared with all runs of the paper that are there.
  const bool has_paper = std::any_of(targets.begin(), targets.end(), is_paper);
  ReproductionFiles files(
      {options.out, has_paper ? options.runs.value_or(kPaperRuns) : kPaperRuns,
       options.evaluations},
      {options.out, options.runs.value_or(kSensitivityRuns), options.evaluations});
  for (const Target& target : targets) files.add(target);
  fmt::print("{}", options.json ? files.json() : files.text());
}

}  // namespace lowpass::app
