#include "lowpass/encoding/chromosomes.h"

#include <cassert>

namespace lowpass {

std::vector<Cell> chromosome_lengths(std::span<const Cell> capacities, Cell coefficients) {
  std::vector<Cell> lengths(capacities.size(), 0);
  for (Cell c = 0; c < coefficients; ++c) {
    std::size_t shortest = lengths.size();
    for (std::size_t m = 0; m < lengths.size(); ++m) {
      if (lengths[m] == capacities[m]) continue;  // saturated
      if (shortest == lengths.size() || lengths[m] < lengths[shortest]) shortest = m;
    }
    if (shortest == lengths.size()) break;
    ++lengths[shortest];
  }
  return lengths;
}

std::vector<Cell> grown_genes(std::span<const Cell> old_lengths,
                              std::span<const Cell> new_lengths) {
  assert(old_lengths.size() == new_lengths.size());
  std::vector<Cell> from;
  Cell old_begin = 0;
  for (std::size_t m = 0; m < new_lengths.size(); ++m) {
    assert(new_lengths[m] >= old_lengths[m]);
    for (Cell i = 0; i < new_lengths[m]; ++i)
      from.push_back(i < old_lengths[m] ? old_begin + i : -1);
    old_begin += old_lengths[m];
  }
  return from;
}

}  // namespace lowpass
