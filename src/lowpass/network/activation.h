#pragma once

#include <string>
#include <vector>

namespace lowpass {

/// What a neuron makes of its summed drive a.
enum class Activation {
  kLogistic,  ///< 1 / (1 + e^-a), in (0, 1)
  kTanh,      ///< in (-1, 1)
  kLinear,    ///< a itself
};

/// The activations of a network: one of its hidden, one of its output neurons.
struct Activations {
  /// The same for all neurons.
  Activations(Activation all = Activation::kLogistic) : hidden(all), output(all) {}
  Activations(Activation of_hidden, Activation of_output) : hidden(of_hidden), output(of_output) {}

  Activation hidden, output;

  bool operator==(const Activations&) const = default;
};

/// "logistic", "tanh", "linear".
const std::vector<std::string>& activation_names();
std::string activation_name(Activation activation);
/// Throws Error for another name, with the key or file that it was found in.
Activation activation_from_name(const std::string& name,
                                const std::string& place = "network.activation");

}  // namespace lowpass
