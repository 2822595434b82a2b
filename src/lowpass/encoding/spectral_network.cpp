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

bool has_lists(const Mapping& mapping) {
  return std::any_of(mapping.arrays.begin(), mapping.arrays.end(), [](const WeightArray& array) {
    return !array.weights.empty() || array.blocks.empty();
  });
}

}  // namespace

bool has_spectrum(const Mapping& mapping) { return mapping.exists.empty() && !has_lists(mapping); }

void check_spectrum(const Mapping& mapping) {
  if (has_spectrum(mapping)) return;
  throw Error(ErrorKind::kUsage,
              std::string("a step through the spectrum: expected ") +
                  (has_lists(mapping) ? "arrays of whole blocks; here weights are listed one by one"
                                      : "a fully recurrent network; here links are missing"));
}

SpectralPlan::SpectralPlan(NetworkSize size, std::span<const CoefficientArray> arrays)
    : size_(size) {
  std::vector<Axes> to(arrays.size()), from(arrays.size());
  std::vector<std::size_t> target(arrays.size());
  for (std::size_t m = 0; m < arrays.size(); ++m) {
    if (arrays[m].genes().empty()) continue;
    split_axes(arrays[m].array(), to[m], from[m]);
    target[m] = target_of(arrays[m].array(), to[m]);
    cover(to[m], arrays[m], targets_[target[m]].box);
  }
  for (Target& each : targets_) each.grid.emplace(each.shape, each.box);
  for (std::size_t m = 0; m < arrays.size(); ++m) {
    if (arrays[m].genes().empty()) continue;
    parts_.push_back(make_part(arrays[m], target[m], to[m], from[m]));
  }
  std::stable_sort(parts_.begin(), parts_.end(),
                   [](const Part& a, const Part& b) { return a.target < b.target; });
}

std::size_t SpectralPlan::target_of(const WeightArray& array, const Axes& axes) {
  const WeightBlock& block = array.blocks.front();
  const auto first = static_cast<std::size_t>(block.first_to);
  const Shape shape = along(axes, array.shape);
  const UnitCells cells = cells_along(axes, array.shape, block.to_cells);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Target& known = targets_[i];
    if (known.shape == shape && known.first_neuron == first && known.cells == cells) return i;
  }
  targets_.push_back({.shape = shape, .box = {}, .first_neuron = first, .cells = cells});
  return targets_.size() - 1;
}

SpectralPlan::Part SpectralPlan::make_part(const CoefficientArray& array, std::size_t target,
                                           const Axes& to, const Axes& from) const {
  const Shape& shape = array.array().shape;
  Shape box;
  cover(from, array, box);
  Part part{.target = target,
            .sources = CosineGrid(along(from, shape), box),
            .units = {},
            .has_gaps = false,
            .terms = {}};
  Cell units = 0;
  for (const WeightBlock& block : array.array().blocks) {
    part.units.push_back({block.source, static_cast<std::size_t>(block.first_from),
                          cells_along(from, shape, block.from_cells)});
    units += part.units.back().cells.count();
  }
  part.has_gaps = units < part.sources.cells();
  for (const auto& gene : array.genes()) {
    const std::vector<int> at = coordinates(shape, gene.position);
    part.terms.push_back({gene.gene, array.factor() * transform_factor(shape, gene.position),
                          cell_at(box, along(from, at)),
                          cell_at(targets_[target].box, along(to, at))});
  }
  std::sort(part.terms.begin(), part.terms.end(), [](const Term& a, const Term& b) {
    return a.to != b.to ? a.to < b.to : a.from < b.from;
  });
  return part;
}

std::vector<double> SpectralPlan::coefficients(std::span<const double> genome) const {
  std::vector<double> coefficients;
  for (const Part& part : parts_) {
    for (const Term& term : part.terms) coefficients.push_back(term.factor * genome[term.gene]);
  }
  return coefficients;
}

const double* SpectralPlan::add_part(const Part& part, const double* coefficients,
                                     std::span<const double> inputs, std::span<const double> state,
                                     const Scratch& scratch) const {
  constexpr double kOne[] = {1.0};
  if (part.has_gaps) std::fill(scratch.cells, scratch.cells + part.sources.cells(), 0.0);
  for (const SourceCells& units : part.units) {
    const std::span<const double> values = units.source == Source::kInputs    ? inputs
                                           : units.source == Source::kNeurons ? state
                                                                              : kOne;
    units.cells.place(values.subspan(units.first), scratch.cells);
  }
  part.sources.project(scratch.cells, scratch.transform, scratch.spectrum);
  for (auto term = part.terms.begin(); term != part.terms.end();) {
    const Cell to = term->to;
    double sum = scratch.sums[to];
    do sum += *coefficients++ * scratch.spectrum[term->from];
    while (++term != part.terms.end() && term->to == to);
    scratch.sums[to] = sum;
  }
  return coefficients;
}

void SpectralPlan::apply(std::span<const double> coefficients, std::span<const double> inputs,
                         std::span<const double> state, std::span<double> drives) const {
  assert(static_cast<int>(drives.size()) == size_.neurons);
  std::fill(drives.begin(), drives.end(), 0.0);
  std::size_t cells = 0, spectrum = 0, sums = 0, transform = 0;
  const auto cover_grid = [&](const CosineGrid& grid, std::size_t& frequencies) {
    cells = std::max(cells, whole_lines(grid.cells()));
    frequencies = std::max(frequencies, whole_lines(grid.frequencies()));
    transform = std::max(transform, grid.scratch_size());
  };
  for (const Part& part : parts_) cover_grid(part.sources, spectrum);
  for (const Target& target : targets_) cover_grid(*target.grid, sums);
  const AlignedBuffer buffer(cells + spectrum + sums + transform);
  const Scratch scratch{.cells = buffer.data(),
                        .spectrum = buffer.data() + cells,
                        .sums = buffer.data() + cells + spectrum,
                        .transform = buffer.data() + cells + spectrum + sums};

  const double* coefficient = coefficients.data();
  auto part = parts_.begin();
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    std::fill(scratch.sums, scratch.sums + sums, 0.0);
    for (; part != parts_.end() && part->target == t; ++part) {
      coefficient = add_part(*part, coefficient, inputs, state, scratch);
    }
    targets_[t].grid->expand(scratch.sums, scratch.transform, scratch.cells);
    targets_[t].cells.add_to(drives.subspan(targets_[t].first_neuron), scratch.cells);
  }
}

double SpectralPlan::products() const {
  double products = 0.0;
  for (const Target& target : targets_) products += target.grid->products();
  for (const Part& part : parts_) products += part.sources.products();
  return products;
}

double SpectralPlan::rows() const {
  Cell rows = 0;
  for (const Target& target : targets_) rows += target.grid->rows();
  for (const Part& part : parts_) rows += part.sources.rows();
  return static_cast<double>(rows);
}

}  // namespace lowpass
