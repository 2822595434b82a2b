#include "lowpass/task/poles/damping.h"

#include <algorithm>
#include <cmath>

namespace lowpass {
namespace {

/// Keeps the fitness of a cart that never moved finite: an upright start without a least force.
constexpr double kLeastSum = 1e-12;

}  // namespace

void Damping::add(std::span<const double> state) {
  recent_[count_ % kStates] =
      std::abs(state[0]) + std::abs(state[1]) + std::abs(state[2]) + std::abs(state[3]);
  ++count_;
}

double Damping::fitness(int steps) const {
  const double balanced = static_cast<double>(count_) / steps;
  if (count_ < kStates) return 0.1 * balanced;
  double sum = 0.0;
  for (int i = 0; i < kStates; ++i) sum += recent_[(count_ + i) % kStates];  // oldest first
  return 0.1 * balanced + 0.9 * (0.75 / std::max(sum, kLeastSum));
}

}  // namespace lowpass
