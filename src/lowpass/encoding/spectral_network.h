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

/// A network stepped through its spectrum: the weights are never formed. A weight of an array is
///
///   W[to, from] = sum over genes of  g  phi_d(to) psi_s(from),
///
/// where a frequency (d, s) has indices along the axes of destinations and along those of sources,
/// and phi, psi are products of cosines. So W z is three small steps,
///
///   u_s = sum over sources of psi_s(from) z(from)       the source's spectrum
///   v_d = sum over genes of g u_s                       a number a gene
///   y(to) = sum over d of phi_d(to) v_d                 once for all arrays
///
/// in time O((inputs + neurons) sqrt(C) + C) for arrays of two axes, and memory O(inputs + neurons
/// + C). Cells that hold no weight take no part, as when they are decoded and dropped.
///
/// The plan is what all genomes share.
class SpectralPlan {
 public:
  /// `arrays` are those of a FrequencyEncoding. Throws Error unless their weights lie in blocks
  /// that have the neurons on the same grid in every array.
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
  /// An array: where its sources lie on their grid.
  struct Part {
    CosineGrid sources;
    UnitCells inputs, neurons, bias;  // empty: none of the kind
    std::vector<Term> terms;          // ascending (to, from): the order in which they are added up

    bool has_gaps() const {
      return inputs.count() + neurons.count() + bias.count() < sources.cells();
    }
  };

  void place_sources(const Part& part, std::span<const double> inputs,
                     std::span<const double> state, double* cells) const;

  NetworkSize size_;
  std::vector<Part> parts_;            // of the arrays that have genes
  std::optional<CosineGrid> neurons_;  // none: no genes at all
  UnitCells neuron_cells_;
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
