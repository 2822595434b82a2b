#include "lowpass/paper/run_list.h"

#include <fmt/format.h>

namespace lowpass {
namespace {

std::string start_cell(const RunRecord& run, std::size_t start) {
  if (!run.generalization || start >= run.generalization->starts.size()) return "";
  const std::optional<double>& fitness = run.generalization->starts[start];
  return fitness ? fmt::format("{}", *fitness) : "void";
}

std::string line_of(const RunRecord& run) {
  const std::string reached =
      run.evaluations_to_target ? fmt::format("{}", *run.evaluations_to_target) : "";
  std::string variation = run.setup.variation;
  if (!variation.empty()) {  // has commas, and quotes, which are doubled inside quotes
    for (std::size_t at = variation.find('"'); at != std::string::npos;
         at = variation.find('"', at + 2)) {
      variation.insert(at, 1, '"');
    }
    variation = '"' + variation + '"';
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", setup_name(run.setup), variation, run.seed,
                     run.evaluations, run.best_fitness, reached, run.diverged, run.digest,
                     start_cell(run, 0), start_cell(run, 1));
}

}  // namespace

std::string runs_csv(const RunTable& runs) {
  std::string csv =
      "setup,variation,seed,evaluations,best_fitness,evaluations_to_target,diverged,digest,"
      "start_minus_pi_4,start_plus_pi_4\n";
  for (const Setup& setup : runs.setups()) {
    for (const RunRecord& run : runs.of(setup)) csv += line_of(run);
  }
  return csv;
}

}  // namespace lowpass
