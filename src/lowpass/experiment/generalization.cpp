#include "lowpass/experiment/generalization.h"

#include "lowpass/configuration/problem.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

TestResult tried(const GenomeFile& file, const TaskTest& test, const Configuration& then,
                 const std::string& mapping) {
  return {test.name, mapping, then, evaluate_stored(file, then, {.direct_mapping = mapping})};
}

}  // namespace

Evaluation evaluate_stored(const GenomeFile& file, const Configuration& then,
                           const Resizing& resizing) {
  const auto task = make_task(then);
  const std::vector<Controller> controllers = {stored_controller(file, then, resizing)};
  Evaluator evaluator(*task, network_topology(then), network_activations(then), 1);
  return evaluator.evaluate(controllers);
}

std::vector<TestResult> generalization(const GenomeFile& file) {
  const TaskEntry& task = task_entry(file.configuration);
  std::vector<TestResult> results;
  if (!task.tests) return results;
  for (const TaskTest& test : task.tests(file.configuration.task.keys)) {
    Configuration then = file.configuration;
    then.task.keys = test.keys;
    if (network_geometry(then) == network_geometry(file.configuration)) {
      results.push_back({test.name, "", then, evaluate_stored(file, then)});
      continue;
    }
    for (const std::string& mapping : resize_mappings(file)) {
      results.push_back(tried(file, test, then, mapping));
    }
  }
  return results;
}

}  // namespace lowpass
