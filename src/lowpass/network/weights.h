#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace lowpass {

/// How many inputs and neurons a fully recurrent network has; it fixes the order of its weights:
/// input weights (neurons x inputs), recurrent weights (neurons x neurons), biases, each row-major
/// with row = destination. This flat order is also the genome of the direct encoding.
struct NetworkSize {
  int inputs = 0;
  int neurons = 0;

  std::ptrdiff_t weight_count() const {
    return static_cast<std::ptrdiff_t>(neurons) * (inputs + neurons + 1);
  }
  std::ptrdiff_t input_weight(int to, int from) const {
    return static_cast<std::ptrdiff_t>(to) * inputs + from;
  }
  std::ptrdiff_t recurrent_weight(int to, int from) const {
    return static_cast<std::ptrdiff_t>(neurons) * inputs +
           static_cast<std::ptrdiff_t>(to) * neurons + from;
  }
  std::ptrdiff_t bias_weight(int to) const {
    return static_cast<std::ptrdiff_t>(neurons) * (inputs + neurons) + to;
  }

  bool operator==(const NetworkSize&) const = default;
};

/// All weights of one network, in the order of NetworkSize.
struct Weights {
  NetworkSize size;
  std::vector<double> values;

  explicit Weights(NetworkSize network_size)
      : size(network_size), values(static_cast<std::size_t>(network_size.weight_count()), 0.0) {}

  double input(int to, int from) const { return values[size.input_weight(to, from)]; }
  double recurrent(int to, int from) const { return values[size.recurrent_weight(to, from)]; }
  double bias(int to) const { return values[size.bias_weight(to)]; }
};

}  // namespace lowpass
