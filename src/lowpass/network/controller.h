#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "lowpass/core/precision.h"
#include "lowpass/network/activation.h"
#include "lowpass/network/drive.h"
#include "lowpass/network/layer_step.h"
#include "lowpass/network/topology.h"
#include "lowpass/network/weights.h"

namespace lowpass {

struct ControllerLane;

/// A network ready to be stepped: its weights laid out, or a Drive that stands for them. Immutable:
/// many lanes and threads may step one controller, each with a state of its own.
class Controller {
 public:
  /// `weights` in the order of NetworkSize; links that the topology lacks are ignored. In single
  /// precision weights, inputs and states are rounded to it, and so is every operation of a step.
  Controller(const Topology& topology, std::span<const double> weights, Activations activations,
             Precision precision = Precision::kDouble);

  /// The fully recurrent network with the weights of `drive`; the last `outputs` neurons are its
  /// outputs. A drive computes in double.
  Controller(std::shared_ptr<const Drive> drive, int outputs, Activations activations);

  NetworkSize size() const { return size_; }
  /// How many outputs it has: the last neurons.
  int outputs() const { return outputs_; }
  Activations activations() const { return activations_; }

  /// One step of every neuron, s' = f(W_in x + W_rec s + b) with the timing of the topology.
  /// `state` has size().neurons numbers, is 0 at the start of an episode, and is updated. Sums run
  /// over inputs, then neurons, then the bias, so the bits are the same on any target.
  void step(std::span<const double> inputs, std::span<double> state) const;

  /// The same; then `outputs`, of which there are outputs(), is what the network says.
  void step(std::span<const double> inputs, std::span<double> state,
            std::span<double> outputs) const;

  /// What an output neuron says, in [0, 1]: its state s if it is logistic, (s + 1) / 2 if tanh, and
  /// that brought into [0, 1] if linear. A state that is no number stays one.
  double output(double state) const;

 private:
  friend void step(std::span<const ControllerLane> batch);

  template <class Number>
  using Lines = std::vector<WeightLine<Number>>;
  struct Layer {
    LayerPlan plan;
    std::variant<Lines<double>, Lines<float>> lines;
  };

  LayerPlan plan_of(const Links& links, UnitRange neurons) const;
  template <class Number>
  Lines<Number> laid_out(const LayerPlan& plan, std::span<const double> weights) const;
  /// Steps lanes of this controller together.
  void step_lanes(std::span<const ControllerLane* const> lanes) const;
  void step_drive(std::span<const double> inputs, std::span<double> state) const;
  void read_outputs(std::span<const double> state, std::span<double> outputs) const;

  NetworkSize size_;
  int outputs_;
  Activations activations_;
  std::vector<Layer> layers_;
  std::shared_ptr<const Drive> drive_;  // instead of layers
};

/// One lane of a batch: a controller with the inputs, the state and the outputs of its episode.
struct ControllerLane {
  const Controller* controller;
  std::span<const double> inputs;
  std::span<double> state;
  std::span<double> outputs;  ///< none: they are not wanted
};

/// One step of every lane. Lanes are independent; a lane's result does not depend on the others.
/// Those of one controller go through its weights together, which takes less time.
void step(std::span<const ControllerLane> batch);

}  // namespace lowpass
