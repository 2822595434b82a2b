#include "lowpass/report/sensitivity.h"

#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

SetupOutcome setup_outcome(const Setup& setup, std::span<const RunRecord> runs) {
  SetupOutcome outcome{.setup = setup};
  if (runs.empty()) return outcome;
  outcome.evaluations = evaluations_to_target(runs);
  outcome.final_fitness = mean(best_fitness(runs));
  const Sample starts = untrained_start_fitness(runs);
  if (!starts.empty()) outcome.start_fitness = median(starts);
  return outcome;
}

}  // namespace

const SetupOutcome& VariationOutcome::twenty() const { return setups[1]; }

VariationOutcome variation_outcome(const RunTable& runs, const std::string& variation) {
  const Evidence evidence{runs, {.variation = variation}};
  const Setup direct = direct_setup("raw");
  VariationOutcome outcome{.variation = variation};
  for (const Setup& setup : indirect_setups("raw", "omega3")) {
    outcome.setups.push_back(setup_outcome(setup, evidence.of(setup)));
    const Measure lead = final_fitness_measure(evidence, direct, setup, "", more_than(0.0));
    if (lead.verdict == Verdict::kHolds) outcome.beaten_by_direct.push_back(setup.coefficients);
  }
  outcome.setups.push_back(setup_outcome(direct, evidence.of(direct)));
  outcome.speed = speed_measure(evidence, direct, indirect_setup("raw", "omega3", 20), "", nullptr);
  return outcome;
}

void append_counts(std::vector<FigureValue>& row, const SetupOutcome& outcome) {
  if (!outcome.evaluations) {
    row.resize(row.size() + 3);
    return;
  }
  row.emplace_back(static_cast<double>(outcome.evaluations->runs));
  row.emplace_back(static_cast<double>(outcome.evaluations->reached));
  row.emplace_back(outcome.evaluations->mean);
}

void append_measure(std::vector<FigureValue>& row, const Measure& measure) {
  if (!measure.value || !measure.interval) {
    row.resize(row.size() + 3);
    return;
  }
  row.emplace_back(*measure.value);
  row.emplace_back(measure.interval->low);
  row.emplace_back(measure.interval->high);
}

std::optional<Goal> goal_of(const std::string& variation) {
  const std::string prefix = "task.goal=";
  if (!variation.starts_with(prefix)) return std::nullopt;
  try {
    const auto goal = JsonValue::parse(variation.substr(prefix.size()), "goal").numbers();
    if (goal.size() == 2) return Goal{goal[0], goal[1]};
  } catch (const Error&) {  // another setting follows: no map shows it
  }
  return std::nullopt;
}

}  // namespace lowpass
