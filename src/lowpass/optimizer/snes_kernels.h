#pragma once

#include <cstddef>

namespace lowpass {

/// What one update reads and writes. The noise has a row of `dimension` numbers an individual.
struct SnesUpdate {
  std::size_t dimension;
  std::size_t population_size;
  const double* noise;  ///< null: single_noise instead
  const float* single_noise;
  const double* utility;
  double mean_rate;
  double half_sigma_rate;
  double* mean;
  double* sigma;
};

/// The update of snes.h, vectorised over genes. Individuals are summed in the precision of the
/// noise, mean and sigma updated in double.
void update_distribution(const SnesUpdate& update);

}  // namespace lowpass
