#include "lowpass/paper/stages.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace lowpass {

std::vector<Stage> stages_of(const RunRecord& run) {
  std::vector<Stage> stages;
  std::vector<int> generations;
  for (const GenerationRecord& generation : run.generations) {
    if (stages.empty() || stages.back().coefficients != generation.coefficients) {
      stages.push_back({generation.coefficients, generation.best});
      generations.push_back(0);
    }
    stages.back().best = std::max(stages.back().best, generation.best);
    ++generations.back();
  }
  // The few generations that a budget has left after its last whole stage are none.
  if (stages.size() > 1 && 2 * generations.back() < generations.front()) stages.pop_back();
  return stages;
}

std::int64_t best_coefficients(std::span<const Stage> stages, double margin) {
  constexpr int kPatience = 6;
  assert(!stages.empty());
  Stage best = stages[0];
  int in_vain = 0;
  for (const Stage& stage : stages.subspan(1)) {
    if (stage.best > best.best + margin) {
      best = stage;
      in_vain = 0;
    } else if (++in_vain == kPatience) {
      break;
    }
  }
  return best.coefficients;
}

Sample stopping_coefficients(std::span<const RunRecord> runs, double margin) {
  Sample values;
  for (const RunRecord& run : runs) {
    const std::vector<Stage> stages = stages_of(run);
    if (!stages.empty()) values.push_back(static_cast<double>(best_coefficients(stages, margin)));
  }
  return values;
}

std::vector<StageColumn> stage_columns(std::span<const RunRecord> runs) {
  std::map<std::int64_t, Sample> columns;
  for (const RunRecord& run : runs) {
    for (const Stage& stage : stages_of(run)) columns[stage.coefficients].push_back(stage.best);
  }
  std::vector<StageColumn> result;
  for (auto& [coefficients, best] : columns) result.push_back({coefficients, std::move(best)});
  return result;
}

}  // namespace lowpass
