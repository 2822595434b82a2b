#pragma once

#include <string>
#include <vector>

#include "lowpass/basis/shape.h"
#include "lowpass/network/geometry.h"
#include "lowpass/network/weights.h"

namespace lowpass {

/// Where a weight is read from.
struct WeightCell {
  std::ptrdiff_t weight;  ///< in the order of NetworkSize
  Cell cell;              ///< of the array
};

/// What a weight comes from.
enum class Source { kInputs, kNeurons, kBias };

/// All weights from one kind of source: the weight from unit `from` to neuron `to` lies in cell
/// to_cells[to] + from_cells[from]. Destinations have coordinates other than 0 along some axes,
/// sources along others.
struct WeightBlock {
  Source source;
  std::vector<Cell> to_cells;    ///< a cell a neuron
  std::vector<Cell> from_cells;  ///< a cell a unit of the source; the bias is one unit
};

/// One array that a chromosome is decoded into. Its weights are listed one by one, or as blocks,
/// which need no memory a weight. Cells that hold no weight are computed and dropped.
struct WeightArray {
  Shape shape;
  std::vector<WeightCell> weights = {};
  std::vector<WeightBlock> blocks = {};
};

/// Where the weights of a source begin for neuron `to`, in the order of NetworkSize.
std::ptrdiff_t first_weight(NetworkSize size, Source source, int to);
/// How many units a source has.
int unit_count(NetworkSize size, Source source);

/// How a genome becomes a network: the paper's Omega ([FDE12] §4.2). Every weight lies in exactly
/// one cell of one array, so any network can be written as coefficients.
struct Mapping {
  NetworkSize size;
  std::vector<WeightArray> arrays;
};

/// The paper's mappings, for any geometry with n neurons and I inputs:
///   omega1  everything in one n x (I + n + 1) matrix: input | recurrent | bias
///   omega2  n x (input grid, slowest axis first); n x n; n
///   omega3  one axis for every axis of source and destination, each grid as declared:
///           input grid x neuron grid; neuron grid x neuron grid (source first); neuron grid
/// Throws Error for another name or a geometry that is none.
Mapping make_mapping(const std::string& name, const Geometry& geometry);

/// The names that make_mapping accepts.
const std::vector<std::string>& mapping_names();

/// Throws Error unless each weight of the network lies in exactly one cell, and each cell holds at
/// most one weight. For mappings that a user lists; those of make_mapping pass. A mapping of blocks
/// alone is checked without memory for each weight.
void check_mapping(const Mapping& mapping);

}  // namespace lowpass
