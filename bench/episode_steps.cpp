// How long the episodes of a run are, for bench/scaling_model.py: evolves one generation after the
// other as `lowpass evolve` does and prints one JSON object with the control steps of every episode
// and the seconds that a control step of all lanes takes.
//   episode_steps [key=value ...]      # settings of the configuration, e.g. task.compartments=69

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "lowpass/configuration/problem.h"
#include "lowpass/evaluation/evaluator.h"

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int count, char** arguments) {
  using namespace lowpass;
  const std::vector<std::string> settings(arguments + 1, arguments + count);
  const Configuration c = load_configuration({}, settings);
  const auto task = make_task(c);
  const auto encoding = make_encoding(c, c.encoding.coefficients);
  const auto genes = static_cast<std::size_t>(encoding->genome_size());
  Evaluator evaluator(*task, network_topology(c), network_activations(c), 1);
  const auto search = make_search(c, *encoding);
  SearchState state =
      search->start({std::vector<double>(genes, 0.0), initial_sigma(c, *encoding)}, c.run.seed);
  Population population;
  std::vector<int> steps;
  double evaluation_s = 0.0, search_s = 0.0;
  const int generations = c.budget.evaluations / search->population_size();
  for (int g = 0; g < generations; ++g) {
    const double began = seconds();
    search->ask(state, population);
    const double asked = seconds();
    const Evaluation evaluation = evaluator.evaluate(*encoding, population.genomes);
    const double evaluated = seconds();
    search->tell(state, population, evaluation.fitness);
    evaluation_s += evaluated - asked;
    search_s += (asked - began) + (seconds() - evaluated);
    for (const Episode& episode : evaluation.episodes) steps.push_back(episode.steps);
  }
  double total = 0.0;
  for (const int s : steps) total += s;
  const int lanes = task->make_arena()->lanes();
  // Lanes are nearly always full: an episode that ends makes room for the next.
  std::printf(
      "{\"population\":%d,\"trials\":%d,\"lanes\":%d,\"seconds_a_step\":%.3e,"
      "\"search_seconds_a_generation\":%.3e,\"steps\":[",
      search->population_size(), task->trials(), lanes, evaluation_s / (total / lanes),
      search_s / generations);
  for (std::size_t i = 0; i < steps.size(); ++i) std::printf("%s%d", i ? "," : "", steps[i]);
  std::printf("]}\n");
}
