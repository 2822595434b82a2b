#pragma once

#include <algorithm>
#include <vector>

#include "lowpass/paper/run_record.h"

namespace lowpass {

/// A run whose generations of `population` individuals had these best fitness values.
inline RunRecord example_run(const Setup& setup, std::uint64_t seed, int population,
                             const std::vector<double>& best) {
  RunRecord run;
  run.setup = setup;
  run.seed = seed;
  for (const double fitness : best) {
    run.evaluations += population;
    run.best_fitness = run.generations.empty() ? fitness : std::max(run.best_fitness, fitness);
    GenerationRecord generation{};
    generation.generation = static_cast<std::uint32_t>(run.generations.size() + 1);
    generation.evaluations = run.evaluations;
    generation.coefficients = setup.coefficients;
    generation.best = fitness;
    generation.best_so_far = run.best_fitness;
    run.generations.push_back(generation);
    if (!run.evaluations_to_target && fitness >= run.target) {
      run.evaluations_to_target = run.evaluations;
    }
  }
  return run;
}

/// Runs of a setup with this final fitness and these evaluations to the target (0: never), give or
/// take a little.
struct ExampleRuns {
  Setup setup;
  double fitness = 0.8;
  std::int64_t evaluations_to_target = 1000;
  int runs = 20;
  double spread = 0.005;  ///< of fitness; evaluations spread by 10 %
  int never = 0;          ///< runs, of them all, that never reach the target
};

inline void add_runs(std::vector<RunRecord>& table, const ExampleRuns& example) {
  for (int i = 0; i < example.runs; ++i) {
    const double offset = (i + 0.5) / example.runs - 0.5;  // even, from -1/2 to 1/2
    RunRecord run;
    run.setup = example.setup;
    run.seed = static_cast<std::uint64_t>(i + 1);
    run.evaluations = run.budget;
    run.best_fitness = example.fitness + 2 * example.spread * offset;
    if (example.evaluations_to_target > 0 && i >= example.never) {
      const double count = static_cast<double>(example.evaluations_to_target);
      run.evaluations_to_target = static_cast<std::int64_t>(count * (1 + 0.2 * offset));
    }
    table.push_back(run);
  }
}

}  // namespace lowpass
