#include "lowpass/encoding/coefficient_array.h"

#include <algorithm>
#include <cmath>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// What a coefficient is multiplied by when its array changes size.
double resize_factor(Scale scale, const Shape& from, const Shape& to) {
  if (scale == Scale::kNone) return 1.0;
  return std::sqrt(static_cast<double>(cell_count(to)) / static_cast<double>(cell_count(from)));
}

}  // namespace

CoefficientArray::CoefficientArray(NetworkSize size, const WeightArray& array,
                                   std::vector<Gene> genes, Ready ready, double factor)
    : size_(size), array_(array), genes_(std::move(genes)), ready_(ready), factor_(factor) {
  if (ready == Ready::kAlways && !genes_.empty()) inverse_ = make_inverse();
}

CosineInverse CoefficientArray::make_inverse() const {
  std::vector<Cell> positions;
  for (const Gene& gene : genes_) positions.push_back(gene.position);
  return CosineInverse(array_.shape, positions);
}

void CoefficientArray::decode(std::span<const double> genome, std::span<double> weights) const {
  if (genes_.empty()) {
    for_each_weight(size_, array_, [&](std::ptrdiff_t weight, Cell) { weights[weight] = 0.0; });
    return;
  }
  std::vector<double> coefficients(genes_.size());
  for (std::size_t i = 0; i < genes_.size(); ++i) {
    coefficients[i] = factor_ * genome[genes_[i].gene];
  }
  std::vector<double> values(cells());
  inverse_ ? inverse_->apply(coefficients, values) : make_inverse().apply(coefficients, values);
  for_each_weight(size_, array_,
                  [&](std::ptrdiff_t weight, Cell cell) { weights[weight] = values[cell]; });
}

void CoefficientArray::encode(std::span<const double> weights, std::span<double> genome) const {
  if (genes_.empty()) return;
  std::vector<double> values(cells(), 0.0);
  for_each_weight(size_, array_,
                  [&](std::ptrdiff_t weight, Cell cell) { values[cell] = weights[weight]; });
  // Only the box of frequencies that holds all genes is transformed.
  Shape kept(array_.shape.size(), 1);
  for (const Gene& gene : genes_) {
    const std::vector<int> at = coordinates(array_.shape, gene.position);
    for (std::size_t a = 0; a < kept.size(); ++a) kept[a] = std::max(kept[a], at[a] + 1);
  }
  const std::vector<double> coefficients = cosine_forward(array_.shape, values, kept);
  for (const Gene& gene : genes_) {
    const Cell cell = cell_at(kept, coordinates(array_.shape, gene.position));
    genome[gene.gene] = coefficients[cell] / factor_;
  }
}

double CoefficientArray::energy() const {
  double sum = 0.0;
  for (const Gene& gene : genes_) {
    const std::vector<int> at = coordinates(array_.shape, gene.position);
    const auto zeros = std::count(at.begin(), at.end(), 0);
    sum += std::ldexp(1.0, static_cast<int>(at.size()) - static_cast<int>(zeros));
  }
  return sum;
}

CoefficientArray CoefficientArray::resized(NetworkSize size, const WeightArray& target,
                                           Scale scale) const {
  require_size("axes of the array to resize to", target.shape.size(), array_.shape.size());
  std::vector<Gene> kept;
  for (const Gene& gene : genes_) {
    const std::vector<int> at = coordinates(array_.shape, gene.position);
    if (std::equal(at.begin(), at.end(), target.shape.begin(), std::less<>())) {
      kept.push_back({gene.gene, cell_at(target.shape, at)});
    }
  }
  return {size, target, std::move(kept), ready_,
          factor_ * resize_factor(scale, array_.shape, target.shape)};
}

}  // namespace lowpass
