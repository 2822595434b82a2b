#pragma once

#include <cstdint>
#include <span>

namespace lowpass {

/// Independent uses of one seed. The last five are those of a search that recombines.
enum class Stream : std::uint32_t {
  kSearch = 0,
  kTask = 1,
  kStatistics = 2,
  kMating = 3,
  kMutation = 4,
  kMutationSize = 5,
  kMarking = 6,
  kPermutation = 7
};

/// Names one row of random numbers. A number is a function of its name and its place in the row,
/// never of what was drawn before: any thread or rank can draw any part, in any order.
struct RandomRow {
  std::uint64_t seed = 0;
  Stream stream = Stream::kSearch;
  std::uint32_t generation = 0;
  std::uint32_t individual = 0;
};

/// Fills `out` with standard normal numbers: out[gene] is a function of (row, gene) alone.
/// Philox4x32-10 [SALMON11] in counter mode, then Box-Muller; |out| <= sqrt(104 ln 2) = 8.49.
void fill_normals(const RandomRow& row, std::span<double> out);

/// The same in single precision, other numbers: four of a counter instead of two, from 32 bits
/// each; |out| <= sqrt(64 ln 2) = 6.67.
void fill_normals(const RandomRow& row, std::span<float> out);

/// Fills `out` with uniform numbers in [0, 1), of 52 bits.
void fill_uniforms(const RandomRow& row, std::span<double> out);

}  // namespace lowpass
