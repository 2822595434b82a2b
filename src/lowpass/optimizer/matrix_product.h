#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

// Products of dense matrices, row by row, vectorised over columns. Every element is summed in the
// order of the inner index, so the bits do not depend on the width of a vector.

/// Genes up to which a search with a full matrix is worth its d^3.
inline constexpr std::size_t kLargestMatrix = 1000;

struct ProductShape {
  std::size_t rows, inner, columns;
};

/// out = a b.
void multiply(std::span<const double> a, std::span<const double> b, const ProductShape& shape,
              std::span<double> out);

/// matrix = kept matrix + sum over k of weights[k] rows[k] rows[k]', of which one triangle is
/// computed: it stays symmetric to the bit. Rows of weight 0 are left out.
void add_outer_products(std::span<const double> weights, std::span<const double> rows, double kept,
                        std::span<double> matrix);

/// The transposed square matrix.
std::vector<double> transposed(std::span<const double> matrix, std::size_t n);

std::vector<double> diagonal_matrix(std::span<const double> diagonal);

}  // namespace lowpass
