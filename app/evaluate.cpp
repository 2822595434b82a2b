#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "app/controllers.h"
#include "app/verbs.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/generalization.h"

namespace lowpass::app {
namespace {

JsonText json_of(const Episode& e, const std::string& name, const TaskEntry& entry, bool is_void) {
  if (is_void) return JsonText::object({{"name", name}, {"void", true}});
  JsonText json = JsonText::object({{"name", name}, {"fitness", e.fitness}, {"steps", e.steps}});
  if (!entry.distance.empty()) json.add(entry.distance, e.distance);
  return json.add(entry.success, e.succeeded).add("diverged", e.diverged);
}

std::string text_of(const Episode& e, const std::string& name, const TaskEntry& entry,
                    bool is_void) {
  if (is_void) return fmt::format("  {:<18}  void: over before it begins\n", name);
  const std::string distance =
      entry.distance.empty() ? "" : fmt::format("  {} {:.4f}", entry.distance, e.distance);
  return fmt::format("  {:<18}  fitness {:.6f}  {:4} steps{}  {}\n", name, e.fitness, e.steps,
                     distance,
                     e.diverged ? "diverged" : (e.succeeded ? "" : "not ") + entry.success);
}

}  // namespace

void run(const EvaluateOptions& options) {
  const GenomeFile file = read_genome_file(genome_path(options.controller.file));
  const Configuration then = configuration_under(file, conditions_of(options.controller));
  const TaskEntry& entry = task_entry(then);
  const auto task = make_task(then);
  const Evaluation evaluation = evaluate_stored(file, then);
  JsonText trials = JsonText::array();
  std::string text = fmt::format("fitness {}\n", evaluation.fitness[0]);
  for (int i = 0; i < task->trials(); ++i) {
    const bool is_void = task->is_void(i);
    trials.add(json_of(evaluation.episodes[i], task->trial_name(i), entry, is_void));
    text += text_of(evaluation.episodes[i], task->trial_name(i), entry, is_void);
  }
  if (options.json) {
    text = JsonText::object({{"fitness", evaluation.fitness[0]}, {"trials", trials}}).text() + "\n";
  }
  fmt::print("{}", text);
}

}  // namespace lowpass::app
