#include "lowpass/encoding/spectral_network.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "lowpass/core/aligned_buffer.h"
#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// Some axes of an array, in their order.
using Axes = std::vector<std::size_t>;

/// The axes of the neurons, and all others.
void split_axes(const WeightArray& array, Axes& to, Axes& from) {
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    const auto& cells = array.blocks.front().to_cells;
    const bool is_theirs = std::any_of(cells.begin(), cells.end(), [&](Cell cell) {
      return coordinates(array.shape, cell)[axis] != 0;
    });
    (is_theirs ? to : from).push_back(axis);
  }
}

template <class Numbers>
Numbers along(const Axes& axes, const Numbers& of_all) {
  Numbers some;
  for (const std::size_t axis : axes) some.push_back(of_all[axis]);
  return some;
}

/// The cell of the grid of some axes that a cell of the whole array lies over.
Cell cell_along(const Axes& axes, const Shape& shape, Cell cell) {
  return cell_at(along(axes, shape), along(axes, coordinates(shape, cell)));
}

UnitCells cells_along(const Axes& axes, const Shape& shape, std::vector<Cell> cells) {
  for (Cell& cell : cells) cell = cell_along(axes, shape, cell);
  return UnitCells(std::move(cells));
}

/// Grows the box until it holds the frequencies of all genes along some axes.
void cover(const Axes& axes, const CoefficientArray& array, Shape& box) {
  box.resize(axes.size(), 1);
  for (const auto& gene : array.genes()) {
    const std::vector<int> at = along(axes, coordinates(array.array().shape, gene.position));
    for (std::size_t a = 0; a < at.size(); ++a) box[a] = std::max(box[a], at[a] + 1);
  }
}

/// What the transform multiplies the cosines of a frequency by ([FDE12] Eq. 11).
double transform_factor(const Shape& shape, Cell position) {
  const std::vector<int> at = coordinates(shape, position);
  double factor = 1.0;
  for (std::size_t a = 0; a < at.size(); ++a) {
    factor *= (at[a] == 0 ? 1.0 : 2.0) / std::sqrt(static_cast<double>(shape[a]));
  }
  return factor;
}

std::size_t whole_lines(Cell numbers) { return (static_cast<std::size_t>(numbers) + 7) / 8 * 8; }

[[noreturn]] void fail(const char* why) {
  throw Error(ErrorKind::kUsage,
              std::string("a step through the spectrum: expected a mapping of blocks that have "
                          "the neurons on one grid; ") +
                  why);
}

}  // namespace

SpectralPlan::SpectralPlan(NetworkSize size, std::span<const CoefficientArray> arrays)
    : size_(size) {
  Shape neuron_shape, neuron_box;
  std::vector<Axes> to(arrays.size()), from(arrays.size());
  for (std::size_t m = 0; m < arrays.size(); ++m) {
    const WeightArray& array = arrays[m].array();
    if (!array.weights.empty() || array.blocks.empty()) fail("here weights are listed one by one");
    if (arrays[m].genes().empty()) continue;
    split_axes(array, to[m], from[m]);
    const Shape shape = along(to[m], array.shape);
    const auto cells = cells_along(to[m], array.shape, array.blocks.front().to_cells);
    const bool is_first = neuron_cells_.empty();
    if (!is_first && (shape != neuron_shape || cells != neuron_cells_)) fail("here grids differ");
    neuron_shape = shape;
    neuron_cells_ = cells;
    cover(to[m], arrays[m], neuron_box);
  }
  if (neuron_cells_.empty()) return;
  neurons_.emplace(neuron_shape, neuron_box);
  for (std::size_t m = 0; m < arrays.size(); ++m) {
    if (arrays[m].genes().empty()) continue;
    const Shape& shape = arrays[m].array().shape;
    Shape box;
    cover(from[m], arrays[m], box);
    Part part{.sources = CosineGrid(along(from[m], shape), box),
              .inputs = UnitCells(),
              .neurons = UnitCells(),
              .bias = UnitCells(),
              .terms = {}};
    for (const WeightBlock& block : arrays[m].array().blocks) {
      const auto cells = cells_along(from[m], shape, block.from_cells);
      if (block.source == Source::kInputs) part.inputs = cells;
      if (block.source == Source::kNeurons) part.neurons = cells;
      if (block.source == Source::kBias) part.bias = cells;
    }
    for (const auto& gene : arrays[m].genes()) {
      const std::vector<int> at = coordinates(shape, gene.position);
      part.terms.push_back({gene.gene, arrays[m].factor() * transform_factor(shape, gene.position),
                            cell_at(box, along(from[m], at)),
                            cell_at(neuron_box, along(to[m], at))});
    }
    std::sort(part.terms.begin(), part.terms.end(), [](const Term& a, const Term& b) {
      return a.to != b.to ? a.to < b.to : a.from < b.from;
    });
    parts_.push_back(std::move(part));
  }
}

std::vector<double> SpectralPlan::coefficients(std::span<const double> genome) const {
  std::vector<double> coefficients;
  for (const Part& part : parts_) {
    for (const Term& term : part.terms) coefficients.push_back(term.factor * genome[term.gene]);
  }
  return coefficients;
}

void SpectralPlan::place_sources(const Part& part, std::span<const double> inputs,
                                 std::span<const double> state, double* cells) const {
  constexpr double kOne[] = {1.0};
  if (part.has_gaps()) std::fill(cells, cells + part.sources.cells(), 0.0);
  part.inputs.place(inputs, cells);
  part.neurons.place(state, cells);
  part.bias.place(kOne, cells);
}

void SpectralPlan::apply(std::span<const double> coefficients, std::span<const double> inputs,
                         std::span<const double> state, std::span<double> drives) const {
  assert(static_cast<int>(drives.size()) == size_.neurons);
  std::fill(drives.begin(), drives.end(), 0.0);
  if (!neurons_) return;
  std::size_t cells_size = whole_lines(neurons_->cells());
  std::size_t spectrum_size = 0, scratch_size = neurons_->scratch_size();
  for (const Part& part : parts_) {
    cells_size = std::max(cells_size, whole_lines(part.sources.cells()));
    spectrum_size = std::max(spectrum_size, whole_lines(part.sources.frequencies()));
    scratch_size = std::max(scratch_size, part.sources.scratch_size());
  }
  const std::size_t sums_size = whole_lines(neurons_->frequencies());
  const AlignedBuffer buffer(cells_size + spectrum_size + sums_size + scratch_size);
  double* cells = buffer.data();
  double* spectrum = cells + cells_size;
  double* sums = spectrum + spectrum_size;
  double* scratch = sums + sums_size;

  std::fill(sums, sums + sums_size, 0.0);
  const double* coefficient = coefficients.data();
  for (const Part& part : parts_) {
    place_sources(part, inputs, state, cells);
    part.sources.project(cells, scratch, spectrum);
    for (auto term = part.terms.begin(); term != part.terms.end();) {
      const Cell to = term->to;
      double sum = sums[to];
      do sum += *coefficient++ * spectrum[term->from];
      while (++term != part.terms.end() && term->to == to);
      sums[to] = sum;
    }
  }
  neurons_->expand(sums, scratch, cells);
  neuron_cells_.read(cells, drives);
}

double SpectralPlan::products() const {
  double products = neurons_ ? neurons_->products() : 0.0;
  for (const Part& part : parts_) products += part.sources.products();
  return products;
}

double SpectralPlan::rows() const {
  Cell rows = neurons_ ? neurons_->rows() : 0;
  for (const Part& part : parts_) rows += part.sources.rows();
  return static_cast<double>(rows);
}

}  // namespace lowpass
