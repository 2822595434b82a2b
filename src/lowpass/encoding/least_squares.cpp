#include "lowpass/encoding/least_squares.h"

#include <cstddef>

namespace lowpass {
namespace {

/// Of the gradient to that at zero, squared: what rounding leaves.
constexpr double kTolerance = 1e-28;

double square_sum(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return sum;
}

/// The square of the gradient in the preconditioner's own measure.
double gradient_square(std::span<const double> energies, std::span<const double> direction) {
  double sum = 0.0;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    sum += energies[i] * direction[i] * direction[i];
  }
  return sum;
}

}  // namespace

std::vector<double> least_squares_genome(const GenomeMap& map, std::span<const double> weights) {
  std::vector<double> genome = map.forward(weights);
  const double enough = kTolerance * gradient_square(map.energies, genome);
  std::vector<double> change(weights.size()), left(weights.begin(), weights.end());
  map.decode(genome, change);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= change[i];
  std::vector<double> gradient = map.forward(left), direction = gradient;
  double square = gradient_square(map.energies, gradient);
  // Exact arithmetic ends after as many steps as there are genes.
  const std::size_t most_steps = 100 + 3 * genome.size();
  for (std::size_t step = 0; step < most_steps && square > enough; ++step) {
    map.decode(direction, change);
    const double energy = square_sum(change);
    if (!(energy > 0.0)) break;
    const double length = square / energy;
    for (std::size_t i = 0; i < genome.size(); ++i) genome[i] += length * direction[i];
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= length * change[i];
    gradient = map.forward(left);
    const double next = gradient_square(map.energies, gradient);
    for (std::size_t i = 0; i < direction.size(); ++i) {
      direction[i] = gradient[i] + next / square * direction[i];
    }
    square = next;
  }
  return genome;
}

}  // namespace lowpass
