#pragma once

#include <functional>
#include <span>
#include <vector>

namespace lowpass {

/// A linear map from genomes to weights, and what a fit to weights needs of it.
struct GenomeMap {
  /// For each gene the square sum of what it decodes to where it alone is 1, cells without a weight
  /// included.
  std::vector<double> energies;
  /// The transposed map, each gene divided by its energy: with every cell a weight, the fit itself.
  std::function<std::vector<double>(std::span<const double> weights)> forward;
  std::function<void(std::span<const double> genome, std::span<double> weights)> decode;
};

/// The genome whose weights differ least from `weights`, in the sum of squares; of several, one
/// near to `forward`. More genes are never worse: what fewer can do, they can.
///
/// Conjugate gradients on the normal equations ([HES52]), with 1 / energies as preconditioner, from
/// `forward` on. Where every cell holds a weight the basis is orthogonal, and there is nothing left
/// to do; a few empty cells take a few steps.
std::vector<double> least_squares_genome(const GenomeMap& map, std::span<const double> weights);

}  // namespace lowpass
