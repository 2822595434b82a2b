#pragma once

#include <span>
#include <vector>

#include "lowpass/network/weights.h"

namespace lowpass {

/// Which links of the fully recurrent network exist, and in which order neurons are updated.
///
/// Neurons are numbered layer by layer; the last layer holds the outputs. In one step the layers
/// are updated in order: a link from an earlier layer reads the state of this step, any other link
/// (within the layer, or from a later one) that of the step before. The fully recurrent network is
/// one layer: all neurons at once, from the step before. The layered networks thus have their
/// textbook timing, without a delay a layer.
struct Topology {
  NetworkSize size;
  std::vector<int> layers;   ///< neurons of each layer, in order
  std::vector<bool> exists;  ///< for each weight, in the order of NetworkSize; empty: all exist

  /// Weights of missing links become 0.
  void apply_mask(std::span<double> weights) const;

  /// Every link ([FDE12] §3).
  static Topology fully_recurrent(NetworkSize size);
  /// Inputs feed the first layer, each layer the next. `layers` sums to size.neurons.
  static Topology feed_forward(NetworkSize size, std::vector<int> layers);
  /// Inputs and the hidden layer's former state feed the hidden layer, which feeds the outputs.
  static Topology elman(NetworkSize size, int hidden);
  /// Inputs and the former outputs feed the hidden layer, which feeds the outputs.
  static Topology jordan(NetworkSize size, int hidden);
};

}  // namespace lowpass
