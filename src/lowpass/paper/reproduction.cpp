#include "lowpass/paper/reproduction.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/experiment/generalization.h"

namespace lowpass {
namespace {

constexpr const char* kGeneralizationFile = "generalization.json";
constexpr int kPaperEvaluations = 6000;  // of a run, and of a stage

/// "task.goal=[3.5,-3]" as the name of a folder: "goal_3.5_-3".
std::string variation_folder(const std::string& variation) {
  std::string name = variation.substr(variation.find('.') + 1);
  std::erase_if(name, [](char c) { return c == '[' || c == ']' || c == '"'; });
  for (char& c : name) {
    if (c == '=' || c == ',' || c == ' ') c = '_';
  }
  return name;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> settings_of(const Setup& setup) {
  std::vector<std::string> settings{"task.name=octopus", "task.preset=paper",
                                    "task.actions=" + setup.actions,
                                    "encoding.mapping=" + setup.mapping};
  if (setup.mapping != "direct") {
    settings.push_back(fmt::format("encoding.coefficients={}", setup.coefficients));
  }
  if (setup.is_growing) settings.emplace_back("growth.enabled=true");
  return settings;
}

using Scores = GeneralizationRecord::Scores;

/// NaN is what a test has whose trials are all void.
std::optional<double> score_of(double fitness) {
  return std::isnan(fitness) ? std::nullopt : std::optional(fitness);
}

/// The other tests are of lengths.
bool is_of_starts(const std::string& test) { return test == "starts" || test == "dense starts"; }

Scores start_scores(const TestResult& test) {
  const auto task = make_task(test.then);
  Scores scores;
  for (int i = 0; i < task->trials(); ++i) {
    scores.push_back(task->is_void(i) ? std::nullopt
                                      : std::optional(test.evaluation.episodes[i].fitness));
  }
  return scores;
}

int void_trials(const TestResult& test) {
  const auto task = make_task(test.then);
  int count = 0;
  for (int i = 0; i < task->trials(); ++i) count += task->is_void(i) ? 1 : 0;
  return count;
}

/// By degrees: the test leaves out starts that are void.
Scores dense_start_scores(const TestResult& test) {
  Scores scores(GeneralizationRecord::kDenseStarts);
  const std::vector<double>& starts = test.then.task.keys.numbers("starts");
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const double steps_of_5_degrees = starts[i] / (std::numbers::pi / 36);
    const auto place = static_cast<std::size_t>(std::lround(steps_of_5_degrees) + 18);
    scores.at(place) = test.evaluation.episodes[i].fitness;
  }
  return scores;
}

/// Unsets scores in which void trials have part: those of files that were written before there were
/// void ones.
void drop_void(GeneralizationRecord& record, const Configuration& configuration) {
  const TaskEntry& entry = task_entry(configuration);
  std::size_t arm = 0;
  for (const TaskTest& test : entry.tests(configuration.task.keys)) {
    const auto task = entry.make(test.keys);
    bool has_void = false;
    for (int i = 0; i < task->trials(); ++i) {
      has_void = has_void || task->is_void(i);
      const auto start = static_cast<std::size_t>(i);
      const bool is_start = test.name == "starts" && start < record.starts.size();
      if (is_start && task->is_void(i)) record.starts[start].reset();
    }
    if (is_of_starts(test.name)) continue;
    for (auto& lengths : record.lengths) {
      if (has_void) lengths.fitness.at(arm).reset();
    }
    ++arm;
  }
}

/// The tests of both controllers of a run, as figures and claims need them.
GeneralizationRecord generalization_test(const GenomeFile& best, const GenomeFile& last) {
  GeneralizationRecord record;
  const auto note = [&](const GenomeFile& file, const std::string& name) {
    std::map<std::string, Scores> lengths;  // by mapping
    std::map<std::string, int> voids;       // by test: the trials do not depend on the mapping
    for (const TestResult& test : generalization(file)) {
      if (is_of_starts(test.name)) {
        if (name != "best") continue;
        if (test.name == "starts") record.starts = start_scores(test);
        if (test.name == "dense starts") record.dense_starts = dense_start_scores(test);
        continue;
      }
      voids[test.name] = void_trials(test);
      if (!test.resize.empty()) {
        lengths[test.resize].push_back(score_of(test.evaluation.fitness[0]));
      } else {  // its own length: the same through any mapping
        for (const std::string& mapping : resize_mappings(file)) {
          lengths[mapping].push_back(score_of(test.evaluation.fitness[0]));
        }
      }
    }
    for (const std::string& mapping : resize_mappings(file)) {
      record.lengths.push_back({name, mapping, lengths[mapping]});
    }
    record.void_arm_trials = 0;
    for (const auto& [arm, count] : voids) record.void_arm_trials += count;
  };
  note(best, "best");
  note(last, "last");
  return record;
}

std::filesystem::path run_folder(const Setup& setup, const ReproductionOptions& options,
                                 std::uint64_t seed) {
  return setup_folder(setup, options) / std::to_string(seed);
}

}  // namespace

Configuration setup_configuration(const Setup& setup, const ReproductionOptions& options,
                                  std::uint64_t seed) {
  const int evaluations = options.evaluations.value_or(kPaperEvaluations);
  std::vector<std::string> settings = settings_of(setup);
  const auto add = [&](const std::vector<std::string>& more) {
    settings.insert(settings.end(), more.begin(), more.end());
  };
  add(words(options.reading.settings(setup)));
  add(words(setup.variation));
  add({fmt::format("budget.evaluations={}",
                   setup.is_growing ? kGrowingStages * evaluations : evaluations)});
  if (setup.is_growing) add({fmt::format("growth.evaluations={}", evaluations)});
  add(options.settings);
  add({fmt::format("run.seed={}", seed)});
  return load_configuration({}, settings);
}

std::filesystem::path setup_folder(const Setup& setup, const ReproductionOptions& options) {
  const std::filesystem::path base =
      setup.variation.empty() ? options.folder / "runs"
                              : options.folder / "sensitivity" / variation_folder(setup.variation);
  return base / setup_name(setup);
}

std::vector<SweepRun> reproduction_runs(std::span<const Setup> setups,
                                        const ReproductionOptions& options) {
  std::vector<SweepRun> runs;
  for (int seed = 1; seed <= options.runs; ++seed) {
    for (const Setup& setup : setups) {
      runs.push_back({setup_configuration(setup, options, seed), run_folder(setup, options, seed)});
    }
  }
  return runs;
}

std::filesystem::path typical_run(std::span<const RunRecord> runs,
                                  const ReproductionOptions& options) {
  std::vector<std::pair<double, std::uint64_t>> ranked;
  for (const RunRecord& run : runs) ranked.emplace_back(run.best_fitness, run.seed);
  std::sort(ranked.begin(), ranked.end());
  return run_folder(runs[0].setup, options, ranked[(ranked.size() - 1) / 2].second);
}

RunAttachment generalization_attachment() {
  return {kGeneralizationFile, [](const GenomeFile& best, const GenomeFile& last) {
            return generalization_text(generalization_test(best, last));
          }};
}

std::optional<RunRecord> read_run(const Setup& setup, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "manifest.json")) return {};
  const Manifest manifest = read_manifest(folder / "manifest.json");
  if (!manifest.result) return {};
  const RunSummary& summary = manifest.result->summary;
  RunRecord record{.setup = setup,
                   .seed = summary.seed,
                   .evaluations = summary.evaluations,
                   .target = manifest.configuration.budget.target,
                   .budget = manifest.configuration.budget.evaluations,
                   .best_fitness = summary.best_fitness,
                   .evaluations_to_target = summary.evaluations_to_target,
                   .diverged = summary.diverged,
                   .digest = summary.digest,
                   .generations = read_generation_log(folder / "generations.jsonl"),
                   .generalization = {}};
  const std::filesystem::path tests = folder / kGeneralizationFile;
  if (std::filesystem::exists(tests)) record.generalization = read_generalization(tests.string());
  if (record.generalization && record.generalization->has_void_scores) {
    drop_void(*record.generalization, manifest.configuration);
  }
  return record;
}

std::vector<RunRecord> read_runs(std::span<const Setup> setups,
                                 const ReproductionOptions& options) {
  std::vector<RunRecord> records;
  for (const Setup& setup : setups) {
    for (int seed = 1; seed <= options.runs; ++seed) {
      if (auto record = read_run(setup, run_folder(setup, options, seed))) {
        records.push_back(std::move(*record));
      }
    }
  }
  return records;
}

}  // namespace lowpass
