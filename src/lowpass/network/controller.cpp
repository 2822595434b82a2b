#include "lowpass/network/controller.h"

#include <algorithm>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// The smallest range of `count` sources that holds every one with a link into the layer;
/// weight_of(to, from) counts as NetworkSize does.
template <class WeightOf>
UnitRange feeding(const Links& links, UnitRange neurons, int count, WeightOf weight_of) {
  const auto feeds = [&](int from) {
    for (std::size_t i = 0; i < neurons.count; ++i) {
      if (links.empty() || links[weight_of(static_cast<int>(neurons.first + i), from)]) return true;
    }
    return false;
  };
  int first = 0, last = count;
  while (first < last && !feeds(first)) ++first;
  while (last > first && !feeds(last - 1)) --last;
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)};
}

}  // namespace

Controller::Controller(const Topology& topology, std::span<const double> weights,
                       Activations activations, Precision precision)
    : size_(topology.size), outputs_(topology.outputs), activations_(activations) {
  require_size("weights of a network", weights.size(),
               static_cast<std::size_t>(size_.weight_count()));
  std::vector<double> masked;
  if (!topology.exists.empty()) {
    masked.assign(weights.begin(), weights.end());
    drop_missing(topology.exists, masked);
    weights = masked;
  }
  UnitRange neurons;
  for (const int count : topology.layers) {
    neurons.count = static_cast<std::size_t>(count);
    Layer layer{.plan = plan_of(topology.exists, neurons), .lines = {}};
    if (precision == Precision::kSingle) {
      layer.lines = laid_out<float>(layer.plan, weights);
    } else {
      layer.lines = laid_out<double>(layer.plan, weights);
    }
    layers_.push_back(std::move(layer));
    neurons.first += neurons.count;
  }
}

Controller::Controller(std::shared_ptr<const Drive> drive, int outputs, Activations activations)
    : size_(drive->size()),
      outputs_(outputs),
      activations_(activations),
      drive_(std::move(drive)) {}

LayerPlan Controller::plan_of(const Links& links, UnitRange neurons) const {
  const auto input = [&](int to, int from) { return size_.input_weight(to, from); };
  const auto recurrent = [&](int to, int from) { return size_.recurrent_weight(to, from); };
  const int first = static_cast<int>(neurons.first), count = static_cast<int>(neurons.count);
  const int hidden = std::clamp(size_.neurons - outputs_ - first, 0, count);
  return {.neurons = neurons,
          .hidden = static_cast<std::size_t>(hidden),
          .inputs = feeding(links, neurons, size_.inputs, input),
          .sources = feeding(links, neurons, size_.neurons, recurrent),
          .activations = activations_};
}

template <class Number>
Controller::Lines<Number> Controller::laid_out(const LayerPlan& plan,
                                               std::span<const double> weights) const {
  const std::size_t stride = padded_row<Number>(plan.neurons.count);
  Lines<Number> lines(stride / WeightLine<Number>::kCount * plan.row_count());
  Number* row = lines.front().weights;
  const auto lay_out = [&](auto weight_of, UnitRange sources) {
    const int first = static_cast<int>(plan.neurons.first);
    const int count = static_cast<int>(plan.neurons.count);
    for (std::size_t s = 0; s < sources.count; ++s, row += stride) {
      const int from = static_cast<int>(sources.first + s);
      for (int i = 0; i < count; ++i) {
        row[i] = static_cast<Number>(weights[weight_of(first + i, from)]);
      }
    }
  };
  lay_out([&](int to, int from) { return size_.input_weight(to, from); }, plan.inputs);
  lay_out([&](int to, int from) { return size_.recurrent_weight(to, from); }, plan.sources);
  lay_out([&](int to, int) { return size_.bias_weight(to); }, {.first = 0, .count = 1});
  return lines;
}

void Controller::step_drive(std::span<const double> inputs, std::span<double> state) const {
  std::vector<double> drives(state.size());
  drive_->apply(inputs, state, drives);
  const std::size_t hidden = size_.neurons - outputs_;
  activate(drives.data(), hidden, activations_.hidden);
  activate(drives.data() + hidden, drives.size() - hidden, activations_.output);
  std::copy(drives.begin(), drives.end(), state.begin());
}

void Controller::step_lanes(std::span<const ControllerLane* const> lanes) const {
  LaneNumbers numbers[kMaxStepLanes];
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    require_size("inputs of a network", lanes[l]->inputs.size(),
                 static_cast<std::size_t>(size_.inputs));
    require_size("state of a network", lanes[l]->state.size(),
                 static_cast<std::size_t>(size_.neurons));
    numbers[l] = {lanes[l]->inputs.data(), lanes[l]->state.data()};
    if (drive_) step_drive(lanes[l]->inputs, lanes[l]->state);
  }
  for (const Layer& layer : layers_) {
    const auto step_with = [&](const auto& lines) {
      step_layer(layer.plan, lines.front().weights, numbers, lanes.size());
    };
    std::visit(step_with, layer.lines);
  }
  for (const ControllerLane* lane : lanes) {
    if (!lane->outputs.empty()) read_outputs(lane->state, lane->outputs);
  }
}

void Controller::read_outputs(std::span<const double> state, std::span<double> outputs) const {
  require_size("outputs of a network", outputs.size(), static_cast<std::size_t>(outputs_));
  const std::span<const double> said = state.last(outputs.size());
  if (activations_.output == Activation::kLogistic) {
    std::copy(said.begin(), said.end(), outputs.begin());
    return;
  }
  for (std::size_t i = 0; i < said.size(); ++i) outputs[i] = output(said[i]);
}

void Controller::step(std::span<const double> inputs, std::span<double> state) const {
  step(inputs, state, {});
}

void Controller::step(std::span<const double> inputs, std::span<double> state,
                      std::span<double> outputs) const {
  const ControllerLane lane{this, inputs, state, outputs};
  const ControllerLane* const one[] = {&lane};
  step_lanes(one);
}

double Controller::output(double state) const {
  if (activations_.output == Activation::kLogistic) return state;
  const double output = 0.5 * (state + 1.0);
  return activations_.output == Activation::kLinear ? std::clamp(output, 0.0, 1.0) : output;
}

void step(std::span<const ControllerLane> batch) {
  for (std::size_t first = 0; first < batch.size(); ++first) {
    const Controller* controller = batch[first].controller;
    const auto is_same = [&](const ControllerLane& lane) { return lane.controller == controller; };
    const auto before = batch.first(first);
    // Each kMaxStepLanes-th lane of a controller leads the ones up to the next leader.
    if (std::count_if(before.begin(), before.end(), is_same) % kMaxStepLanes != 0) continue;
    const ControllerLane* together[kMaxStepLanes];
    std::size_t count = 0;
    for (std::size_t i = first; i < batch.size() && count < kMaxStepLanes; ++i) {
      if (is_same(batch[i])) together[count++] = &batch[i];
    }
    controller->step_lanes(std::span(together, count));
  }
}

}  // namespace lowpass
