#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/recordings.h"
#include "app/clock.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/experiment/configuration.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/problem.h"

namespace lowpass::app {
namespace {

struct Options {
  std::string subject = "octopus";
  std::vector<std::string> settings;
  std::string out;
  int runs = 1;
  std::optional<int> threads;
  std::optional<std::int64_t> seed;
  bool resume = false, dry_run = false, json = false;
};

/// What was run and where it lies.
struct FinishedRun {
  RunSummary summary;
  std::string folder;
};

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

Configuration configuration_of(const Options& options) {
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
std::filesystem::path output_folder(const Options& options, const Configuration& configuration) {
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

/// One run; nothing if it was interrupted.
std::optional<FinishedRun> evolve_one(const Configuration& configuration,
                                      const std::filesystem::path& out, bool resume) {
  const auto task = make_task(configuration);
  const int threads =
      configuration.run.threads > 0 ? configuration.run.threads : available_threads();
  RunFolder folder(out, configuration, resume,
                   {.cpu = cpu_name(),
                    .threads = threads,
                    .started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)))});
  if (!folder.damage().empty()) fmt::print(stderr, "lowpass: {}\n", folder.damage());
  Progress progress(title_of(configuration), configuration.budget.evaluations, seconds_now());
  const RunOutcome outcome = evolve(configuration, *task, threads, folder,
                                    {.clock = seconds_now,
                                     .should_stop = is_interrupted,
                                     .on_generation = [&](const GenerationRecord& record) {
                                       progress.show(record, seconds_now());
                                     }});
  progress.clear();
  if (outcome.is_finished) return FinishedRun{outcome.summary, out.string()};
  fmt::print(stderr,
             "stopped after {} evaluations; the same command with --out {} --resume goes on\n",
             outcome.summary.evaluations, out.string());
  return {};
}

void print_text(const FinishedRun& run, const Configuration& configuration) {
  const RunSummary& s = run.summary;
  fmt::print("{}\n", title_of(configuration));
  fmt::print("  best fitness           {:.6f}\n", s.best_fitness);
  fmt::print("  evaluations            {}\n", s.evaluations);
  fmt::print("  evaluations to {:<7} {}\n", configuration.budget.target,
             s.evaluations_to_target ? fmt::format("{}", *s.evaluations_to_target) : "not reached");
  if (configuration.growth.enabled) fmt::print("  coefficients           {}\n", s.coefficients);
  if (s.diverged > 0) fmt::print("  diverged episodes      {}\n", s.diverged);
  fmt::print("  digest                 {}\n", s.digest);
  fmt::print("  folder                 {}\n", run.folder);
  fmt::print("  film strip             {}/film.svg\n", run.folder);
}

nlohmann::ordered_json json_of(const FinishedRun& run) {
  const RunSummary& s = run.summary;
  nlohmann::ordered_json json{{"seed", s.seed},
                              {"evaluations", s.evaluations},
                              {"best_fitness", s.best_fitness},
                              {"evaluations_to_target", nullptr},
                              {"diverged", s.diverged},
                              {"digest", s.digest},
                              {"folder", run.folder},
                              {"coefficients", s.coefficients}};
  if (s.evaluations_to_target) json["evaluations_to_target"] = *s.evaluations_to_target;
  return json;
}

void run(const Options& options) {
  const Configuration first = configuration_of(options);
  if (options.dry_run) {
    fmt::print("{}", configuration_text(first));
    return;
  }
  const std::filesystem::path out = output_folder(options, first);
  watch_interrupts();
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (int i = 0; i < options.runs; ++i) {
    Configuration configuration = first;
    configuration.run.seed += static_cast<std::uint64_t>(i);
    const auto folder = options.runs == 1 ? out : out / std::to_string(configuration.run.seed);
    const auto finished = evolve_one(configuration, folder, options.resume);
    if (!finished) throw CLI::RuntimeError(kInterrupted);
    write_film_strip(folder / "best.json", folder / "film.svg");
    if (!options.json) print_text(*finished, configuration);
    runs.push_back(json_of(*finished));
  }
  if (options.json) fmt::print("{}\n", nlohmann::ordered_json{{"runs", runs}}.dump());
}

}  // namespace

void add_evolve(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = program.add_subcommand("evolve", "Evolve controllers for a task");
  verb->add_option("TASK", options->subject, "A task (see: lowpass tasks) or a .toml file")
      ->capture_default_str();
  verb->add_option("--set", options->settings,
                   "key=value, over the file and the defaults; may be repeated")
      ->take_all();
  verb->add_option("--out", options->out,
                   "Run folder (default: a new one below runs/); with --runs one a seed inside");
  verb->add_option("--runs", options->runs, "Several runs, with seeds that follow each other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--threads", options->threads,
                   "Threads (default: all); never changes the result")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--seed", options->seed, "Seed of the first run (default 1)")
      ->check(CLI::NonNegativeNumber);
  verb->add_flag("--resume", options->resume, "Go on with the run in --out where it stopped");
  verb->add_flag("--dry-run", options->dry_run, "Print the resolved configuration and stop");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options] { run(*options); });
}

}  // namespace lowpass::app
