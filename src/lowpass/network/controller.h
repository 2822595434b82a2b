#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lowpass/network/drive.h"
#include "lowpass/network/topology.h"
#include "lowpass/network/weights.h"

namespace lowpass {

/// The squashing function f of every neuron.
enum class Activation {
  kLogistic,  ///< 1 / (1 + e^-a), in (0, 1)
  kTanh,      ///< in (-1, 1)
};

/// "logistic" or "tanh"; throws Error for another name.
Activation activation_from_name(const std::string& name);

/// A network ready to be stepped: its weights laid out, or a Drive that stands for them. Immutable:
/// many lanes and threads may step one controller, each with a state of its own.
class Controller {
 public:
  /// `weights` in the order of NetworkSize; links that the topology lacks are ignored.
  Controller(const Topology& topology, std::span<const double> weights, Activation activation);

  /// The fully recurrent network with the weights of `drive`.
  Controller(std::shared_ptr<const Drive> drive, Activation activation);

  NetworkSize size() const { return size_; }
  Activation activation() const { return activation_; }

  /// One step of every neuron, s' = f(W_in x + W_rec s + b) with the timing of the topology.
  /// `state` has size().neurons numbers, is 0 at the start of an episode, and is updated. Sums run
  /// over inputs, then neurons, then the bias, so the bits are the same on any target.
  void step(std::span<const double> inputs, std::span<double> state) const;

  /// A neuron's output in [0, 1]: its state for logistic neurons, (s + 1) / 2 for tanh.
  double output(double state) const {
    return activation_ == Activation::kLogistic ? state : 0.5 * (state + 1.0);
  }

 private:
  /// The weights into one layer: a row of its neurons (padded to whole vectors) for each source, in
  /// the order inputs, neurons, bias.
  struct Layer {
    int first_neuron;
    int neurons;
    std::size_t row;  // padded length
    std::vector<double> weights;
  };

  NetworkSize size_;
  Activation activation_;
  std::vector<Layer> layers_;
  std::shared_ptr<const Drive> drive_;  // instead of layers
};

/// One lane of a batch: a controller with the inputs and the state of its episode.
struct ControllerLane {
  const Controller* controller;
  std::span<const double> inputs;
  std::span<double> state;
};

/// One step of every lane. Lanes are independent; a lane's result does not depend on the others.
void step(std::span<const ControllerLane> batch);

}  // namespace lowpass
