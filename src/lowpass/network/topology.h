#pragma once

#include <span>
#include <vector>

#include "lowpass/network/weights.h"

namespace lowpass {

/// For each weight, in the order of NetworkSize, whether its link exists; empty: all do.
using Links = std::vector<bool>;

/// Weights of missing links become 0.
void drop_missing(const Links& links, std::span<double> weights);

/// Which links of the fully recurrent network exist, and in which order neurons are updated.
///
/// Neurons are numbered layer by layer; the last ones are the outputs. In one step the layers are
/// updated in order: a link from an earlier layer reads the state of this step, any other link
/// (within the layer, or from a later one) that of the step before. The fully recurrent network is
/// one layer: all neurons at once, from the step before. The layered networks thus have their
/// textbook timing, without a delay a layer.
struct Topology {
  NetworkSize size;
  std::vector<int> layers;  ///< neurons of each layer, in order
  int outputs;              ///< how many neurons, the last ones, are outputs; the rest is hidden
  Links exists;

  int hidden() const { return size.neurons - outputs; }

  /// Every link ([FDE12] §3).
  static Topology fully_recurrent(NetworkSize size, int hidden = 0);
  /// Inputs feed the first layer, each layer the next. `layers` sums to size.neurons.
  static Topology feed_forward(NetworkSize size, std::vector<int> layers);
  /// Inputs and the hidden layer's former state feed the hidden layer, which feeds the outputs.
  static Topology elman(NetworkSize size, int hidden);
  /// Inputs and the former outputs feed the hidden layer, which feeds the outputs.
  static Topology jordan(NetworkSize size, int hidden);
};

}  // namespace lowpass
