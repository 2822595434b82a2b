#include "lowpass/paper/length_values.h"

namespace lowpass {
namespace {

constexpr int kShortestArm = 3, kLongestArm = 20;

}  // namespace

std::vector<int> all_arms() {
  std::vector<int> arms;
  for (int compartments = kShortestArm; compartments <= kLongestArm; ++compartments) {
    arms.push_back(compartments);
  }
  return arms;
}

std::optional<double> arm_fitness(const RunRecord& run, const LengthTest& test, int compartments) {
  if (!run.generalization) return std::nullopt;
  const bool is_direct = run.setup.mapping == "direct";
  const std::string& resize = is_direct ? test.direct_resize : run.setup.mapping;
  const auto place = static_cast<std::size_t>(compartments - kShortestArm);
  for (const auto& lengths : run.generalization->lengths) {
    if (lengths.controller != test.controller || lengths.resize != resize) continue;
    if (place < lengths.fitness.size()) return lengths.fitness[place];
  }
  return std::nullopt;
}

RunValues length_fitness(LengthTest test) {
  return [test = std::move(test)](std::span<const RunRecord> runs) {
    Sample values;
    for (const RunRecord& run : runs) {
      Sample arms;
      for (const int compartments : test.arms) {
        if (const auto fitness = arm_fitness(run, test, compartments)) arms.push_back(*fitness);
      }
      if (!arms.empty() && arms.size() == test.arms.size()) values.push_back(mean(arms));
    }
    return values;
  };
}

RunValues length_loss(LengthTest test) {
  return [test = std::move(test)](std::span<const RunRecord> runs) {
    Sample values;
    for (const RunRecord& run : runs) {
      const auto shorter = arm_fitness(run, test, 9), same = arm_fitness(run, test, 10);
      const auto longer = arm_fitness(run, test, 11);
      if (shorter && same && longer) values.push_back(*same - 0.5 * (*shorter + *longer));
    }
    return values;
  };
}

}  // namespace lowpass
