#include "lowpass/encoding/encoding.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/chromosomes.h"
#include "lowpass/encoding/least_squares.h"
#include "lowpass/encoding/order.h"

namespace lowpass {
namespace {

std::vector<Cell> capacities(const Mapping& mapping) {
  std::vector<Cell> cells;
  for (const WeightArray& array : mapping.arrays) cells.push_back(cell_count(array.shape));
  return cells;
}

Cell total_cells(const Mapping& mapping) {
  const std::vector<Cell> cells = capacities(mapping);
  return std::accumulate(cells.begin(), cells.end(), Cell{0});
}

/// 2^(-z/2) for each gene, z axes along which its basis function varies.
std::vector<double> orthonormal_gains(const std::vector<CoefficientArray>& arrays, Cell genes) {
  std::vector<double> gains(static_cast<std::size_t>(genes), 1.0);
  for (const CoefficientArray& array : arrays) {
    for (const auto& [gene, position] : array.genes()) {
      Cell rest = position;
      const auto& shape = array.array().shape;
      for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
        if (rest % *size != 0) gains[gene] *= std::sqrt(0.5);
        rest /= *size;
      }
    }
  }
  return gains;
}

CoefficientArray::Ready ready_for(NetworkStep step) {
  return step == NetworkStep::kDense ? CoefficientArray::Ready::kAlways
                                     : CoefficientArray::Ready::kOnDemand;
}

Cell cells_of(const std::vector<CoefficientArray>& arrays) {
  Cell cells = 0;
  for (const CoefficientArray& array : arrays) cells += array.cells();
  return cells;
}

/// For each gene the square sum of its array's cells where it alone is 1: 2^z (basis/cosine.h).
std::vector<double> gene_energies(const std::vector<CoefficientArray>& arrays, std::size_t genes) {
  std::vector<double> energies(genes, 0.0);
  for (const CoefficientArray& array : arrays) {
    for (const CoefficientArray::Gene& gene : array.genes()) {
      const std::vector<int> at = coordinates(array.array().shape, gene.position);
      const auto zeros = std::count(at.begin(), at.end(), 0);
      energies[gene.gene] = std::ldexp(1.0, static_cast<int>(at.size()) - static_cast<int>(zeros));
    }
  }
  return energies;
}

}  // namespace

Controller Encoding::controller(std::span<const double> genome, const Topology& topology,
                                Activations activations, Precision precision) const {
  if (auto spectrum = drive(genome)) {
    if (!topology.exists.empty()) {
      throw Error(ErrorKind::kUsage, "topology: with missing weights: a spectrum has them all");
    }
    return Controller(std::move(spectrum), topology.outputs, activations);
  }
  std::vector<double> weights(network_size().weight_count());
  decode(genome, weights);
  return Controller(topology, weights, activations, precision);
}

FrequencyEncoding::FrequencyEncoding(const Mapping& mapping, Cell coefficients, NetworkStep step,
                                     TransformScale scale)
    : size_(mapping.size), exists_(mapping.exists), genome_size_(coefficients) {
  check_mapping(mapping);
  if (step == NetworkStep::kSpectral) check_spectrum(mapping);
  const Cell most = total_cells(mapping);
  if (coefficients < 1 || coefficients > most) {
    throw Error(ErrorKind::kUsage, fmt::format("coefficients = {}: expected 1 to {} (cells of the "
                                               "coefficient arrays)",
                                               coefficients, most));
  }
  const std::vector<Cell> lengths = chromosome_lengths(capacities(mapping), coefficients);
  Cell gene = 0;
  for (std::size_t m = 0; m < mapping.arrays.size(); ++m) {
    std::vector<CoefficientArray::Gene> genes;
    for (const Cell position : coefficient_order(mapping.arrays[m].shape, lengths[m])) {
      genes.push_back({gene++, position});
    }
    arrays_.emplace_back(size_, mapping.arrays[m], std::move(genes), ready_for(step));
  }
  if (scale == TransformScale::kOrthonormal) {
    gains_ = orthonormal_gains(arrays_, coefficients);
  }
  if (step == NetworkStep::kSpectral) plan_ = std::make_shared<SpectralPlan>(size_, arrays_);
}

std::vector<double> FrequencyEncoding::printed(std::span<const double> genome) const {
  std::vector<double> coefficients(genome.begin(), genome.end());
  for (std::size_t i = 0; i < gains_.size(); ++i) coefficients[i] *= gains_[i];
  return coefficients;
}

void FrequencyEncoding::decode(std::span<const double> genome, std::span<double> weights) const {
  require_size("genome", genome.size(), static_cast<std::size_t>(genome_size_));
  require_size("weights", weights.size(), static_cast<std::size_t>(size_.weight_count()));
  std::vector<double> coefficients;
  if (!gains_.empty()) genome = coefficients = printed(genome);
  for (const CoefficientArray& array : arrays_) array.decode(genome, weights);
  drop_missing(exists_, weights);
}

