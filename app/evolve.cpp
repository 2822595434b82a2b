#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/circumstances.h"
#include "app/clock.h"
#include "app/evolve_plan.h"
#include "app/explain.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "app/progress.h"
#include "app/sweep_progress.h"
#include "app/sweep_table.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/sweep/sweep.h"

namespace lowpass::app {
namespace {

/// "poles, poles = 2, omega3, C = 8, seed 1": the task with what was set, then the encoding.
std::string title_of(const Configuration& c) {
  std::string title = c.task.name;
  for (const Key& key : task_entry(c).keys) {
    const KeyValue& value = c.task.keys.at(key.name);
    const bool is_short = key.type != "text" && key.type != "file";
    if (!key.derived_default && value != key.default_value && is_short) {
      title += fmt::format(", {} = {}", key.name, key_value_text(value));
    }
  }
  if (c.network.kind != "recurrent") title += ", " + c.network.kind;
  if (c.network.hidden > 0) title += fmt::format(", {} hidden", c.network.hidden);
  const std::string& mapping = c.encoding.mapping;
  title += mapping == "direct"
               ? ", direct"
               : fmt::format(", {}, C = {}", mapping.starts_with('[') ? "listed arrays" : mapping,
                             c.encoding.coefficients);
  if (c.optimizer.name != searches().front().name) title += ", " + c.optimizer.name;
  return fmt::format("{}, seed {}", title, c.run.seed);
}

int thread_count(const Configuration& configuration) {
  return configuration.run.threads > 0 ? configuration.run.threads : available_threads();
}

/// One run with all threads, of all ranks; nothing if it was interrupted, or on other ranks than
/// the leader.
std::optional<RunSummary> evolve_one(const SweepRun& run, bool resume) {
  const auto task = make_task(run.configuration);
  const int threads = thread_count(run.configuration);
  Progress progress(title_of(run.configuration), run.configuration.budget.evaluations,
                    seconds_now());
  const RunHooks hooks{.clock = seconds_now,
                       .should_stop = is_interrupted,
                       .silence_limit = job_patience().silence_limit,
                       .on_generation = [&](const GenerationRecord& record) {
                         progress.show(record, seconds_now());
                       }};
  if (!job().is_leader()) {
    follow_run(run.configuration, *task, threads, hooks, job());
    return {};
  }
  RunCircumstances circumstances = circumstances_now();
  circumstances.threads = threads;
  RunFolder folder(run.folder, run.configuration, resume, circumstances, run.start);
  if (!folder.damage().empty()) narrate("lowpass: {}\n", folder.damage());
  const RunOutcome outcome = evolve(run.configuration, *task, threads, folder, hooks,
                                    job().count() > 1 ? &job() : nullptr);
  if (!outcome.is_finished) return {};
  for (const RunAttachment& attachment : run.attachments) {
    write_file(run.folder / attachment.name,
               attachment.text(read_genome_file(run.folder / "best.json"),
                               read_genome_file(run.folder / "last.json")));
  }
  return outcome.summary;
}

/// Several runs, as many at once as there are threads; nothing if they were interrupted.
std::optional<std::vector<RunSummary>> evolve_many(const std::vector<SweepRun>& runs) {
  SweepProgress progress(runs, seconds_now());
  return run_sweep(runs, thread_count(runs[0].configuration), progress.hooks(), job());
}

std::optional<std::vector<RunSummary>> evolve_all(const std::vector<SweepRun>& runs, bool resume) {
  if (runs.size() > 1) return evolve_many(runs);
  if (const auto summary = evolve_one(runs[0], resume)) return std::vector{*summary};
  return {};
}

void print_text(const RunSummary& s, const SweepRun& run) {
  const Configuration& configuration = run.configuration;
  fmt::print("{}\n", title_of(configuration));
  fmt::print("  best fitness           {:.6f}\n", s.best_fitness);
  fmt::print("  evaluations            {}\n", s.evaluations);
  fmt::print("  evaluations to {:<7} {}\n", configuration.budget.target,
             s.evaluations_to_target ? fmt::format("{}", *s.evaluations_to_target) : "not reached");
  if (configuration.growth.enabled) fmt::print("  coefficients           {}\n", s.coefficients);
  if (s.diverged > 0) fmt::print("  diverged episodes      {}\n", s.diverged);
  fmt::print("  digest                 {}\n", s.digest);
  fmt::print("  folder                 {}\n", run.folder.string());
  if (!run.attachments.empty()) {
    fmt::print("  film strip             {}/film.svg\n", run.folder.string());
  }
}

JsonText json_of(const RunSummary& s, const SweepRun& run) {
  return JsonText::object({{"seed", s.seed},
                           {"evaluations", s.evaluations},
                           {"best_fitness", s.best_fitness},
                           {"evaluations_to_target", s.evaluations_to_target},
                           {"diverged", s.diverged},
                           {"digest", s.digest},
                           {"folder", run.folder.string()},
                           {"coefficients", s.coefficients}});
}

/// What the runs of each setting came to; they stand setting by setting.
std::vector<SweepRow> table_of(const EvolvePlan& plan, std::span<const RunSummary> summaries) {
  const std::size_t runs = summaries.size() / plan.settings.size();
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < plan.settings.size(); ++i) {
    const PlannedSetting& setting = plan.settings[i];
    rows.push_back(sweep_row(setting.point, summaries.subspan(i * runs, runs),
                             setting.configuration.budget.evaluations));
  }
  return rows;
}

void print_plan(const EvolvePlan& plan, bool json) {
  JsonText all = JsonText::array();
  for (const PlannedSetting& setting : plan.settings) {
    const JsonText configuration = configuration_json(setting.configuration);
    all.add(JsonText::object({{"name", setting.point.name}, {"configuration", configuration}}));
    if (json && !plan.is_sweep()) fmt::print("{}\n", configuration.text());
    if (json) continue;
    if (plan.is_sweep()) fmt::print("# {}\n", setting.point.name);
    fmt::print("{}", configuration_text(setting.configuration));
  }
  if (json && plan.is_sweep()) fmt::print("{}\n", JsonText::object({{"settings", all}}).text());
}

void print_results(const EvolvePlan& plan, const std::vector<SweepRun>& runs,
                   const std::vector<RunSummary>& summaries, const std::filesystem::path& out,
                   bool is_json) {
  JsonText json = JsonText::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!is_json && !plan.is_sweep()) print_text(summaries[i], runs[i]);
    json.add(json_of(summaries[i], runs[i]));
  }
  JsonText results = JsonText::object({{"runs", json}});
  if (plan.is_sweep()) {
    const std::vector<SweepRow> rows = table_of(plan, summaries);
    write_file(out / "sweep.csv", sweep_csv(rows));
    results.add("settings", sweep_json(rows));
    if (!is_json) fmt::print("{}{}\n", sweep_text(rows), (out / "sweep.csv").string());
  }
  if (is_json) fmt::print("{}\n", results.text());
}

}  // namespace

void run(const EvolveOptions& given) {
  EvolveOptions options = given;
  if (options.resume && options.out.empty() && std::filesystem::is_directory(options.subject)) {
    options.out = std::exchange(options.subject, {});
  }
  const EvolvePlan plan = evolve_plan(options);
  if (options.dry_run) return print_plan(plan, options.json);
  const Configuration& first = plan.settings[0].configuration;
  if (options.is_explained) return explain(first, options.json);
  make_task(first)->make_arena();  // whoever cannot simulate it says so, before a folder is made
  const std::filesystem::path out = output_folder(options, first);
  const std::vector<SweepRun> runs = planned_runs(plan, options, out);
  from_leader([&] {
    prepare_folders(plan, runs, options, out);
    return std::string();
  });
  watch_interrupts();
  const auto summaries = evolve_all(runs, options.resume);
  if (!job().is_leader()) return;
  if (!summaries) {
    narrate("stopped and saved; lowpass evolve --resume {} goes on\n", out.string());
    throw Interrupted();
  }
  print_results(plan, runs, *summaries, out, options.json);
}

}  // namespace lowpass::app
