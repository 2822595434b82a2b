#include "app/evolve_plan.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/controllers.h"
#include "app/job.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/run_folder.h"
#include "lowpass/experiment/warm_start.h"

namespace lowpass::app {
namespace {

bool is_run(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "manifest.json");
}

bool holds_plan(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / kPlanFile);
}

/// Nothing but the folder says which runs are meant.
bool goes_by_folder(const EvolveOptions& options) {
  return options.resume && options.subject.empty() && options.from.empty() &&
         options.sweeps.empty() && (is_run(options.out) || holds_plan(options.out));
}

std::vector<std::string> settings_of(const EvolveOptions& options, const SweepPoint& point) {
  std::vector<std::string> settings = options.settings;
  if (options.seed) settings.push_back(fmt::format("run.seed={}", *options.seed));
  if (options.threads) settings.push_back(fmt::format("run.threads={}", *options.threads));
  for (const std::string& setting : point.settings()) settings.push_back(setting);
  return settings;
}

/// A task that is named beside a controller is only worth a word if it is another.
Configuration configuration_from(const GenomeFile& from, const std::string& task,
                                 std::vector<std::string> settings) {
  if (!task.empty() && task != from.configuration.task.name) {
    settings.insert(settings.begin(), "task.name=" + task);
  }
  return lowpass::configuration_from(from, settings);
}

Configuration configuration_of(const EvolveOptions& options, const SweepPoint& point,
                               const std::optional<GenomeFile>& from) {
  std::vector<std::string> settings = settings_of(options, point);
  const std::string& subject = options.subject;
  if (goes_by_folder(options)) {
    const auto manifest = std::filesystem::path(options.out) / "manifest.json";
    return changed_configuration(read_manifest(manifest).configuration, settings);
  }
  if (subject.ends_with(".toml") || subject == "-") return load_configuration(subject, settings);
  if (subject.ends_with(".json")) {
    return changed_configuration(read_manifest(subject).configuration, settings);
  }
  if (!subject.empty()) task_named(subject, subject, ErrorKind::kUsage);
  if (from) return configuration_from(*from, subject, settings);
  if (!subject.empty()) settings.insert(settings.begin(), "task.name=" + subject);
  return load_configuration({}, settings);
}

/// The start of the setting's runs, and with it what the configuration says of it.
void put_start(PlannedSetting& setting, const EvolveOptions& options, const GenomeFile& from) {
  setting.start = start_mean(from, setting.configuration);
  std::string& start = setting.configuration.run.start;
  const std::string digest = start_digest(setting.start);
  if (!start.empty() && start != digest) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("--from {}: run.start = {}, but this controller is {}", options.from,
                            start, digest));
  }
  start = digest;
}

/// A start is more than its digest: without the controller there is none.
void require_start(const PlannedSetting& setting, const EvolveOptions& options) {
  const std::string& start = setting.configuration.run.start;
  if (start.empty() || options.resume || options.dry_run) return;
  throw Error(
      ErrorKind::kConfiguration,
      fmt::format("run.start = {}: the run starts from a controller: --from names it", start));
}

void check_options(const EvolveOptions& options) {
  if (options.resume && options.out.empty()) {
    throw Error(ErrorKind::kUsage, "--resume: expected the folder of a run or a sweep");
  }
  if (options.subject == "-" && !options.sweeps.empty()) {
    throw Error(ErrorKind::kUsage, "--sweep: expected a task or a file, not standard input");
  }
  if (options.resume && is_run(options.out) && (options.runs || !options.sweeps.empty()) &&
      options.subject.empty()) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: holds one run; --resume goes on with that one, without --runs and "
                            "--sweep",
                            options.out));
  }
}

/// The axes of the file's table [sweep], and those of the command line, which replace them.
std::vector<SweepAxis> axes_of(const EvolveOptions& options) {
  std::vector<SweepAxis> axes;
  if (options.subject.ends_with(".toml")) {
    for (const SweptKey& key : swept_keys(options.subject)) {
      axes.push_back({key.name, key.values,
                      fmt::format("{}:{}: sweep.{}", options.subject, key.line, key.name)});
    }
  }
  const std::vector<SweepAxis> given = sweep_axes(options.sweeps);
  std::erase_if(axes, [&](const SweepAxis& axis) {
    return std::any_of(given.begin(), given.end(),
                       [&](const SweepAxis& other) { return other.key == axis.key; });
  });
  axes.insert(axes.end(), given.begin(), given.end());
  return axes;
}

