#pragma once

#include <span>

namespace lowpass {

// Loops over the rows of a population, vectorised over genes.

/// genome = mean + sigma * noise, for every row of the noise.
void sample_genomes(std::span<const double> mean, std::span<const double> sigma,
                    std::span<const double> noise, std::span<double> genomes);

/// The same with noise in single precision.
void sample_genomes(std::span<const double> mean, std::span<const double> sigma,
                    std::span<const float> noise, std::span<double> genomes);

/// Two genomes for every row k of the noise: mean + sigma * noise is row 2k, mean - sigma * noise
/// is row 2k + 1.
void sample_mirrored(std::span<const double> mean, std::span<const double> sigma,
                     std::span<const double> noise, std::span<double> genomes);

// Rows are summed in their order, so the bits do not depend on the width of a vector; rows of
// weight 0 are left out.

/// sum[i] = sum over k of weights[k] rows[k][i].
void weighted_row_sum(std::span<const double> weights, std::span<const double> rows,
                      std::span<double> sum);

/// sum[i] = sum over k of weights[k] rows[k][i]^2.
void weighted_square_sum(std::span<const double> weights, std::span<const double> rows,
                         std::span<double> sum);

}  // namespace lowpass
