#pragma once

#include <cstddef>

#include "lowpass/basis/shape.h"
#include "lowpass/core/aligned_buffer.h"

namespace lowpass {

/// Sums with the lowest cosines of an axis, c_n(k) = cos(n t_k), t_k = pi (k + 1/2) / size, without
/// a table of them. With s = 2 cos 2t every second cosine follows from the two before it,
///
///   c_{n+2} = s c_n - c_{n-2},
///
/// so an axis keeps two numbers for each k of its first half; the second half mirrors it. Rounding
/// adds up to some n^2 / 4 units in the last place of c_n near the ends of the axis and n
/// elsewhere.
///
/// Numbers are added up in an order that does not depend on the SIMD target.
class CosineAxis {
 public:
  /// The cosines n = 0 .. frequencies - 1; 1 <= frequencies <= size.
  CosineAxis(int size, int frequencies);

  int size() const { return size_; }
  int frequencies() const { return frequencies_; }
  /// Numbers of scratch that the sums need, aligned to 64 bytes.
  std::size_t scratch_size() const { return 2 * padded_ + kPartialSums * terms(); }

  /// out[n stride] = sum over k of in[k] c_n(k).
  void project(const double* in, double* scratch, double* out, Cell stride) const;
  /// out[k] = sum over n of in[n stride] c_n(k).
  void expand(const double* in, Cell stride, double* scratch, double* out) const;

  /// A sum over k is taken as this many partial sums, as wide as the widest vector, ...
  static constexpr std::size_t kPartialSums = 8;
  /// ... to which this many k are added before it is stored.
  static constexpr std::size_t kRowsAtOnce = 2;

 private:
  static constexpr std::size_t kBlock = kPartialSums * kRowsAtOnce;
  /// Frequencies, rounded up to pairs of an even and an odd one.
  std::size_t terms() const { return (static_cast<std::size_t>(frequencies_) + 1) / 2 * 2; }

  int size_, frequencies_;
  std::size_t half_, padded_;  // of the axis, with the middle; rounded up to whole blocks
  AlignedBuffer cosines_;      // cos t_k, then 2 cos 2 t_k, `padded_` each; 0 beyond the half
};

}  // namespace lowpass
