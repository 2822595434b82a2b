#pragma once

#include <span>
#include <vector>

namespace lowpass {

/// Count, mean and summed squared deviations of what inputs were, input by input. Those of several
/// episodes are merged, which gives the same bits in the same order alone.
struct InputMoments {
  double count = 0.0;
  std::vector<double> mean, squares;  ///< one an input; none before the first

  bool operator==(const InputMoments&) const = default;
};

/// One more observation ([CHAN83] Eq. 1.3).
void add(InputMoments& moments, std::span<const double> inputs);
/// All observations of another ([CHAN83] Eq. 1.5). Throws Error for another number of inputs.
void merge(InputMoments& moments, const InputMoments& other);

/// What inputs become before a network sees them: (x - mean) scale. It is part of a controller.
struct Normalization {
  std::vector<double> mean, scale;  ///< none: inputs stay what they are

  bool empty() const { return mean.empty(); }
  bool operator==(const Normalization&) const = default;
};

/// To mean 0 and standard deviation 1. An input that never varied says nothing, and becomes 0; of
/// fewer than two observations nothing is known, and inputs stay what they are.
Normalization normalization_of(const InputMoments& moments);

/// Normalises `inputs` in place. Precondition: as many as the normalisation has, or that is empty.
void normalize(const Normalization& normalization, std::span<double> inputs);

}  // namespace lowpass
