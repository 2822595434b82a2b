#include "lowpass/network/topology.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// No link but the biases.
Topology unconnected(NetworkSize size, std::vector<int> layers) {
  if (layers.empty() || std::any_of(layers.begin(), layers.end(), [](int n) { return n < 1; }) ||
      std::accumulate(layers.begin(), layers.end(), 0) != size.neurons) {
    throw Error(
        ErrorKind::kUsage,
        fmt::format("layers: expected sizes from 1 that sum to {} (neurons)", size.neurons));
  }
  const int outputs = layers.back();
  Topology topology{size, std::move(layers), outputs, Links(size.weight_count(), false)};
  for (int to = 0; to < size.neurons; ++to) topology.exists[size.bias_weight(to)] = true;
  return topology;
}

int first_neuron(const Topology& topology, std::size_t layer) {
  return std::accumulate(topology.layers.begin(), topology.layers.begin() + layer, 0);
}

void connect_inputs_to_first_layer(Topology& topology) {
  for (int to = 0; to < topology.layers[0]; ++to) {
    for (int from = 0; from < topology.size.inputs; ++from) {
      topology.exists[topology.size.input_weight(to, from)] = true;
    }
  }
}

void connect(Topology& topology, std::size_t to_layer, std::size_t from_layer) {
  const int to_begin = first_neuron(topology, to_layer);
  const int from_begin = first_neuron(topology, from_layer);
  for (int to = to_begin; to < to_begin + topology.layers[to_layer]; ++to) {
    for (int from = from_begin; from < from_begin + topology.layers[from_layer]; ++from) {
      topology.exists[topology.size.recurrent_weight(to, from)] = true;
    }
  }
}

}  // namespace

void drop_missing(const Links& links, std::span<double> weights) {
  if (!links.empty()) require_size("weights", weights.size(), links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!links[i]) weights[i] = 0.0;
  }
}

Topology Topology::fully_recurrent(NetworkSize size, int hidden) {
  if (hidden < 0 || hidden >= size.neurons) {
    throw Error(ErrorKind::kUsage,
                fmt::format("hidden = {}: expected 0 to {}", hidden, size.neurons - 1));
  }
  return {size, {size.neurons}, size.neurons - hidden, {}};
}

Topology Topology::feed_forward(NetworkSize size, std::vector<int> layers) {
  Topology topology = unconnected(size, std::move(layers));
  connect_inputs_to_first_layer(topology);
  for (std::size_t l = 1; l < topology.layers.size(); ++l) connect(topology, l, l - 1);
  return topology;
}

Topology Topology::elman(NetworkSize size, int hidden) {
  Topology topology = feed_forward(size, {hidden, size.neurons - hidden});
  connect(topology, 0, 0);
  return topology;
}

Topology Topology::jordan(NetworkSize size, int hidden) {
  Topology topology = feed_forward(size, {hidden, size.neurons - hidden});
  connect(topology, 0, 1);
  return topology;
}

}  // namespace lowpass
