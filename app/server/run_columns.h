#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lowpass::app {

/// A run's generations.jsonl, one array a quantity: 32 bytes a generation and 4 more a signal, so
/// that the logs of a large sweep fit into memory. Single precision: they are drawn, not computed
/// with.
struct RunColumns {
  std::vector<std::uint32_t> generation, evaluations, coefficients, diverged;
  std::vector<float> best, mean, worst, best_so_far;

  /// Every other key of the log, in the order in which they first occur; NaN where a line lacks it.
  struct Signal {
    std::string name;
    std::vector<float> values;
  };
  std::vector<Signal> signals;

  /// More are not kept: a search has a handful.
  static constexpr std::size_t kMostSignals = 64;

  std::size_t size() const { return generation.size(); }
  void clear() { *this = {}; }

  /// Appends the whole lines of `text`; returns how many bytes they are (a torn last line is left
  /// for the next call). Lines that cannot be read are counted and skipped.
  std::size_t append_lines(std::string_view text, int& unreadable);

 private:
  void append_signal(std::string_view name, double value);
};

/// The generations that are enough for a curve over a logarithmic axis: some 32 an octave, and the
/// last. Indices into the columns; which ones does not depend on how far the run is.
std::vector<std::size_t> thinned(const RunColumns& columns);

}  // namespace lowpass::app
