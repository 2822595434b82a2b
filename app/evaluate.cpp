#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "app/recordings.h"
#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/generalization.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass::app {

void run(const EvaluateOptions& options) {
  TrialOptions trial{.resize = {.compartments = options.compartments}};
  if (!options.starts.empty()) trial.starts = parse_angles(options.starts, "--starts");
  const GenomeFile file = read_genome_file(options.file);
  const Evaluation evaluation = evaluate_stored(file, options.file, trial);
  std::vector<double> starts = trial.starts;
  if (starts.empty()) starts = stored_reaching(file, options.file, {}).starts;
  if (options.json) {
    JsonText trials = JsonText::array();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Episode& e = evaluation.episodes[i];
      trials.add(JsonText::object({{"start", starts[i]},
                                   {"fitness", e.fitness},
                                   {"steps", e.steps},
                                   {"distance", e.distance},
                                   {"touched", e.touched},
                                   {"diverged", e.diverged}}));
    }
    fmt::print("{}\n",
               JsonText::object({{"fitness", evaluation.fitness[0]}, {"trials", trials}}).text());
    return;
  }
  fmt::print("fitness {}\n", evaluation.fitness[0]);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Episode& e = evaluation.episodes[i];
    fmt::print("  start {:7.4f}  fitness {:.6f}  {:4} steps  distance {:.4f}  {}\n", starts[i],
               e.fitness, e.steps, e.distance,
               e.diverged ? "diverged" : (e.touched ? "touched" : "not touched"));
  }
}

}  // namespace lowpass::app
