#include "lowpass/experiment/run_folder.h"

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"
#include "lowpass/record/genome_file.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
  throw Error(ErrorKind::kFile, fmt::format("{}: {}", path.string(), why));
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail(path, "cannot make the folder: " + error.message());
}

}  // namespace

RunFolder::RunFolder(const std::filesystem::path& path, const Configuration& configuration,
                     bool resume, const RunCircumstances& circumstances)
    : path_(path),
      configuration_(configuration),
      circumstances_(circumstances),
      saved_best_(-std::numeric_limits<double>::infinity()) {
  // Looked at before anything is made: a run that is there must not be touched by mistake.
  if (!resume && std::filesystem::exists(path_ / "manifest.json")) {
    fail(path_, "holds a run already; --resume goes on with it, another --out starts a new one");
  }
  make_folder(path_);
  lock_.emplace(path_);
  check_manifest();
  if (const auto checkpoint = read_checkpoint(path_ / "checkpoint", damage_)) {
    if (checkpoint->configuration_hash != configuration_hash(configuration_)) {
      fail(path_ / "checkpoint", "belongs to another configuration");
    }
    resumed_ = state_from_bytes(checkpoint->payload);
  }
  if (!std::filesystem::exists(path_ / "manifest.json")) write_manifest({});
  log_.emplace(path_ / "generations.jsonl", resumed_ ? resumed_->search.generation : 0);
}

void RunFolder::check_manifest() const {
  const std::filesystem::path file = path_ / "manifest.json";
  if (!std::filesystem::exists(file)) return;
  const Configuration stored = read_manifest_configuration(file);
  const auto difference = configuration_difference(stored, configuration_);
  if (difference.empty()) return;
  fail(path_,
       fmt::format("the run there has another configuration: {}", fmt::join(difference, "; ")));
}

void RunFolder::save(const RunState& state) {
  log_->flush();
  write_checkpoint(path_ / "checkpoint", {configuration_hash(configuration_), state_bytes(state)});
  save_best(state);
}

void RunFolder::save_best(const RunState& state) {
  if (!(state.search.best_fitness > saved_best_)) return;
  write_file(path_ / "best.json", genome_text(state.search.best_genome, state.search.best_fitness));
  saved_best_ = state.search.best_fitness;
}

void RunFolder::finish(const RunState& state, const RunSummary& summary, double wall_seconds) {
  // The checkpoint comes last: where it says finished, everything else is there.
  save_best(state);
  write_file(path_ / "last.json", genome_text(state.last_best_genome, state.last_best_fitness));
  write_manifest(RunResult{summary, wall_seconds});
  save(state);
}

void RunFolder::write_manifest(const std::optional<RunResult>& result) const {
  write_file(path_ / "manifest.json", manifest_text({configuration_, circumstances_, result}));
}

std::string RunFolder::genome_text(const std::vector<double>& genome, double fitness) const {
  const auto& task = configuration_.task;
  return genome_file_text({.task = task.name,
                           .actions = task.actions,
                           .mapping = configuration_.encoding.mapping,
                           .compartments = task.compartments,
                           .genome = genome,
                           .fitness = fitness,
                           .activation = configuration_.network.activation,
                           .step = configuration_.network.step,
                           .control_step = task.control_step,
                           .steps = task.steps,
                           .goal = task.goal,
                           .starts = task.starts,
                           .truncation = {}});
}

}  // namespace lowpass
