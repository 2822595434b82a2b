#include "lowpass/network/controller.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/network/layer_step.h"

namespace lowpass {

Activation activation_from_name(const std::string& name) {
  if (name == "logistic") return Activation::kLogistic;
  if (name == "tanh") return Activation::kTanh;
  throw Error(ErrorKind::kConfiguration,
              fmt::format("network.activation = \"{}\": expected logistic or tanh", name));
}

Controller::Controller(const Topology& topology, std::span<const double> weights,
                       Activation activation)
    : size_(topology.size), activation_(activation) {
  assert(static_cast<std::ptrdiff_t>(weights.size()) == size_.weight_count());
  std::vector<double> masked;
  if (!topology.exists.empty()) {
    masked.assign(weights.begin(), weights.end());
    topology.apply_mask(masked);
    weights = masked;
  }
  int first = 0;
  for (const int neurons : topology.layers) {
    Layer layer{first, neurons, padded_row(neurons), {}};
    layer.weights.resize(layer.row * (size_.inputs + size_.neurons + 1), 0.0);
    double* row = layer.weights.data();
    for (int from = 0; from < size_.inputs; ++from, row += layer.row) {
      for (int i = 0; i < neurons; ++i) row[i] = weights[size_.input_weight(first + i, from)];
    }
    for (int from = 0; from < size_.neurons; ++from, row += layer.row) {
      for (int i = 0; i < neurons; ++i) row[i] = weights[size_.recurrent_weight(first + i, from)];
    }
    for (int i = 0; i < neurons; ++i) row[i] = weights[size_.bias_weight(first + i)];
    layers_.push_back(std::move(layer));
    first += neurons;
  }
}

Controller::Controller(std::shared_ptr<const Drive> drive, Activation activation)
    : size_(drive->size()), activation_(activation), drive_(std::move(drive)) {}

void Controller::step(std::span<const double> inputs, std::span<double> state) const {
  assert(static_cast<int>(inputs.size()) == size_.inputs);
  assert(static_cast<int>(state.size()) == size_.neurons);
  if (drive_) {
    std::vector<double> drives(padded_row(size_.neurons), 0.0);
    drive_->apply(inputs, state, std::span(drives).first(state.size()));
    squash(drives.data(), drives.size(), activation_ == Activation::kTanh);
    std::copy_n(drives.begin(), state.size(), state.begin());
    return;
  }
  for (const Layer& layer : layers_) {
    step_layer({.inputs = inputs.data(),
                .input_count = inputs.size(),
                .state = state.data(),
                .state_count = state.size(),
                .weights = layer.weights.data(),
                .row = layer.row,
                .first_neuron = static_cast<std::size_t>(layer.first_neuron),
                .neurons = static_cast<std::size_t>(layer.neurons),
                .is_tanh = activation_ == Activation::kTanh});
  }
}

void step(std::span<const ControllerLane> batch) {
  for (const ControllerLane& lane : batch) lane.controller->step(lane.inputs, lane.state);
}

}  // namespace lowpass
