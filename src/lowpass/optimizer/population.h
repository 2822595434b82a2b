#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

/// What an optimiser asks to be evaluated: a row of `dimension` genes an individual.
struct Population {
  std::size_t dimension = 0;
  std::vector<double> genomes;
  /// The standard normal numbers behind the genomes, kept because (x - mean) / sigma would lose
  /// them once sigma is tiny. A row an individual, or a row a pair where individuals mirror each
  /// other; none where the search needs none.
  std::vector<double> noise;
  /// The same of a search that draws in single precision, instead.
  std::vector<float> single_noise;
  /// (x - mean) / sigma of each individual, where a search with a full covariance matrix shall not
  /// have to take its root twice.
  std::vector<double> steps;

  std::size_t size() const { return dimension == 0 ? 0 : genomes.size() / dimension; }
  std::span<const double> genome(std::size_t individual) const {
    return std::span(genomes).subspan(individual * dimension, dimension);
  }
};

}  // namespace lowpass
