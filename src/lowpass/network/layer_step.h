#pragma once

#include <cstddef>

#include "lowpass/network/activation.h"

namespace lowpass {

/// Some units of a kind, side by side.
struct UnitRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Weights of a row that fill a line of the cache: no load of a vector then touches two.
template <class Number>
struct alignas(64) WeightLine {
  static constexpr std::size_t kCount = 64 / sizeof(Number);
  Number weights[kCount] = {};
};

/// `neurons` rounded up to whole lines.
template <class Number>
constexpr std::size_t padded_row(std::size_t neurons) {
  constexpr std::size_t line = WeightLine<Number>::kCount;
  return (neurons + line - 1) / line * line;
}

/// One layer of neurons, all updated from the state as it stands. Its weights are padded rows of a
/// number a neuron: for each input, each source, and the bias.
struct LayerPlan {
  UnitRange neurons;       ///< the layer itself
  std::size_t hidden = 0;  ///< how many of them, the first ones, are hidden
  UnitRange inputs;        ///< that feed it
  UnitRange sources;       ///< the neurons that feed it
  Activations activations;

  std::size_t row_count() const { return inputs.count + sources.count + 1; }
};

/// The numbers of one lane, of every input and of every neuron; those of the layer are written.
struct LaneNumbers {
  const double* inputs;
  double* state;
};

/// How many lanes go through the weights together at most.
inline constexpr std::size_t kMaxStepLanes = 4;

/// Updates the layer in 1 to kMaxStepLanes lanes, in the precision of the weights. Each lane gets
/// the bits that it would get alone.
void step_layer(const LayerPlan& layer, const double* weights, const LaneNumbers* lanes,
                std::size_t lane_count);
void step_layer(const LayerPlan& layer, const float* weights, const LaneNumbers* lanes,
                std::size_t lane_count);

/// Each number becomes the activation of it.
void activate(double* numbers, std::size_t count, Activation activation);

}  // namespace lowpass
