#include "lowpass/paper/sensitivity.h"

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

/// Direct over C = 20. Fewer runs than an interval takes still have a ratio.
Measure speed_of(const Evidence& evidence, const SetupOutcome& direct, const SetupOutcome& twenty) {
  Measure speed = speed_measure(evidence, direct.setup, twenty.setup, {});
  if (speed.value || !direct.evaluations || !twenty.evaluations) return speed;
  speed.value = direct.evaluations->mean / twenty.evaluations->mean;
  speed.bound = bound_of(evidence, {direct.setup, twenty.setup});
  return speed;
}

}  // namespace

const SetupOutcome& VariationOutcome::twenty() const { return setups[1]; }

VariationOutcome variation_outcome(const RunTable& runs, const std::string& variation) {
  const Evidence evidence{runs, {.variation = variation}};
  const Setup direct = direct_setup("raw");
  VariationOutcome outcome{.variation = variation};
  for (const Setup& setup : indirect_setups("raw", "omega3")) {
    outcome.setups.push_back(setup_outcome(setup, evidence.of(setup)));
  }
  outcome.setups.push_back(setup_outcome(direct, evidence.of(direct)));
  for (const SetupOutcome& setup : outcome.setups) {
    if (setup.final_fitness && setup.final_fitness < outcome.direct().final_fitness) {
      outcome.beaten_by_direct.push_back(setup.setup.coefficients);
    }
  }
  outcome.speed = speed_of(evidence, outcome.direct(), outcome.twenty());
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
  const std::size_t end = row.size() + 3;
  if (measure.value && measure.bound != Bound::kUnknown) {
    row.emplace_back(*measure.value);
    if (measure.interval) {
      row.emplace_back(measure.interval->low);
      row.emplace_back(measure.interval->high);
    }
  }
  row.resize(end);
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
