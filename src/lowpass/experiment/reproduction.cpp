#include "lowpass/experiment/reproduction.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "lowpass/experiment/generalization.h"

namespace lowpass {
namespace {

constexpr const char* kGeneralizationFile = "generalization.json";

/// "task.goal=[3.5,-3]" as the name of a folder: "goal_3.5_-3".
std::string variation_folder(const std::string& variation) {
  std::string name = variation.substr(variation.find('.') + 1);
  std::erase_if(name, [](char c) { return c == '[' || c == ']' || c == '"'; });
  for (char& c : name) {
    if (c == '=' || c == ',' || c == ' ') c = '_';
  }
  return name;
}

std::vector<std::string> settings_of(const Setup& setup) {
  std::vector<std::string> settings{"task.actions=" + setup.actions,
                                    "encoding.mapping=" + setup.mapping};
  if (setup.mapping != "direct") {
    settings.push_back(fmt::format("encoding.coefficients={}", setup.coefficients));
  }
  if (setup.is_growing) settings.emplace_back("growth.enabled=true");
  std::istringstream variation(setup.variation);
  for (std::string setting; variation >> setting;) settings.push_back(setting);
  return settings;
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
  return record;
}

std::filesystem::path run_folder(const Setup& setup, const ReproductionOptions& options,
                                 std::uint64_t seed) {
  return setup_folder(setup, options) / std::to_string(seed);
}

}  // namespace

Configuration setup_configuration(const Setup& setup, const ReproductionOptions& options,
                                  std::uint64_t seed) {
  std::vector<std::string> settings = settings_of(setup);
  if (options.evaluations) {
    settings.push_back(fmt::format("{}.evaluations={}", setup.is_growing ? "growth" : "budget",
                                   *options.evaluations));
  }
  settings.push_back(fmt::format("run.seed={}", seed));
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
