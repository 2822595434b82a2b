#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lowpass/basis/cosine.h"
#include "lowpass/encoding/mapping.h"

namespace lowpass {

/// How amplitudes follow when a genome is decoded at another size (docs/ENCODING.md, "Resizing").
enum class Scale {
  kNone,       ///< coefficients as they are: amplitudes change by sqrt(P_old / P_new)
  kAmplitude,  ///< the weight surface is resampled at constant height
};

/// One coefficient array: which genes lie where, and which cells are which weights.
class CoefficientArray {
 public:
  struct Gene {
    Cell gene;      // index in the genome
    Cell position;  // cell of the array
  };

  /// When the transform is made ready: with the array, for arrays that are decoded often, or for
  /// each decoding, which costs no memory in between.
  enum class Ready { kAlways, kOnDemand };

  /// `factor` multiplies every coefficient.
  CoefficientArray(NetworkSize size, const WeightArray& array, std::vector<Gene> genes, Ready ready,
                   double factor = 1.0);

  /// Transforms the genes of this array and writes its weights.
  void decode(std::span<const double> genome, std::span<double> weights) const;

  /// The genes that give these weights, as near as the array's positions allow; cells that hold no
  /// weight count as 0.
  void encode(std::span<const double> weights, std::span<double> genome) const;

  /// Sum over the genes of 2^z(e), z = number of non-zero indices: the expected square sum of the
  /// array's cells for coefficients of variance 1 (basis/cosine.h).
  double energy() const;

  /// The same genes at the same frequencies in an array of another size; those beyond its edge are
  /// dropped.
  CoefficientArray resized(NetworkSize size, const WeightArray& target, Scale scale) const;

  Cell cells() const { return cell_count(array_.shape); }
  const std::vector<Gene>& genes() const { return genes_; }
  const WeightArray& array() const { return array_; }
  double factor() const { return factor_; }

 private:
  CosineInverse make_inverse() const;

  NetworkSize size_;
  WeightArray array_;
  std::vector<Gene> genes_;
  Ready ready_;
  double factor_;
  std::optional<CosineInverse> inverse_;
};

}  // namespace lowpass
