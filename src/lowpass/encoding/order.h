#pragma once

#include <vector>

#include "lowpass/basis/shape.h"

namespace lowpass {

/// The first `count` cells of a coefficient array from low to high frequency ([FDE12] Algorithm 1):
/// gene k of a chromosome is the coefficient at order[k]. Orders nest: that of `count` is a prefix
/// of that of count + 1, so adding a gene moves none already found. Only the simplexes that are
/// needed are enumerated. Throws Error if count exceeds the number of cells.
std::vector<Cell> coefficient_order(const Shape& shape, Cell count);

}  // namespace lowpass
