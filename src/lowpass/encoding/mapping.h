#pragma once

#include <string>
#include <vector>

#include "lowpass/basis/shape.h"
#include "lowpass/network/geometry.h"
#include "lowpass/network/network_kind.h"
#include "lowpass/network/weights.h"

namespace lowpass {

/// Where a weight is read from.
struct WeightCell {
  std::ptrdiff_t weight;  ///< in the order of NetworkSize
  Cell cell;              ///< of the array
};

/// What a weight comes from.
enum class Source { kInputs, kNeurons, kBias };

/// All weights from some units of a kind to some neurons: the weight from unit first_from + i to
/// neuron first_to + k lies in cell to_cells[k] + from_cells[i]. Destinations have coordinates
/// other than 0 along some axes, sources along others.
struct WeightBlock {
  Source source;
  std::vector<Cell> to_cells;    ///< a cell a neuron
  std::vector<Cell> from_cells;  ///< a cell a unit of the source; the bias is one unit
  int first_to = 0;
  int first_from = 0;
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

/// Calls visit(weight, cell) for every weight that lies in the array.
template <class Visit>
void for_each_weight(NetworkSize size, const WeightArray& array, Visit visit) {
  for (const WeightBlock& block : array.blocks) {
    int to = block.first_to;
    for (const Cell row : block.to_cells) {
      std::ptrdiff_t weight = first_weight(size, block.source, to++) + block.first_from;
      for (const Cell from : block.from_cells) visit(weight++, row + from);
    }
  }
  for (const WeightCell& place : array.weights) visit(place.weight, place.cell);
}

/// How a genome becomes a network: the paper's Omega ([FDE12] §4.2). Every weight of a link lies in
/// exactly one cell of one array, so any network can be written as coefficients; what a cell says
/// of a missing link is dropped, and links that are missing need no cell.
struct Mapping {
  NetworkSize size;
  std::vector<WeightArray> arrays;
  Links exists = {};
};

/// The paper's mappings, for any geometry with n neurons (hidden ones first) and I inputs:
///   omega1  everything in one n x (I + n + 1) matrix: input | recurrent | bias
///   omega2  n x (input grid, slowest axis first); n x n; n
///   omega3  one axis for every axis of source and destination, each grid as declared:
///           input grid x neuron grid; neuron grid x neuron grid (source first); neuron grid.
///           Hidden neurons have a grid of their own: inputs to hidden, inputs to outputs, hidden
///           to hidden, hidden to outputs, outputs to hidden, outputs to outputs, biases of hidden,
///           biases of outputs
/// or the arrays that a user lists (encoding/listed_mapping.h): a text that begins with '['.
/// Arrays in which there is no link of that kind of network are left out. Throws Error for another
/// name, a wrong list, or a geometry that is none.
Mapping make_mapping(const std::string& name_or_list, const Geometry& geometry,
                     NetworkKind kind = NetworkKind::kRecurrent);

/// The names that make_mapping accepts.
const std::vector<std::string>& mapping_names();

/// Throws Error unless each weight of a link lies in exactly one cell, no other in more than one,
/// and each cell holds at most one weight. Those of make_mapping pass. A mapping of blocks alone
/// that has every link is checked without memory for each weight.
void check_mapping(const Mapping& mapping);

}  // namespace lowpass
