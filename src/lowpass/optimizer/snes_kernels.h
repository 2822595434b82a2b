#pragma once

#include <cstddef>

namespace lowpass {

// The two loops of SNES over genes, vectorised; their mathematics is in snes.h.

/// What one update reads and writes. `noise` has a row of `dimension` numbers an individual.
struct SnesUpdate {
  std::size_t dimension;
  std::size_t population_size;
  const double* noise;
  const double* utility;
  double mean_rate;
  double half_sigma_rate;
  double* mean;
  double* sigma;
};

void update_distribution(const SnesUpdate& update);

/// genome = mean + sigma * noise.
void sample_genome(const double* mean, const double* sigma, const double* noise,
                   std::size_t dimension, double* genome);

}  // namespace lowpass