EvolvePlan own_plan(const EvolveOptions& options) {
  EvolvePlan plan{.runs = options.runs.value_or(1)};
  std::optional<GenomeFile> from;
  if (!options.from.empty()) from = read_genome_file(genome_path(options.from));
  const std::vector<SweepAxis> axes = axes_of(options);
  check_axes(axes, options.settings);
  for (const SweepPoint& point : sweep_points(axes)) {
    PlannedSetting& setting =
        plan.settings.emplace_back(PlannedSetting{point, configuration_of(options, point, from)});
    if (from) {
      put_start(setting, options, *from);
    } else {
      require_start(setting, options);
    }
  }
  return plan;
}

/// The runs of a folder go on as they were planned; only the threads are this machine's.
EvolvePlan kept_plan(const EvolveOptions& options) {
  const auto file = std::filesystem::path(options.out) / kPlanFile;
  if (!options.settings.empty() || options.runs || options.seed) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: its runs go on as they were planned, without --set, --runs and "
                            "--seed",
                            options.out));
  }
  EvolvePlan plan = plan_from_text(read_file(file), file.string());
  for (PlannedSetting& setting : plan.settings) {
    setting.configuration.run.threads = options.threads.value_or(0);
  }
  return plan;
}

}  // namespace

EvolvePlan evolve_plan(const EvolveOptions& options) {
  check_options(options);
  const std::string text = from_leader([&] {
    const bool is_kept = goes_by_folder(options) && !is_run(options.out);
    return plan_text(is_kept ? kept_plan(options) : own_plan(options));
  });
  return plan_from_text(text, "plan of the leader");
}

std::filesystem::path output_folder(const EvolveOptions& options,
                                    const Configuration& configuration) {
  if (!options.out.empty()) return options.out;
  const std::string base = fmt::format("runs/{}-{:%Y%m%d-%H%M%S}", configuration.task.name,
                                       fmt::localtime(std::time(nullptr)));
  std::string name = base;
  for (int i = 2; std::filesystem::exists(name); ++i) name = fmt::format("{}-{}", base, i);
  return name;
}

std::vector<SweepRun> planned_runs(const EvolvePlan& plan, const EvolveOptions& options,
                                   const std::filesystem::path& out) {
  constexpr std::uint64_t kLastSeed = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t first = plan.settings[0].configuration.run.seed;
  if (static_cast<std::uint64_t>(plan.runs - 1) > kLastSeed - first) {
    throw Error(ErrorKind::kUsage, fmt::format("--runs {} from seed {} on: expected seeds up to {}",
                                               plan.runs, first, kLastSeed));
  }
  std::vector<SweepRun> runs;
  for (const PlannedSetting& setting : plan.settings) {
    for (int i = 0; i < plan.runs; ++i) {
      Configuration configuration = setting.configuration;
      configuration.run.seed += static_cast<std::uint64_t>(i);
      const std::string seed = std::to_string(configuration.run.seed);
      const std::filesystem::path folders[] = {out, out / seed, out / setting.point.name / seed};
      runs.push_back({.configuration = configuration,
                      .folder = folders[plan.depth()],
                      .attachments = film_attachment(configuration),
                      .is_new = !options.resume,
                      .start = setting.start});
    }
  }
  return runs;
}

void prepare_folders(const EvolvePlan& plan, const std::vector<SweepRun>& runs,
                     const EvolveOptions& options, const std::filesystem::path& out) {
  require_room(out, plan.depth());
  if (!options.resume) {
    for (const SweepRun& run : runs) require_no_run(run.folder);
  }
  if (plan.depth() == 0) {
    if (goes_by_folder(options)) extend_budget(out, runs[0].configuration);
    return;
  }
  make_folder(out);
  write_file(out / kPlanFile, plan_text(plan));
}

}  // namespace lowpass::app
