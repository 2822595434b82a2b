#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lowpass/encoding/coefficient_array.h"
#include "lowpass/encoding/mapping.h"
#include "lowpass/encoding/spectral_network.h"
#include "lowpass/network/controller.h"

namespace lowpass {

/// How networks are stepped. The two agree to rounding, not in bits, so the choice is part of what
/// decides a result (docs/SCALING.md).
enum class NetworkStep {
  kDense,     ///< weights are decoded and multiplied
  kSpectral,  ///< through the spectrum: weights are never formed
};

/// Turns genomes into networks. Immutable: one encoding may serve many threads.
class Encoding {
 public:
  virtual ~Encoding() = default;

  virtual NetworkSize network_size() const = 0;
  virtual Cell genome_size() const = 0;

  /// The network that `genome` stands for. `weights` has network_size().weight_count() numbers, in
  /// the order of NetworkSize.
  virtual void decode(std::span<const double> genome, std::span<double> weights) const = 0;

  /// The same network through its spectrum; null if this encoding decodes weights (kDense).
  virtual std::shared_ptr<const Drive> drive(std::span<const double> genome) const = 0;

  /// The same network, ready to be stepped. A spectrum has no place for missing links: `topology`
  /// is then fully recurrent.
  Controller controller(std::span<const double> genome, const Topology& topology,
                        Activation activation) const;

  /// A genome for the network `weights`: the forward transform, truncated to this encoding's
  /// coefficients. It decodes to `weights` exactly (to rounding) if it has every coefficient.
  virtual std::vector<double> encode(std::span<const double> weights) const = 0;

  /// For each gene the standard deviation at which random genomes decode to weights of expected
  /// root mean square `rms` in every array (docs/ENCODING.md, "Initial step size").
  virtual std::vector<double> sigma_of_weight_rms(double rms) const = 0;
};

/// The paper's encoding ([FDE12] Fig. 1): `coefficients` cosine coefficients, divided into one
/// chromosome an array, placed by Algorithm 1, transformed, and read out through the mapping.
class FrequencyEncoding : public Encoding {
 public:
  /// Throws Error unless 1 <= coefficients <= cells of all arrays together. kSpectral: a mapping of
  /// blocks, as make_mapping gives; the memory is then O(inputs + neurons + coefficients), and
  /// decode prepares its tables anew each time.
  FrequencyEncoding(const Mapping& mapping, Cell coefficients,
                    NetworkStep step = NetworkStep::kDense);

  NetworkSize network_size() const override { return size_; }
  Cell genome_size() const override { return genome_size_; }
  void decode(std::span<const double> genome, std::span<double> weights) const override;
  std::shared_ptr<const Drive> drive(std::span<const double> genome) const override;
  std::vector<double> encode(std::span<const double> weights) const override;
  std::vector<double> sigma_of_weight_rms(double rms) const override;

  /// Number of genes of each chromosome.
  std::vector<Cell> lengths() const;

  /// How networks are stepped through their spectrum; null for kDense.
  const SpectralPlan* spectral_plan() const { return plan_.get(); }

  /// The same genomes, decoded at another size: the genes keep their frequencies, the arrays are
  /// padded with zeros or cropped. `target` has as many arrays as this encoding's mapping, each
  /// with as many axes.
  FrequencyEncoding resized(const Mapping& target, Scale scale) const;

 private:
  FrequencyEncoding(NetworkSize size, Cell genome_size) : size_(size), genome_size_(genome_size) {}

  NetworkSize size_;
  Cell genome_size_;
  std::vector<CoefficientArray> arrays_;
  std::shared_ptr<const SpectralPlan> plan_;  // null: kDense
};

/// One gene a weight: the genome is the weights, in the order of NetworkSize.
class DirectEncoding : public Encoding {
 public:
  explicit DirectEncoding(NetworkSize size) : size_(size) {}

  NetworkSize network_size() const override { return size_; }
  Cell genome_size() const override { return size_.weight_count(); }
  void decode(std::span<const double> genome, std::span<double> weights) const override;
  std::shared_ptr<const Drive> drive(std::span<const double>) const override { return nullptr; }
  std::vector<double> encode(std::span<const double> weights) const override;
  std::vector<double> sigma_of_weight_rms(double rms) const override;

 private:
  NetworkSize size_;
};

/// The encoding with the given mapping name, or "direct" (which has a gene a weight, whatever
/// `coefficients` says, and no spectrum: kSpectral is an Error).
std::unique_ptr<Encoding> make_encoding(const std::string& mapping, const Geometry& geometry,
                                        Cell coefficients, NetworkStep step = NetworkStep::kDense);

/// A directly encoded network at another size: its weights go into the arrays of `from` (unused
/// cells 0), are transformed forward, padded or cropped, and transformed back into the arrays of
/// `to` ([FDE12] §4.5.2).
std::vector<double> resized_network(std::span<const double> weights, const Mapping& from,
                                    const Mapping& to, Scale scale);

}  // namespace lowpass
