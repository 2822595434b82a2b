#pragma once

#include <span>
#include <vector>

#include "lowpass/basis/shape.h"

namespace lowpass {

// A genome of C coefficients is divided into chromosomes, one an array ([FDE12] §3, §4.3). It is
// stored chromosome-major: all genes of the first, then of the second, each from low to high
// frequency.

/// How long each chromosome is: C times, one gene goes to the shortest chromosome that is shorter
/// than its array (ties: the first). One rule for the even split, for growth ("to the first
/// shortest") and for saturation, so that lengths(C + 1) = lengths(C) plus one. Coefficients beyond
/// the capacity of all arrays are dropped.
std::vector<Cell> chromosome_lengths(std::span<const Cell> capacities, Cell coefficients);

/// For each gene of the longer genome its index in the shorter one, or -1 for a new gene.
std::vector<Cell> grown_genes(std::span<const Cell> old_lengths, std::span<const Cell> new_lengths);

}  // namespace lowpass
