#pragma once

#include <cstddef>

namespace lowpass {

/// The update of one layer of neurons, all from the state as it stands.
struct LayerStep {
  const double* inputs;
  std::size_t input_count;
  double* state;  // of every neuron; this layer's part is written
  std::size_t state_count;
  const double* weights;  // rows of `row` numbers: inputs, neurons, bias
  std::size_t row;
  std::size_t first_neuron;
  std::size_t neurons;
  bool is_tanh;
};

void step_layer(const LayerStep& step);

/// Each number becomes its logistic or tanh; `count` is one that padded_row gave.
void squash(double* numbers, std::size_t count, bool is_tanh);

/// `neurons` rounded up to whole vectors of the widest target.
inline std::size_t padded_row(int neurons) {
  return (static_cast<std::size_t>(neurons) + 7) / 8 * 8;
}

}  // namespace lowpass