std::shared_ptr<const Drive> FrequencyEncoding::drive(std::span<const double> genome) const {
  if (!plan_) return nullptr;
  require_size("genome", genome.size(), static_cast<std::size_t>(genome_size_));
  return std::make_shared<SpectralDrive>(plan_, printed(genome));
}

std::vector<double> FrequencyEncoding::encode(std::span<const double> weights) const {
  require_size("weights", weights.size(), static_cast<std::size_t>(size_.weight_count()));
  std::vector<double> existing(weights.begin(), weights.end());
  drop_missing(exists_, existing);
  const auto count = static_cast<std::size_t>(genome_size_);
  const auto forward = [&](std::span<const double> of) {
    std::vector<double> genes(count, 0.0);
    for (const CoefficientArray& array : arrays_) array.encode(of, genes);
    return genes;
  };
  const bool is_complete = genome_size_ == cells_of(arrays_);
  const auto decode_printed = [&](std::span<const double> of, std::span<double> decoded) {
    for (const CoefficientArray& array : arrays_) array.decode(of, decoded);
    drop_missing(exists_, decoded);
  };
  std::vector<double> genome =
      is_complete ? forward(existing)
                  : least_squares_genome({.energies = gene_energies(arrays_, count),
                                          .forward = forward,
                                          .decode = decode_printed},
                                         existing);
  for (std::size_t i = 0; i < gains_.size(); ++i) genome[i] /= gains_[i];
  return genome;
}

std::vector<double> FrequencyEncoding::sigma_of_weight_rms(double rms) const {
  std::vector<double> sigma(genome_size_, 0.0);
  for (const CoefficientArray& array : arrays_) {
    // Mean square of the cells = sigma^2 energy / cells; functions of length 1 have energy 1.
    const double energy =
        gains_.empty() ? array.energy() : static_cast<double>(array.genes().size());
    const double s = rms * std::sqrt(static_cast<double>(array.cells()) / energy);
    for (const auto& gene : array.genes()) sigma[gene.gene] = s;
  }
  return sigma;
}

std::vector<Cell> FrequencyEncoding::lengths() const {
  std::vector<Cell> lengths;
  for (const CoefficientArray& array : arrays_) {
    lengths.push_back(static_cast<Cell>(array.genes().size()));
  }
  return lengths;
}

FrequencyEncoding FrequencyEncoding::resized(const Mapping& target, Scale scale) const {
  require_size("arrays of the mapping to resize to", target.arrays.size(), arrays_.size());
  check_mapping(target);
  FrequencyEncoding result(target.size, target.exists, genome_size_);
  result.gains_ = gains_;
  for (std::size_t m = 0; m < arrays_.size(); ++m) {
    result.arrays_.push_back(arrays_[m].resized(target.size, target.arrays[m], scale));
  }
  if (plan_) result.plan_ = std::make_shared<SpectralPlan>(target.size, result.arrays_);
  return result;
}

DirectEncoding::DirectEncoding(const Topology& topology)
    : size_(topology.size),
      exists_(topology.exists),
      genome_size_(exists_.empty() ? size_.weight_count()
                                   : std::count(exists_.begin(), exists_.end(), true)) {}

void DirectEncoding::decode(std::span<const double> genome, std::span<double> weights) const {
  require_size("genome", genome.size(), static_cast<std::size_t>(genome_size_));
  require_size("weights", weights.size(), static_cast<std::size_t>(size_.weight_count()));
  auto gene = genome.begin();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = exists_.empty() || exists_[i] ? *gene++ : 0.0;
  }
}

std::vector<double> DirectEncoding::encode(std::span<const double> weights) const {
  require_size("weights", weights.size(), static_cast<std::size_t>(size_.weight_count()));
  std::vector<double> genome;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (exists_.empty() || exists_[i]) genome.push_back(weights[i]);
  }
  return genome;
}

std::vector<double> DirectEncoding::sigma_of_weight_rms(double rms) const {
  return std::vector<double>(genome_size(), rms);
}

std::unique_ptr<Encoding> make_encoding(const std::string& mapping, const Geometry& geometry,
                                        Cell coefficients, NetworkStep step, NetworkKind kind,
                                        TransformScale scale) {
  if (mapping == "direct") {
    check_geometry(geometry);
    if (step == NetworkStep::kSpectral) {
      throw Error(ErrorKind::kUsage, "mapping \"direct\": it has no spectrum to step through");
    }
    return std::make_unique<DirectEncoding>(network_topology(kind, geometry));
  }
  return std::make_unique<FrequencyEncoding>(make_mapping(mapping, geometry, kind), coefficients,
                                             step, scale);
}

std::vector<double> resized_network(std::span<const double> weights, const Mapping& from,
                                    const Mapping& to, Scale scale) {
  const FrequencyEncoding complete(from, total_cells(from));
  std::vector<double> result(to.size.weight_count(), 0.0);
  complete.resized(to, scale).decode(complete.encode(weights), result);
  return result;
}

}  // namespace lowpass
