#include "lowpass/experiment/run_folder.h"

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"
#include "lowpass/experiment/genome_file.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
  throw Error(ErrorKind::kFile, fmt::format("{}: {}", path.string(), why));
}

bool holds_run(const std::filesystem::path& path) {
  return std::filesystem::exists(path / "manifest.json");
}

void require_same(const std::filesystem::path& path, const Configuration& stored,
                  const Configuration& here) {
  const auto difference = configuration_difference(stored, here);
  if (difference.empty()) return;
  fail(path,
       fmt::format("the run there has another configuration: {}", fmt::join(difference, "; ")));
}

Configuration with_budget(Configuration configuration, int evaluations) {
  configuration.budget.evaluations = evaluations;
  return configuration;
}

/// The configuration under which the checkpoint was written: this one, or that with an earlier
/// budget.
std::optional<Configuration> writer_of(const Checkpoint& checkpoint,
                                       const Configuration& configuration,
                                       std::vector<int> budgets) {
  budgets.push_back(configuration.budget.evaluations);
  for (const int evaluations : budgets) {
    const Configuration candidate = with_budget(configuration, evaluations);
    if (configuration_hash(candidate) == checkpoint.configuration_hash) return candidate;
  }
  return {};
}

RunState state_of(const Checkpoint& checkpoint, const std::filesystem::path& file) {
  try {
    return state_from_bytes(checkpoint.payload, checkpoint.version);
  } catch (const Error& error) {
    fail(file, error.what());
  }
}

/// A run in the folders `depth` levels below.
std::optional<std::filesystem::path> run_below(const std::filesystem::path& path, int depth) {
  if (depth == 0) return holds_run(path) ? std::optional(path) : std::nullopt;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (!entry.is_directory(error)) continue;
    if (const auto found = run_below(entry.path(), depth - 1)) return found;
  }
  return {};
}

}  // namespace

void require_room(const std::filesystem::path& path, int depth) {
  constexpr int kDeepest = 2;
  const auto place = std::filesystem::absolute(path).lexically_normal();
  for (auto above = place; above.has_relative_path();) {
    above = above.parent_path();
    if (holds_run(above)) {
      fail(path, fmt::format("is inside the run {}; choose another --out", above.string()));
    }
  }
  for (int level = 0; level <= kDeepest; ++level) {
    const auto other = level == depth ? std::nullopt : run_below(path, level);
    if (!other) continue;
    fail(path, level == 0 ? "holds a run, and cannot hold several; choose another --out"
                          : fmt::format("holds the runs of a sweep ({}, ...); choose another --out",
                                        other->string()));
  }
}

void extend_budget(const std::filesystem::path& path, const Configuration& configuration) {
  const FolderLock lock(path);
  Manifest manifest = read_manifest(path / "manifest.json");
  const int before = manifest.configuration.budget.evaluations;
  const int evaluations = configuration.budget.evaluations;
  if (before > 0 && (evaluations > before || evaluations == 0)) {
    require_same(path, manifest.configuration, with_budget(configuration, before));
  } else {
    require_same(path, manifest.configuration, configuration);
    return;
  }
  std::string damage;
  const auto checkpoint = read_checkpoint(path / "checkpoint", damage);
  if (checkpoint) {
    const auto writer = writer_of(*checkpoint, manifest.configuration, manifest.earlier_budgets);
    const RunState state = state_of(*checkpoint, path / "checkpoint");
    if (writer && state.is_finished && !is_ended_by_budget(*writer, state)) {
      fail(path, "the run there did not end by its budget: a larger one adds nothing");
    }
  }
  // The manifest comes first: it says that the checkpoint may be one of an earlier budget.
  manifest.earlier_budgets.push_back(before);
  manifest.configuration = with_budget(manifest.configuration, evaluations);
  manifest.result.reset();
  write_file(path / "manifest.json", manifest_text(manifest));
}

void require_no_run(const std::filesystem::path& path) {
  if (!holds_run(path)) return;
  fail(path, "holds a run already; --resume goes on with it, another --out starts a new one");
}

RunFolder::RunFolder(const std::filesystem::path& path, const Configuration& configuration,
                     bool resume, const RunCircumstances& circumstances,
                     const std::vector<double>& start)
    : path_(path),
      configuration_(configuration),
      circumstances_(circumstances),
      saved_best_(-std::numeric_limits<double>::infinity()) {
  if (!resume) require_no_run(path_);  // before anything is made
  make_folder(path_);
  lock_.emplace(path_);
  if (!resume) require_no_run(path_);  // another process may have been here until now
  remove_abandoned_files(path_);
  check_manifest();
  read_state();
  if (!resumed_ && !configuration_.run.start.empty()) begin_around(start);
  if (!std::filesystem::exists(path_ / "manifest.json")) write_manifest({});
  const std::uint32_t generations = resumed_ ? resumed_->search.generation : 0;
  log_.emplace(path_ / "generations.jsonl", generations);
  spectrum_.emplace(path_ / "spectrum.jsonl", generations);
}

void RunFolder::check_manifest() {
  const std::filesystem::path file = path_ / "manifest.json";
  if (!std::filesystem::exists(file)) return;
  const Manifest stored = read_manifest(file);
  earlier_budgets_ = stored.earlier_budgets;
  require_same(path_, stored.configuration, configuration_);
}

void RunFolder::read_state() {
  const std::filesystem::path file = path_ / "checkpoint";
  const auto checkpoint = read_checkpoint(file, damage_);
  if (!checkpoint) return;
  const auto writer = writer_of(*checkpoint, configuration_, earlier_budgets_);
  if (!writer) fail(file, "belongs to another configuration");
  resumed_ = state_of(*checkpoint, file);
  if (writer->budget.evaluations == configuration_.budget.evaluations) return;
  if (is_ended_by_budget(*writer, *resumed_)) resumed_->is_finished = false;
}

/// Before the first generation there is nothing but this state, and no other place that keeps it.
void RunFolder::begin_around(const std::vector<double>& start) {
  if (start.empty()) {
    fail(path_, "the run starts from a controller (run.start), and has not begun: --from names it");
  }
  resumed_ = first_state(configuration_, start);
  write_checkpoint(path_ / "checkpoint", {.configuration_hash = configuration_hash(configuration_),
                                          .payload = state_bytes(*resumed_)});
}

void RunFolder::save(const RunState& state) {
  log_->flush();
  spectrum_->flush();
  write_checkpoint(path_ / "checkpoint", {.configuration_hash = configuration_hash(configuration_),
                                          .payload = state_bytes(state)});
  save_best(state);
  flush_folder(path_);
}

void RunFolder::save_best(const RunState& state) {
  if (!(state.search.best_fitness > saved_best_)) return;
  replace_file(path_ / "best.json", genome_file_text(best_controller(configuration_, state)));
  saved_best_ = state.search.best_fitness;
}

void RunFolder::finish(const RunState& state, double wall_seconds) {
  // The checkpoint comes last: where it says finished, everything else is there.
  save_best(state);
  replace_file(path_ / "last.json", genome_file_text(last_controller(configuration_, state)));
  write_manifest(RunResult{run_summary(state), wall_seconds});
  save(state);
}

void RunFolder::write_manifest(const std::optional<RunResult>& result) const {
  replace_file(path_ / "manifest.json",
               manifest_text({configuration_, circumstances_, result, earlier_budgets_}));
}

}  // namespace lowpass
