#pragma once

#include <span>
#include <vector>

namespace lowpass {

/// The damping fitness of an episode ([G08] §5.5.2): a controller that only swings the poles to and
/// fro, which standard fitness cannot tell from one that balances them, scores little.
///
/// 0.1 t / T + 0.9 f, where f = 0 if t < 100, else 0.75 / sum (|x| + |x'| + |theta_1| + |theta_1'|)
/// over the last 100 states within bounds, in SI units. Not bounded by 1.
///
/// Deviation from [G08] §5.5.2, whose sum runs from t - 100 to t: 100 terms, not 101.
class Damping {
 public:
  static constexpr int kStates = 100;

  /// Counts the state after a control step, if it lies within bounds.
  void add(std::span<const double> state);
  /// Of all that was added, in an episode of at most `steps` control steps.
  double fitness(int steps) const;

 private:
  int count_ = 0;
  std::vector<double> recent_ = std::vector<double>(kStates);  // the last 100, a ring
};

}  // namespace lowpass
