#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/controllers.h"
#include "app/verbs.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/generalization.h"

namespace lowpass::app {
namespace {

constexpr int kMostTrialsShown = 12;

/// Of the trials that are not void: how many there are, and how many succeeded.
struct TrialCount {
  int trials = 0, successes = 0;
};

TrialCount counted(const TestResult& result, const Task& task) {
  TrialCount count;
  for (int i = 0; i < task.trials(); ++i) {
    if (task.is_void(i)) continue;
    ++count.trials;
    count.successes += result.evaluation.episodes[i].succeeded ? 1 : 0;
  }
  return count;
}

JsonText json_of(const TestResult& result) {
  const auto task = make_task(result.then);
  JsonText trials = JsonText::array();
  for (int i = 0; i < task->trials(); ++i) {
    if (task->is_void(i)) {
      trials.add(JsonText::object({{"name", task->trial_name(i)}, {"void", true}}));
      continue;
    }
    const Episode& e = result.evaluation.episodes[i];
    trials.add(JsonText::object({{"name", task->trial_name(i)},
                                 {"fitness", e.fitness},
                                 {task_entry(result.then).success, e.succeeded}}));
  }
  JsonText json = JsonText::object({{"name", result.name}});
  if (!result.resize.empty()) json.add("resize", result.resize);
  return json.add("fitness", result.evaluation.fitness[0])
      .add("succeeded", counted(result, *task).successes)
      .add("trials", trials);
}

std::string text_of(const TestResult& result) {
  const auto task = make_task(result.then);
  std::string trials;
  for (int i = 0; i < task->trials() && task->trials() <= kMostTrialsShown; ++i) {
    trials += i == 0 ? "  (" : ", ";
    trials +=
        task->is_void(i) ? "void" : fmt::format("{:.3f}", result.evaluation.episodes[i].fitness);
  }
  if (!trials.empty()) trials += ")";
  const TrialCount count = counted(result, *task);
  const std::string fitness =
      count.trials > 0 ? fmt::format("{:.4f}", result.evaluation.fitness[0]) : "void";
  return fmt::format("  {:<20} {:<9} {:>10}   {} of {} {}{}\n", result.name,
                     result.resize.empty() ? "" : result.resize, fitness, count.successes,
                     count.trials, task_entry(result.then).success, trials);
}

}  // namespace

void run(const GeneralizeOptions& options) {
  JsonText all = JsonText::array();
  for (const std::string& name : options.runs) {
    const std::string path = genome_path(name);
    const GenomeFile file = read_genome_file(path);
    const std::vector<TestResult> results = generalization(file);
    if (results.empty()) {
      throw Error(ErrorKind::kUsage, fmt::format("{}: the task {} declares no further conditions",
                                                 path, file.configuration.task.name));
    }
    JsonText tests = JsonText::array();
    std::string text =
        fmt::format("{}\n  {:<30} {:>10.4f}\n", path, "as evolved", file.fitness.value_or(0.0));
    for (const TestResult& result : results) {
      tests.add(json_of(result));
      text += text_of(result);
    }
    all.add(
        JsonText::object({{"genome", path}, {"trained_fitness", file.fitness}, {"tests", tests}}));
    if (!options.json) fmt::print("{}", text);
  }
  if (options.json) fmt::print("{}\n", JsonText::object({{"controllers", all}}).text());
}

}  // namespace lowpass::app
