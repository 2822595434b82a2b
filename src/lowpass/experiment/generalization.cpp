#include "lowpass/experiment/generalization.h"

#include <numbers>

namespace lowpass {

std::vector<std::string> resize_mappings(const GenomeFile& file) {
  if (file.mapping != "direct") return {file.mapping};
  return {file.actions == "raw" ? "omega3" : "omega1", "omega2"};
}

Evaluation evaluate_stored(const GenomeFile& file, const std::string& place,
                           const TrialOptions& options) {
  ReachingOptions reaching = stored_reaching(file, place, options.resize.compartments);
  if (!options.starts.empty()) reaching.starts = options.starts;
  reaching.score = options.score;
  const OctopusReaching task(reaching);
  const std::vector<Controller> controllers = {stored_controller(file, place, options.resize)};
  const Topology topology = Topology::fully_recurrent(controllers[0].size());
  Evaluator evaluator(task, topology, controllers[0].activation(), 1);
  return evaluator.evaluate(controllers);
}

std::vector<double> untrained_starts() { return {-std::numbers::pi / 4, std::numbers::pi / 4}; }

std::vector<double> length_test(const GenomeFile& file, const std::string& place,
                                const std::optional<std::string>& direct_mapping) {
  std::vector<double> fitness;
  for (int p = kShortestTestArm; p <= kLongestTestArm; ++p) {
    const TrialOptions options{
        .starts = {},
        .resize = {.compartments = p, .scale = Scale::kNone, .direct_mapping = direct_mapping},
        .score = Score::kClosest};
    fitness.push_back(evaluate_stored(file, place, options).fitness[0]);
  }
  return fitness;
}

GeneralizationRecord generalization_test(const GenomeFile& best, const GenomeFile& last) {
  GeneralizationRecord record;
  const auto trials = evaluate_stored(best, "best", {.starts = untrained_starts(), .resize = {}});
  for (const Episode& episode : trials.episodes) record.starts.push_back(episode.fitness);
  const auto test_lengths = [&](const GenomeFile& file, const std::string& name) {
    for (const std::string& mapping : resize_mappings(file)) {
      record.lengths.push_back({name, mapping, length_test(file, name, mapping)});
    }
  };
  test_lengths(best, "best");
  test_lengths(last, "last");
  return record;
}

}  // namespace lowpass
