#pragma once

#include <cstdint>
#include <span>

namespace lowpass {

/// Independent uses of one seed.
enum class Stream : std::uint32_t { kSearch = 0, kTask = 1, kStatistics = 2 };

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

/// Fills `out` with uniform numbers in [0, 1), of 52 bits.
void fill_uniforms(const RandomRow& row, std::span<double> out);

}  // namespace lowpass
