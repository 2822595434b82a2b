#include <algorithm>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/mapping.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorKind::kUsage, "mapping: " + why);
}

/// The axes along which some cell has a coordinate other than 0.
std::vector<bool> axes_of(const Shape& shape, const std::vector<Cell>& cells) {
  std::vector<bool> axes(shape.size(), false);
  for (const Cell cell : cells) {
    const std::vector<int> at = coordinates(shape, cell);
    for (std::size_t a = 0; a < at.size(); ++a) axes[a] = axes[a] || at[a] != 0;
  }
  return axes;
}

void check_cells(const std::vector<Cell>& cells, Cell count, std::size_t units) {
  if (cells.size() != units)
    fail(fmt::format("a block of {} units: expected {}", cells.size(), units));
  for (const Cell cell : cells) {
    if (cell < 0 || cell >= count) fail(fmt::format("cell {}: expected 0 to {}", cell, count - 1));
  }
}

/// The shape of a block: cells inside the array, destinations and sources along axes of their own.
void check_block(NetworkSize size, const WeightArray& array, const WeightBlock& block) {
  const Cell cells = cell_count(array.shape);
  check_cells(block.to_cells, cells, static_cast<std::size_t>(size.neurons));
  check_cells(block.from_cells, cells, static_cast<std::size_t>(unit_count(size, block.source)));
  const std::vector<bool> to = axes_of(array.shape, block.to_cells);
  const std::vector<bool> from = axes_of(array.shape, block.from_cells);
  for (std::size_t a = 0; a < to.size(); ++a) {
    if (to[a] && from[a]) fail("a block has destinations and sources along one axis");
  }
}

void check_distinct(std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  const auto twice = std::adjacent_find(cells.begin(), cells.end());
  if (twice != cells.end()) fail(fmt::format("cell {} holds two weights", *twice));
}

/// All blocks: every source once; in one array the same destinations, and sources in cells of their
/// own.
void check_blocks(const Mapping& mapping) {
  std::vector<Source> seen;
  for (const WeightArray& array : mapping.arrays) {
    std::vector<Cell> from;
    for (const WeightBlock& block : array.blocks) {
      check_block(mapping.size, array, block);
      if (block.to_cells != array.blocks.front().to_cells) {
        fail("the blocks of an array have other destinations");
      }
      if (std::find(seen.begin(), seen.end(), block.source) != seen.end()) {
        fail("two blocks have the same source");
      }
      seen.push_back(block.source);
      from.insert(from.end(), block.from_cells.begin(), block.from_cells.end());
    }
    check_distinct(from);
    if (!array.blocks.empty()) check_distinct(array.blocks.front().to_cells);
  }
}

/// Marks what the blocks of an array hold.
void mark_blocks(NetworkSize size, const WeightArray& array, std::vector<bool>& placed,
                 std::vector<bool>& taken) {
  for (const WeightBlock& block : array.blocks) {
    for (int to = 0; to < size.neurons; ++to) {
      const std::ptrdiff_t first = first_weight(size, block.source, to);
      for (std::size_t from = 0; from < block.from_cells.size(); ++from) {
        placed[first + static_cast<std::ptrdiff_t>(from)] = true;
        taken[block.to_cells[to] + block.from_cells[from]] = true;
      }
    }
  }
}

/// Whether there is a weight that no block holds.
bool blocks_are_all(const Mapping& mapping) {
  std::size_t sources = 0;
  for (const WeightArray& array : mapping.arrays) {
    if (!array.weights.empty()) return false;
    sources += array.blocks.size();
  }
  return sources == 3;
}

}  // namespace

void check_mapping(const Mapping& mapping) {
  check_blocks(mapping);
  if (blocks_are_all(mapping)) return;
  const std::ptrdiff_t count = mapping.size.weight_count();
  std::vector<bool> placed(count, false);
  for (const WeightArray& array : mapping.arrays) {
    const Cell cells = cell_count(array.shape);
    std::vector<bool> taken(cells, false);
    mark_blocks(mapping.size, array, placed, taken);
    for (const auto& [weight, cell] : array.weights) {
      if (weight < 0 || weight >= count) {
        fail(fmt::format("weight {}: expected 0 to {}", weight, count - 1));
      }
      if (cell < 0 || cell >= cells)
        fail(fmt::format("cell {}: expected 0 to {}", cell, cells - 1));
      if (placed[weight]) fail(fmt::format("weight {} lies in two cells", weight));
      if (taken[cell]) fail(fmt::format("cell {} holds two weights", cell));
      placed[weight] = taken[cell] = true;
    }
  }
  const auto missing = std::find(placed.begin(), placed.end(), false);
  if (missing != placed.end()) {
    fail(fmt::format("weight {} lies in no cell", missing - placed.begin()));
  }
}

}  // namespace lowpass
