#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/infer.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "lowpass/paper/reproduction_files.h"
#include "app/sweep_progress.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/suggestion.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/paper/reproduction.h"

namespace lowpass::app {
namespace {

constexpr int kPaperRuns = 20, kSensitivityRuns = 3;

bool is_paper(const Target& target) {
  return target.kind == Target::Kind::kClaim || target.kind == Target::Kind::kFigure;
}

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

const Reading& reading_named(const std::string& name) {
  if (const Reading* reading = find_reading(name)) return *reading;
  std::vector<std::string> names;
  for (const Reading& reading : readings()) names.push_back(reading.name());
  throw Error(ErrorKind::kUsage,
              fmt::format("--reading {}: expected one of the {} that docs/protocol/readings.csv "
                          "lists{}",
                          name, names.size(), did_you_mean(name, names)));
}

ReproductionOptions amount(const ReproduceOptions& options, int runs) {
  return {options.out,
          runs,
          options.evaluations,
          {"task.precision=" + options.precision},
          reading_named(options.reading)};
}

void print_list(bool is_json) {
  JsonText all = JsonText::array();
  for (const Target& target : reproduction_targets()) {
    const std::size_t setups = target.setups.size();
    all.add(JsonText::object({{"name", target.name}, {"setups", setups}, {"title", target.title}}));
    if (is_json) continue;
    fmt::print("{:<12} {:>3} {:<6}  {}\n", target.name, setups, setups == 1 ? "setup" : "setups",
               target.title);
  }
  if (is_json) fmt::print("{}\n", JsonText::object({{"targets", all}}).text());
}

void check_sensitivity(const std::vector<Target>& targets, const ReproduceOptions& options) {
  for (const Target& target : targets) {
    if (target.kind != Target::Kind::kSensitivity || options.reading == scanned_reading().name()) {
      continue;
    }
    throw Error(ErrorKind::kUsage,
                fmt::format("sensitivity: expected --reading {}, whose goal and settings it varies",
                            scanned_reading().name()));
  }
}

/// The runs of all targets, each once.
std::vector<SweepRun> runs_of(const std::vector<Target>& targets, const ReproduceOptions& options) {
  std::vector<SweepRun> runs;
  std::map<std::filesystem::path, std::size_t> known;
  for (const Target& target : targets) {
    for (SweepRun& run :
         reproduction_runs(target.setups, amount(options, run_count(options, target)))) {
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

}  // namespace

void run(const ReproduceOptions& options) {
  if (options.list) return print_list(options.json);
  const std::vector<Target> targets = chosen_targets(options);
  const auto is_inference = [](const Target& t) { return t.kind == Target::Kind::kInference; };
  if (std::any_of(targets.begin(), targets.end(), is_inference)) return infer(options);
  check_sensitivity(targets, options);
  const bool is_done =
      do_runs(runs_of(targets, options), options.threads.value_or(available_threads()));
  if (!job().is_leader()) return;
  if (!is_done) {
    narrate("stopped and saved; the same command goes on\n");
    throw Interrupted();
  }
  // Sensitivity alone is compared with all runs of the paper that are there.
  const bool has_paper = std::any_of(targets.begin(), targets.end(), is_paper);
  ReproductionFiles files(
      amount(options, has_paper ? options.runs.value_or(kPaperRuns) : kPaperRuns),
      amount(options, options.runs.value_or(kSensitivityRuns)));
  for (const Target& target : targets) files.add(target);
  fmt::print("{}", options.json ? files.json() : files.text());
}

}  // namespace lowpass::app
