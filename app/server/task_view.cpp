#include "app/server/task_view.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/server/answer_text.h"
#include "app/server/run_files.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

/// A list to choose from, not a catalogue.
constexpr int kMostTrained = 200, kMostOfTest = 12;
constexpr std::size_t kMostRecorded = 100;

std::string condition_text(const std::string& id, const std::string& name, bool trained,
                           const std::string& test) {
  return JsonText::object({{"id", id},
                           {"name", name},
                           {"trained", trained},
                           {"test", test.empty() ? JsonText() : JsonText(test)}})
      .text();
}

/// Trials of a test, at most so many and evenly spread.
std::vector<int> some_of(int trials) {
  const int count = std::min(trials, kMostOfTest);
  std::vector<int> some;
  for (int i = 0; i < count; ++i) some.push_back(count < 2 ? 0 : i * (trials - 1) / (count - 1));
  return some;
}

/// Trials as trained, then those of the tests in which the task has the same grids; other sizes are
/// the slider's.
std::vector<std::string> simulated_conditions(const Configuration& configuration,
                                              const Task& task) {
  std::vector<std::string> conditions;
  for (int k = 0; k < std::min(task.trials(), kMostTrained); ++k) {
    conditions.push_back(condition_text(fmt::format("trial:{}", k), task.trial_name(k), true, ""));
  }
  const TaskEntry& entry = task_entry(configuration);
  if (!entry.tests) return conditions;
  const std::vector<TaskTest> tests = entry.tests(configuration.task.keys);
  for (std::size_t t = 0; t < tests.size(); ++t) {
    if (task_geometry(entry, tests[t].keys) != task_geometry(configuration)) continue;
    const auto tested = entry.make(tests[t].keys);
    for (const int k : some_of(tested->trials())) {
      conditions.push_back(condition_text(fmt::format("test:{}:{}", t, k), tested->trial_name(k),
                                          false, tests[t].name));
    }
  }
  return conditions;
}

std::vector<std::string> recorded_conditions(const FolderReader& folder, const std::string& run) {
  std::vector<std::string> conditions;
  for (const auto& entry : folder.entries(below(run, "recordings"))) {
    if (entry.is_folder || !entry.name.ends_with(".json")) continue;
    const std::string name = entry.name.substr(0, entry.name.size() - 5);
    conditions.push_back(condition_text("recorded:" + name, name, false, ""));
    if (conditions.size() == kMostRecorded) break;
  }
  return conditions;
}

/// {"key","own","low","high"}; null for a task without a size, and for keys that allow no other.
std::string size_text(const TaskEntry& entry, const KeyValues& keys) {
  if (!entry.size) return "null";
  const int own = keys.integer(entry.size->key);
  try {
    entry.size->resized(keys, own == entry.size->low ? entry.size->high : entry.size->low);
  } catch (const Error&) {
    return "null";
  }
  return fmt::format("{{\"key\":{},\"own\":{},\"low\":{},\"high\":{}}}",
                     json_string(entry.size->key), own, entry.size->low, entry.size->high);
}

std::string axes_text(const Grid& grid) {
  JsonText axes = JsonText::array();
  for (const Axis& axis : grid.axes) {
    axes.add(JsonText::object({{"name", axis.name}, {"size", axis.size}}));
  }
  return axes.text();
}

bool is_filled_from_its_first_cell(const Grid& grid) {
  for (int unit = 0; unit < grid.unit_count(); ++unit) {
    if (grid.cell_of_unit[static_cast<std::size_t>(unit)] != unit) return false;
  }
  return true;
}

}  // namespace

std::string geometry_text(const Geometry& geometry) {
  const std::pair<const char*, const Grid*> grids[] = {
      {"inputs", &geometry.inputs}, {"hidden", &geometry.hidden}, {"neurons", &geometry.neurons}};
  std::string text, cells;
  for (const auto& [name, grid] : grids) {
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", name, axes_text(*grid));
    if (is_filled_from_its_first_cell(*grid)) continue;
    cells += fmt::format("{}\"{}\":{}", cells.empty() ? "" : ",", name,
                         numbers_text(grid->cell_of_unit));
  }
  return cells.empty() ? fmt::format("{{{}}}", text)
                       : fmt::format("{{{},\"cells\":{{{}}}}}", text, cells);
}

int largest_size(const TaskEntry& entry, const KeyValues& keys) {
  return std::max(2 * entry.size->high, keys.integer(entry.size->key));
}

std::string recording_path(const std::string& run, const std::string& name) {
  return below(run, "recordings/" + name + ".json");
}

TaskView task_view(const FolderReader& folder, const std::string& run, const std::string& name) {
  TaskView view{.task = {}, .geometry = "null"};
  std::string help, problem, size = "null";
  std::vector<std::string> conditions;
  try {
    const Configuration configuration = run_configuration(folder, run);
    const TaskEntry& entry = task_entry(configuration);
    help = entry.help;
    view.geometry = geometry_text(network_geometry(configuration));
    const auto task = make_task(configuration);
    const Scene scene = task->scene();
    if (scene.parts.empty() && scene.signals.empty()) {
      task->make_arena();  // a task that cannot be simulated here says so itself
      problem = fmt::format("the task {} does not say how its episodes look", entry.name);
    } else {
      size = size_text(entry, configuration.task.keys);
      conditions = simulated_conditions(configuration, *task);
    }
  } catch (const std::exception& error) {
    problem = error.what();
  }
  const bool can_replay = problem.empty();
  for (std::string& condition : recorded_conditions(folder, run)) {
    conditions.push_back(std::move(condition));
  }
  view.task = fmt::format(
      "{{\"name\":{},\"help\":{},\"can_replay\":{},\"problem\":{},\"size\":{},"
      "\"conditions\":[{}]}}",
      json_string(name), json_string(help), can_replay, can_replay ? "null" : json_string(problem),
      size, fmt::join(conditions, ","));
  return view;
}

}  // namespace lowpass::app
