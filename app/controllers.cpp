#include "app/controllers.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "app/evolve_plan.h"
#include "app/terminal.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/report/film_strip.h"

namespace lowpass::app {
namespace {

constexpr const char* kBest = "best.json";

/// The best controllers of the runs in a folder of runs, in the order of their paths.
std::vector<std::filesystem::path> controllers_below(const std::filesystem::path& folder,
                                                     int depth) {
  std::vector<std::filesystem::path> all;
  if (depth == 0) return all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    if (std::filesystem::exists(entry.path() / kBest)) all.push_back(entry.path() / kBest);
    const auto below = controllers_below(entry.path(), depth - 1);
    all.insert(all.end(), below.begin(), below.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The fittest of these. Throws Error (kUsage) if they are for different tasks: the fitness of one
/// says nothing about the other.
std::string best_of(const std::vector<std::filesystem::path>& all, const std::string& folder) {
  const std::filesystem::path* best = nullptr;
  double best_fitness = 0.0;
  std::string task;
  for (const std::filesystem::path& path : all) {
    const GenomeFile file = read_genome_file(path);
    const std::string own =
        file.configuration.task.name + keys_json(file.configuration, "task").text();
    if (best && own != task) {
      throw Error(
          ErrorKind::kUsage,
          fmt::format("{}: its runs have different tasks, whose fitness cannot be compared: "
                      "name one of them, such as {}",
                      folder, path.parent_path().string()));
    }
    task = own;
    const double fitness = file.fitness.value_or(-std::numeric_limits<double>::infinity());
    if (best && !(fitness > best_fitness)) continue;
    best = &path;
    best_fitness = fitness;
  }
  narrate("lowpass: {}: the best of {} runs, fitness {:.6g}\n", best->parent_path().string(),
          all.size(), best_fitness);
  return best->string();
}

}  // namespace

std::string genome_path(const std::string& file) {
  const std::filesystem::path path(file);
  if (!std::filesystem::is_directory(path)) return file;
  const std::filesystem::path best = path / kBest;
  if (std::filesystem::exists(best)) return best.string();
  // SWEEP/<setting>/<seed> where a plan says that it is one; else only <seed>, lest a folder of
  // anything is searched.
  const int deepest = std::filesystem::exists(path / kPlanFile) ? 2 : 1;
  const std::vector<std::filesystem::path> all = controllers_below(path, deepest);
  return all.empty() ? best.string() : best_of(all, file);
}

Conditions conditions_of(const ControllerOptions& options) {
  Conditions conditions{.size = options.size, .settings = options.settings};
  if (!options.starts.empty()) {
    conditions.settings.push_back(fmt::format("task.starts=[{}]", options.starts));
  }
  return conditions;
}

std::vector<RunAttachment> film_attachment(const Configuration& configuration) {
  if (make_task(configuration)->scene().parts.empty()) return {};
  return {{"film.svg", [](const GenomeFile& best, const GenomeFile&) {
             return film_strip_svg(recorded(best, best.configuration));
           }}};
}

}  // namespace lowpass::app
