#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lowpass/basis/cosine_grid.h"
#include "lowpass/encoding/coefficient_array.h"
#include "lowpass/encoding/unit_cells.h"
#include "lowpass/network/drive.h"

namespace lowpass {

/// Whether the networks of a mapping can be stepped through their spectrum: they have every link
/// (all neurons are updated at once), and all arrays are blocks.
bool has_spectrum(const Mapping& mapping);
/// Throws Error unless has_spectrum.
void check_spectrum(const Mapping& mapping);

/// A network stepped through its spectrum: the weights are never formed. A weight of an array is
///
///   W[to, from] = sum over genes of  g  phi_d(to) psi_s(from),
///
/// where a frequency (d, s) has indices along the axes of destinations and along those of sources,
/// and phi, psi are products of cosines. So W z is three small steps,
///
///   u_s = sum over sources of psi_s(from) z(from)       the source's spectrum
///   v_d = sum over genes of g u_s                       a number a gene
///   y(to) = sum over d of phi_d(to) v_d                 once for all arrays of a grid
///
/// in time O((inputs + neurons) sqrt(C) + C) for arrays of two axes, and memory O(inputs + neurons
/// + C). Cells that hold no weight take no part, as when they are decoded and dropped.
///
/// The plan is what all genomes share.
class SpectralPlan {
 public:
  /// `arrays` are those of a FrequencyEncoding of a mapping that has_spectrum.
  SpectralPlan(NetworkSize size, std::span<const CoefficientArray> arrays);

  NetworkSize size() const { return size_; }
  /// What the cosines are multiplied by, a number a term, for the network of a genome.
  std::vector<double> coefficients(std::span<const double> genome) const;
  /// drives = W_in inputs + W_rec state + b for the network with these coefficients.
  void apply(std::span<const double> coefficients, std::span<const double> inputs,
             std::span<const double> state, std::span<double> drives) const;

  /// What a step costs besides a product a gene: those of its grids (basis/cosine_grid.h).
  double products() const;
  double rows() const;

 private:
  /// A gene: its frequency on the grids of sources and of neurons.
  struct Term {
    Cell gene;
    double factor;  // the array's, times 1/sqrt(N) or 2/sqrt(N) along each axis of the transform
    Cell from, to;
  };
  /// Units of one kind, on the grid of an array's sources.
  struct SourceCells {
    Source source;
    std::size_t first;
    UnitCells cells;
  };
  /// A grid that neurons lie on in some arrays.
  struct Target {
    Shape shape, box;  // of cells, and of the frequencies that are used
    std::size_t first_neuron;
    UnitCells cells;
    std::optional<CosineGrid> grid = {};  // once the box is known
  };
  /// An array.
  struct Part {
    std::size_t target;
    CosineGrid sources;
    std::vector<SourceCells> units;
    bool has_gaps;            // cells without a unit
    std::vector<Term> terms;  // ascending (to, from): the order in which they are added up
  };
  /// Where the numbers of a step lie.
  struct Scratch {
    double *cells, *spectrum, *sums, *transform;
  };

  std::size_t target_of(const WeightArray& array, const std::vector<std::size_t>& axes);
  Part make_part(const CoefficientArray& array, std::size_t target,
                 const std::vector<std::size_t>& to, const std::vector<std::size_t>& from) const;
  /// Adds what a part sends to the frequencies of its target; returns the coefficients after its.
  const double* add_part(const Part& part, const double* coefficients,
                         std::span<const double> inputs, std::span<const double> state,
                         const Scratch& scratch) const;

  NetworkSize size_;
  std::vector<Part> parts_;  // of the arrays that have genes, by target
  std::vector<Target> targets_;
};

/// The network of one genome.
class SpectralDrive : public Drive {
 public:
  SpectralDrive(std::shared_ptr<const SpectralPlan> plan, std::span<const double> genome)
      : plan_(std::move(plan)), coefficients_(plan_->coefficients(genome)) {}

  NetworkSize size() const override { return plan_->size(); }
  void apply(std::span<const double> inputs, std::span<const double> state,
             std::span<double> drives) const override {
    plan_->apply(coefficients_, inputs, state, drives);
  }

 private:
  std::shared_ptr<const SpectralPlan> plan_;
  std::vector<double> coefficients_;
};

}  // namespace lowpass
