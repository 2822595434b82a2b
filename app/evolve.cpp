#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/circumstances.h"
#include "app/clock.h"
#include "app/explain.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "app/progress.h"
#include "app/recordings.h"
#include "app/sweep_progress.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/experiment/configuration.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/problem.h"
#include "lowpass/experiment/sweep.h"

namespace lowpass::app {
namespace {

Configuration configuration_of(const EvolveOptions& options) {
  std::vector<std::string> settings = options.settings;
  if (options.seed) settings.push_back(fmt::format("run.seed={}", *options.seed));
  if (options.threads) settings.push_back(fmt::format("run.threads={}", *options.threads));
  if (options.subject.ends_with(".toml") || options.subject == "-") {
    return load_configuration(options.subject, settings);
  }
  if (options.subject != "octopus") {
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: expected a task (see: lowpass tasks) or a .toml "
                            "file",
                            options.subject));
  }
  return load_configuration({}, settings);
}

/// Without --out: a folder of its own below runs/.
std::filesystem::path output_folder(const EvolveOptions& options,
                                    const Configuration& configuration) {
  if (!options.out.empty()) return options.out;
  if (options.resume)
    throw Error(ErrorKind::kUsage, "--resume: expected --out DIR, the run folder");
  const std::string base = fmt::format("runs/{}-{:%Y%m%d-%H%M%S}", configuration.task.name,
                                       fmt::localtime(std::time(nullptr)));
  std::string name = base;
  for (int i = 2; std::filesystem::exists(name); ++i) name = fmt::format("{}-{}", base, i);
  return name;
}

std::string title_of(const Configuration& c) {
  const std::string genes =
      c.encoding.mapping == "direct"
          ? "direct"
          : fmt::format("{}, C = {}", c.encoding.mapping, c.encoding.coefficients);
  return fmt::format("{}, {} actions, {}, seed {}", c.task.name, c.task.actions, genes, c.run.seed);
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
                       .silence_limit = silence_limit(),
                       .on_generation = [&](const GenerationRecord& record) {
                         progress.show(record, seconds_now());
                       }};
  if (!job().is_leader()) {
    follow_run(run.configuration, *task, threads, hooks, job());
    return {};
  }
  RunCircumstances circumstances = circumstances_now();
  circumstances.threads = threads;
  RunFolder folder(run.folder, run.configuration, resume, circumstances);
  if (!folder.damage().empty()) fmt::print(stderr, "lowpass: {}\n", folder.damage());
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
std::optional<std::vector<RunSummary>> evolve_many(const std::vector<SweepRun>& runs, bool resume) {
  if (!resume && job().is_leader()) {
    for (const SweepRun& run : runs) require_no_run(run.folder);
  }
  SweepProgress progress(runs, seconds_now());
  return run_sweep(runs, thread_count(runs[0].configuration), progress.hooks(), job());
}

std::optional<std::vector<RunSummary>> evolve_all(const std::vector<SweepRun>& runs, bool resume) {
  if (runs.size() > 1) return evolve_many(runs, resume);
  if (const auto summary = evolve_one(runs[0], resume)) return std::vector{*summary};
  return {};
}

std::vector<SweepRun> runs_of(const EvolveOptions& options, const Configuration& first) {
  const std::filesystem::path out = output_folder(options, first);
  std::vector<SweepRun> runs;
  for (int i = 0; i < options.runs; ++i) {
    Configuration configuration = first;
    configuration.run.seed += static_cast<std::uint64_t>(i);
    const std::string seed = std::to_string(configuration.run.seed);
    runs.push_back({configuration, options.runs == 1 ? out : out / seed, {film_attachment()}});
  }
  return runs;
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
  fmt::print("  film strip             {}/film.svg\n", run.folder.string());
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

}  // namespace

void run(const EvolveOptions& options) {
  const Configuration first = configuration_of(options);
  if (options.dry_run) {
    fmt::print("{}", configuration_text(first));
    return;
  }
  if (options.is_explained) return explain(first, options.json);
  const std::vector<SweepRun> runs = runs_of(options, first);
  watch_interrupts();
  const auto summaries = evolve_all(runs, options.resume);
  if (!job().is_leader()) return;
  if (!summaries) {
    fmt::print(stderr, "stopped and saved; the same command with --out {} --resume goes on\n",
               (runs.size() == 1 ? runs[0].folder : runs[0].folder.parent_path()).string());
    throw Interrupted();
  }
  JsonText json = JsonText::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!options.json) print_text((*summaries)[i], runs[i]);
    json.add(json_of((*summaries)[i], runs[i]));
  }
  if (options.json) fmt::print("{}\n", JsonText::object({{"runs", json}}).text());
}

}  // namespace lowpass::app
