#pragma once

#include <span>

#include "lowpass/network/weights.h"

namespace lowpass {

/// The weights of a fully recurrent network in a form of their own, for who can tell what they do
/// to inputs and state without laying them out. Immutable.
class Drive {
 public:
  virtual ~Drive() = default;

  virtual NetworkSize size() const = 0;
  /// drives = W_in inputs + W_rec state + b, a number a neuron. `drives` is not `state`.
  virtual void apply(std::span<const double> inputs, std::span<const double> state,
                     std::span<double> drives) const = 0;
};

}  // namespace lowpass
