#include <algorithm>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/mapping.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorKind::kUsage, "mapping: " + why);
}

/// Something is wrong with array `index`; people count from 1.
[[noreturn]] void fail(std::size_t index, const std::string& why) {
  fail(fmt::format("array {}: {}", index + 1, why));
}

/// "weight 5 (input 1 to neuron 2)".
std::string named(NetworkSize size, std::ptrdiff_t weight) {
  const std::ptrdiff_t recurrent = size.recurrent_weight(0, 0), bias = size.bias_weight(0);
  if (weight >= bias) return fmt::format("weight {} (bias of neuron {})", weight, weight - bias);
  const bool is_input = weight < recurrent;
  const std::ptrdiff_t at = is_input ? weight : weight - recurrent;
  const int sources = is_input ? size.inputs : size.neurons;
  return fmt::format("weight {} ({} {} to neuron {})", weight, is_input ? "input" : "neuron",
                     at % sources, at / sources);
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

int end_of(int first, const std::vector<Cell>& cells) {
  return first + static_cast<int>(cells.size());
}

/// Some of `units` units, in cells of the array.
void check_units(std::size_t index, int first, const std::vector<Cell>& cells, int units,
                 Cell count) {
  if (first < 0 || end_of(first, cells) > units) {
    fail(index, fmt::format("units {} to {}: expected 0 to {}", first, end_of(first, cells) - 1,
                            units - 1));
  }
  for (const Cell cell : cells) {
    if (cell < 0 || cell >= count) {
      fail(index, fmt::format("cell {}: expected 0 to {}", cell, count - 1));
    }
  }
}

void check_distinct(std::size_t index, std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  const auto twice = std::adjacent_find(cells.begin(), cells.end());
  if (twice != cells.end()) fail(index, fmt::format("cell {} holds two weights", *twice));
}

/// The blocks of an array: cells inside it, destinations and sources along axes of their own, the
/// same destinations for all, and sources in distinct cells.
void check_blocks(NetworkSize size, std::size_t index, const WeightArray& array) {
  const Cell count = cell_count(array.shape);
  std::vector<Cell> sources;
  for (const WeightBlock& block : array.blocks) {
    check_units(index, block.first_to, block.to_cells, size.neurons, count);
    check_units(index, block.first_from, block.from_cells, unit_count(size, block.source), count);
    const WeightBlock& first = array.blocks.front();
    if (block.first_to != first.first_to || block.to_cells != first.to_cells) {
      fail(index, "its blocks have other destinations");
    }
    const std::vector<bool> to = axes_of(array.shape, block.to_cells);
    const std::vector<bool> from = axes_of(array.shape, block.from_cells);
    for (std::size_t a = 0; a < to.size(); ++a) {
      if (to[a] && from[a]) fail(index, "a block has destinations and sources along one axis");
    }
    sources.insert(sources.end(), block.from_cells.begin(), block.from_cells.end());
  }
  check_distinct(index, sources);
  if (!array.blocks.empty()) check_distinct(index, array.blocks.front().to_cells);
}

/// Throws if two blocks hold the same weight.
void check_apart(NetworkSize size, std::size_t index, const WeightBlock& a, const WeightBlock& b) {
  const int to = std::max(a.first_to, b.first_to), from = std::max(a.first_from, b.first_from);
  const bool is_common_to = to < std::min(end_of(a.first_to, a.to_cells),  //
                                          end_of(b.first_to, b.to_cells));
  const bool is_common_from =
      from < std::min(end_of(a.first_from, a.from_cells), end_of(b.first_from, b.from_cells));
  if (a.source != b.source || !is_common_to || !is_common_from) return;
  fail(index,
       named(size, first_weight(size, a.source, to) + from) + " lies in two cells: expected one");
}

/// Checks all blocks, and tells whether they hold every weight.
bool blocks_hold_all(const Mapping& mapping) {
  std::vector<const WeightBlock*> seen;
  std::ptrdiff_t held = 0;
  for (std::size_t i = 0; i < mapping.arrays.size(); ++i) {
    check_blocks(mapping.size, i, mapping.arrays[i]);
    for (const WeightBlock& block : mapping.arrays[i].blocks) {
      for (const WeightBlock* other : seen) check_apart(mapping.size, i, block, *other);
      seen.push_back(&block);
      held += static_cast<std::ptrdiff_t>(block.to_cells.size() * block.from_cells.size());
    }
  }
  return held == mapping.size.weight_count();
}

/// Marks the weights of an array as placed.
void place(NetworkSize size, std::size_t index, const WeightArray& array,
           std::vector<bool>& placed) {
  const auto count = static_cast<std::ptrdiff_t>(placed.size());
  const Cell cells = cell_count(array.shape);
  std::vector<bool> taken(cells, false);
  for_each_weight(size, array, [&](std::ptrdiff_t weight, Cell cell) {
    if (weight < 0 || weight >= count) {
      fail(index, fmt::format("weight {}: expected 0 to {}", weight, count - 1));
    }
    if (cell < 0 || cell >= cells) {
      fail(index, fmt::format("cell {}: expected 0 to {}", cell, cells - 1));
    }
    if (placed[weight]) fail(index, named(size, weight) + " lies in two cells: expected one");
    if (taken[cell]) fail(index, fmt::format("cell {} holds two weights", cell));
    placed[weight] = taken[cell] = true;
  });
}

}  // namespace

void check_mapping(const Mapping& mapping) {
  const bool has_lists =
      std::any_of(mapping.arrays.begin(), mapping.arrays.end(),
                  [](const WeightArray& array) { return !array.weights.empty(); });
  if (blocks_hold_all(mapping) && !has_lists) return;
  std::vector<bool> placed(mapping.size.weight_count(), false);
  for (std::size_t i = 0; i < mapping.arrays.size(); ++i) {
    place(mapping.size, i, mapping.arrays[i], placed);
  }
  for (std::size_t weight = 0; weight < placed.size(); ++weight) {
    if (placed[weight] || (!mapping.exists.empty() && !mapping.exists[weight])) continue;
    fail(named(mapping.size, static_cast<std::ptrdiff_t>(weight)) +
         " lies in no array: expected one cell for each");
  }
}

}  // namespace lowpass
