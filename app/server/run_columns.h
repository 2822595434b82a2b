#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lowpass::app {

/// A run's generations.jsonl, one array a quantity: 44 bytes a generation, so that the logs of a
/// large sweep fit into memory. Single precision: they are drawn, not computed with.
struct RunColumns {
  std::vector<std::uint32_t> generation, evaluations, coefficients, diverged;
  std::vector<float> best, mean, worst, best_so_far, sigma_least, sigma_mean, sigma_most;

  std::size_t size() const { return generation.size(); }
  void clear() { *this = {}; }

  /// Appends the whole lines of `text`; returns how many bytes they are (a torn last line is left
  /// for the next call). Lines that cannot be read are counted and skipped.
  std::size_t append_lines(std::string_view text, int& unreadable);
};

/// The generations that are enough for a curve over a logarithmic axis: some 32 an octave, and the
/// last. Indices into the columns; which ones does not depend on how far the run is.
std::vector<std::size_t> thinned(const RunColumns& columns);

}  // namespace lowpass::app
