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

/// The scale of the transform. A basis function of the paper's that varies along z axes has the
/// length 2^(z/2) ([FDE12] Eq. 11).
enum class TransformScale {
  kPrinted,      ///< as the paper prints it
  kOrthonormal,  ///< every basis function has length 1
};

/// Turns genomes into networks. Immutable: one encoding may serve many threads.
class Encoding {
 public:
  virtual ~Encoding() = default;

  virtual NetworkSize network_size() const = 0;
  virtual Cell genome_size() const = 0;
  /// Number of genes of each chromosome, in the order of the genome.
  virtual std::vector<Cell> lengths() const = 0;

  /// The network that `genome` stands for. `weights` has network_size().weight_count() numbers, in
  /// the order of NetworkSize; those of missing links are 0.
  virtual void decode(std::span<const double> genome, std::span<double> weights) const = 0;

  /// The same network through its spectrum; null if this encoding decodes weights (kDense).
  virtual std::shared_ptr<const Drive> drive(std::span<const double> genome) const = 0;

  /// The same network, ready to be stepped. A spectrum has no place for missing links: `topology`
  /// is then fully recurrent; and it is stepped in double, whatever the precision.
  Controller controller(std::span<const double> genome, const Topology& topology,
                        Activations activations, Precision precision = Precision::kDouble) const;

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
  /// Throws Error unless 1 <= coefficients <= cells of all arrays together. kSpectral: a mapping
  /// with has_spectrum; the memory is then O(inputs + neurons + coefficients), and
  /// decode prepares its tables anew each time.
  FrequencyEncoding(const Mapping& mapping, Cell coefficients,
                    NetworkStep step = NetworkStep::kDense,
                    TransformScale scale = TransformScale::kPrinted);

  NetworkSize network_size() const override { return size_; }
  Cell genome_size() const override { return genome_size_; }
  std::vector<Cell> lengths() const override;
  void decode(std::span<const double> genome, std::span<double> weights) const override;
  std::shared_ptr<const Drive> drive(std::span<const double> genome) const override;
  std::vector<double> encode(std::span<const double> weights) const override;
  std::vector<double> sigma_of_weight_rms(double rms) const override;

  /// How networks are stepped through their spectrum; null for kDense.
  const SpectralPlan* spectral_plan() const { return plan_.get(); }

  /// The same genomes, decoded at another size: the genes keep their frequencies, the arrays are
  /// padded with zeros or cropped. `target` has as many arrays as this encoding's mapping, each
  /// with as many axes: the same mapping of the same kind of network.
  FrequencyEncoding resized(const Mapping& target, Scale scale) const;

 private:
  FrequencyEncoding(NetworkSize size, Links exists, Cell genome_size)
      : size_(size), exists_(std::move(exists)), genome_size_(genome_size) {}

  /// The coefficients as the paper prints them that a genome stands for.
  std::vector<double> printed(std::span<const double> genome) const;

  NetworkSize size_;
  Links exists_;
  Cell genome_size_;
  std::vector<double> gains_;  // printed coefficient / gene; empty: 1
  std::vector<CoefficientArray> arrays_;
  std::shared_ptr<const SpectralPlan> plan_;  // null: kDense
};

/// One gene a link: the genome is the weights, in the order of NetworkSize, without those of
/// missing links.
class DirectEncoding : public Encoding {
 public:
  explicit DirectEncoding(const Topology& topology);

  NetworkSize network_size() const override { return size_; }
  Cell genome_size() const override { return genome_size_; }
  std::vector<Cell> lengths() const override { return {genome_size_}; }
  void decode(std::span<const double> genome, std::span<double> weights) const override;
  std::shared_ptr<const Drive> drive(std::span<const double>) const override { return nullptr; }
  std::vector<double> encode(std::span<const double> weights) const override;
  std::vector<double> sigma_of_weight_rms(double rms) const override;

 private:
  NetworkSize size_;
  Links exists_;
  Cell genome_size_;
};

/// The encoding with the given mapping (a name or a list, as make_mapping takes it), or "direct"
/// (which has a gene a link, whatever `coefficients` says, and no spectrum: kSpectral is an Error).
std::unique_ptr<Encoding> make_encoding(const std::string& mapping, const Geometry& geometry,
                                        Cell coefficients, NetworkStep step = NetworkStep::kDense,
                                        NetworkKind kind = NetworkKind::kRecurrent,
                                        TransformScale scale = TransformScale::kPrinted);

/// A directly encoded network at another size: its weights go into the arrays of `from` (unused
/// cells 0), are transformed forward, padded or cropped, and transformed back into the arrays of
/// `to` ([FDE12] §4.5.2).
std::vector<double> resized_network(std::span<const double> weights, const Mapping& from,
                                    const Mapping& to, Scale scale);

}  // namespace lowpass
