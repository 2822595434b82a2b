#include "lowpass/encoding/encoding.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/chromosomes.h"
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

CoefficientArray::Ready ready_for(NetworkStep step) {
  return step == NetworkStep::kDense ? CoefficientArray::Ready::kAlways
                                     : CoefficientArray::Ready::kOnDemand;
}

}  // namespace

Controller Encoding::controller(std::span<const double> genome, const Topology& topology,
                                Activation activation) const {
  if (auto spectrum = drive(genome)) {
    assert(topology.exists.empty());
    return Controller(std::move(spectrum), activation);
  }
  std::vector<double> weights(network_size().weight_count());
  decode(genome, weights);
  return Controller(topology, weights, activation);
}

FrequencyEncoding::FrequencyEncoding(const Mapping& mapping, Cell coefficients, NetworkStep step)
    : size_(mapping.size), genome_size_(coefficients) {
  check_mapping(mapping);
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
  if (step == NetworkStep::kSpectral) plan_ = std::make_shared<SpectralPlan>(size_, arrays_);
}

void FrequencyEncoding::decode(std::span<const double> genome, std::span<double> weights) const {
  assert(static_cast<Cell>(genome.size()) == genome_size_);
  assert(static_cast<std::ptrdiff_t>(weights.size()) == size_.weight_count());
  for (const CoefficientArray& array : arrays_) array.decode(genome, weights);
}

std::shared_ptr<const Drive> FrequencyEncoding::drive(std::span<const double> genome) const {
  if (!plan_) return nullptr;
  return std::make_shared<SpectralDrive>(plan_, genome);
}

std::vector<double> FrequencyEncoding::encode(std::span<const double> weights) const {
  assert(static_cast<std::ptrdiff_t>(weights.size()) == size_.weight_count());
  std::vector<double> genome(genome_size_, 0.0);
  for (const CoefficientArray& array : arrays_) array.encode(weights, genome);
  return genome;
}

std::vector<double> FrequencyEncoding::sigma_of_weight_rms(double rms) const {
  std::vector<double> sigma(genome_size_, 0.0);
  for (const CoefficientArray& array : arrays_) {
    // Mean square of the cells = sigma^2 energy / cells.
    const double s = rms * std::sqrt(static_cast<double>(array.cells()) / array.energy());
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
  assert(target.arrays.size() == arrays_.size());
  check_mapping(target);
  FrequencyEncoding result(target.size, genome_size_);
  for (std::size_t m = 0; m < arrays_.size(); ++m) {
    result.arrays_.push_back(arrays_[m].resized(target.size, target.arrays[m], scale));
  }
  if (plan_) result.plan_ = std::make_shared<SpectralPlan>(target.size, result.arrays_);
  return result;
}

void DirectEncoding::decode(std::span<const double> genome, std::span<double> weights) const {
  assert(genome.size() == weights.size());
  std::copy(genome.begin(), genome.end(), weights.begin());
}

std::vector<double> DirectEncoding::encode(std::span<const double> weights) const {
  return {weights.begin(), weights.end()};
}

std::vector<double> DirectEncoding::sigma_of_weight_rms(double rms) const {
  return std::vector<double>(genome_size(), rms);
}

std::unique_ptr<Encoding> make_encoding(const std::string& mapping, const Geometry& geometry,
                                        Cell coefficients, NetworkStep step) {
  if (mapping == "direct") {
    check_geometry(geometry);
    if (step == NetworkStep::kSpectral) {
      throw Error(ErrorKind::kUsage, "mapping \"direct\": it has no spectrum to step through");
    }
    return std::make_unique<DirectEncoding>(
        NetworkSize{geometry.inputs.unit_count(), geometry.neurons.unit_count()});
  }
  return std::make_unique<FrequencyEncoding>(make_mapping(mapping, geometry), coefficients, step);
}

std::vector<double> resized_network(std::span<const double> weights, const Mapping& from,
                                    const Mapping& to, Scale scale) {
  const FrequencyEncoding complete(from, total_cells(from));
  std::vector<double> result(to.size.weight_count(), 0.0);
  complete.resized(to, scale).decode(complete.encode(weights), result);
  return result;
}

}  // namespace lowpass
