#include "lowpass/network/layer_step.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/network/layer_step.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

#ifndef LOWPASS_NETWORK_LAYER_STEP_CPP_
#define LOWPASS_NETWORK_LAYER_STEP_CPP_
namespace lowpass {

/// What feeds a layer in one lane: a number a row of its weights, but for the bias.
template <class Number>
struct LaneSources {
  const Number* inputs;
  const Number* neurons;
};

}  // namespace lowpass
#endif

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The sums of a few vectors of neurons in each of a few episodes.
template <class Real, std::size_t kLanes, std::size_t kVectors>
using Sums = Real[kLanes][kVectors];

/// Adds source * row for each source, a row after the other, in each lane for itself.
template <class Real, std::size_t kLanes, std::size_t kVectors>
HWY_INLINE const NumberOf<Real>* add_rows(const NumberOf<Real>* const (&sources)[kLanes],
                                          std::size_t count, const NumberOf<Real>* weights,
                                          std::size_t row, Sums<Real, kLanes, kVectors>& sums) {
  for (std::size_t s = 0; s < count; ++s, weights += row) {
    Real source[kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) source[l] = Real(sources[l][s]);
    for (std::size_t v = 0; v < kVectors; ++v) {
      Real weight = Real::load_unaligned(weights + v * Real::kCount);
      if constexpr (kLanes > 1) keep_in_register(weight);
      for (std::size_t l = 0; l < kLanes; ++l) sums[l][v] += source[l] * weight;
    }
  }
  return weights;
}

/// W_in x + W_rec s + b for kVectors vectors of neurons from `first` on; a row of `out` a lane.
template <class Real, std::size_t kLanes, std::size_t kVectors>
HWY_INLINE void sum_neurons(const LayerPlan& layer, const NumberOf<Real>* weights,
                            const LaneSources<NumberOf<Real>>* lanes, std::size_t first,
                            NumberOf<Real>* out) {
  const std::size_t row = padded_row<NumberOf<Real>>(layer.neurons.count);
  Sums<Real, kLanes, kVectors> sums;
  const NumberOf<Real>* inputs[kLanes];
  const NumberOf<Real>* neurons[kLanes];
  for (std::size_t l = 0; l < kLanes; ++l) {
    inputs[l] = lanes[l].inputs;
    neurons[l] = lanes[l].neurons;
    for (std::size_t v = 0; v < kVectors; ++v) sums[l][v] = Real(0.0);
  }
  weights += first;
  weights = add_rows<Real, kLanes, kVectors>(inputs, layer.inputs.count, weights, row, sums);
  weights = add_rows<Real, kLanes, kVectors>(neurons, layer.sources.count, weights, row, sums);
  for (std::size_t l = 0; l < kLanes; ++l) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Real a = sums[l][v] + Real::load_unaligned(weights + v * Real::kCount);
      a.store_unaligned(out + l * row + first + v * Real::kCount);
    }
  }
}

/// The sums of the layer's neurons (padded) from `first` on: kVectors at once as long as there are
/// so many, then half as many.
template <class Real, std::size_t kLanes, std::size_t kVectors>
HWY_INLINE void sum_from(const LayerPlan& layer, const NumberOf<Real>* weights,
                         const LaneSources<NumberOf<Real>>* lanes, std::size_t first,
                         NumberOf<Real>* out) {
  constexpr std::size_t n = kVectors * Real::kCount;
  const std::size_t row = padded_row<NumberOf<Real>>(layer.neurons.count);
  for (; first + n <= row; first += n) {
    sum_neurons<Real, kLanes, kVectors>(layer, weights, lanes, first, out);
  }
  if constexpr (kVectors > 1)
    sum_from<Real, kLanes, kVectors / 2>(layer, weights, lanes, first, out);
}

/// As many sums at once as half of the registers hold: enough to hide the latency of an addition.
template <class Real, std::size_t kLanes>
HWY_INLINE void sum_layer(const LayerPlan& layer, const NumberOf<Real>* weights,
                          const LaneSources<NumberOf<Real>>* lanes, NumberOf<Real>* out) {
  constexpr std::size_t kSums = sizeof(Real) == 64 ? 16 : 8;  // AVX-512 has 32 registers
  constexpr std::size_t kVectors = kLanes == 1 ? 8 : kLanes == 2 ? kSums / 2 : kSums / 4;
  sum_from<Real, kLanes, kVectors>(layer, weights, lanes, 0, out);
}

template <class Real>
HWY_INLINE Real squashed(Real a, bool is_tanh) {
  return is_tanh ? tanh(a) : logistic(a);
}

template <class Real>
HWY_INLINE void activate_all(NumberOf<Real>* numbers, std::size_t count, Activation activation) {
  if (activation == Activation::kLinear) return;
  constexpr std::size_t n = Real::kCount;
  const bool is_tanh = activation == Activation::kTanh;
  std::size_t i = 0;
  for (; i + n <= count; i += n) {
    squashed(Real::load_unaligned(numbers + i), is_tanh).store_unaligned(numbers + i);
  }
  if (i == count) return;
  NumberOf<Real> rest[n] = {};
  for (std::size_t k = 0; k < count - i; ++k) rest[k] = numbers[i + k];
  squashed(Real::load_unaligned(rest), is_tanh).store_unaligned(rest);
  for (std::size_t k = 0; k < count - i; ++k) numbers[i + k] = rest[k];
}

/// (What the padding becomes means nothing; with it the row is whole vectors.)
template <class Real>
HWY_INLINE void activate_row(const LayerPlan& layer, NumberOf<Real>* row) {
  const auto [hidden, output] = layer.activations;
  const std::size_t neurons = layer.neurons.count;
  if (hidden == output) {
    activate_all<Real>(row, padded_row<NumberOf<Real>>(neurons), hidden);
  } else {
    activate_all<Real>(row, layer.hidden, hidden);
    activate_all<Real>(row + layer.hidden, neurons - layer.hidden, output);
  }
}

/// The fresh states of the layer's neurons, a padded row a lane.
template <class Real>
HWY_INLINE void fresh_states(const LayerPlan& layer, const NumberOf<Real>* weights,
                             const LaneSources<NumberOf<Real>>* lanes, std::size_t lane_count,
                             NumberOf<Real>* out) {
  if (lane_count == 1) sum_layer<Real, 1>(layer, weights, lanes, out);
  if (lane_count == 2) sum_layer<Real, 2>(layer, weights, lanes, out);
  if (lane_count == 3) sum_layer<Real, 3>(layer, weights, lanes, out);
  if (lane_count == 4) sum_layer<Real, 4>(layer, weights, lanes, out);
  const std::size_t row = padded_row<NumberOf<Real>>(layer.neurons.count);
  for (std::size_t l = 0; l < lane_count; ++l, out += row) {
    activate_row<Real>(layer, out);
  }
}

void fresh_doubles(const LayerPlan& layer, const double* weights, const LaneSources<double>* lanes,
                   std::size_t lane_count, double* out) {
  fresh_states<AllLanesOf<double>>(layer, weights, lanes, lane_count, out);
}

/// Doubles rounded to singles.
HWY_INLINE void narrow(const double* from, std::size_t count, float* to) {
  using D = AllLanes::Tag;
  const hn::Rebind<float, D> singles;
  std::size_t i = 0;
  for (; i + AllLanes::kCount <= count; i += AllLanes::kCount) {
    hn::StoreU(hn::DemoteTo(singles, hn::LoadU(D(), from + i)), singles, to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

HWY_INLINE void widen(const float* from, std::size_t count, double* to) {
  std::size_t i = 0;
  for (; i + AllLanes::kCount <= count; i += AllLanes::kCount) {
    load_widened<AllLanes>(from + i).store_unaligned(to + i);
  }
  for (; i < count; ++i) to[i] = from[i];
}

/// The whole step; `room` is for the numbers that feed the layer in each lane, and its fresh
/// states.
void step_singles(const LayerPlan& layer, const float* weights, const LaneNumbers* lanes,
                  std::size_t lane_count, float* room) {
  LaneSources<float> sources[kMaxStepLanes];
  for (std::size_t l = 0; l < lane_count; ++l) {
    float* const inputs = room;
    float* const neurons = inputs + layer.inputs.count;
    narrow(lanes[l].inputs + layer.inputs.first, layer.inputs.count, inputs);
    narrow(lanes[l].state + layer.sources.first, layer.sources.count, neurons);
    sources[l] = {inputs, neurons};
    room = neurons + layer.sources.count;
  }
  fresh_states<AllLanesOf<float>>(layer, weights, sources, lane_count, room);
  for (std::size_t l = 0; l < lane_count; ++l) {
    widen(room, layer.neurons.count, lanes[l].state + layer.neurons.first);
    room += padded_row<float>(layer.neurons.count);
  }
}

void activate_numbers(double* numbers, std::size_t count, Activation activation) {
  activate_all<AllLanesOf<double>>(numbers, count, activation);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(fresh_doubles);
HWY_EXPORT(step_singles);
HWY_EXPORT(activate_numbers);

namespace {

/// Room for numbers of one step: on the stack unless there are many.
template <class Number>
class Scratch {
 public:
  explicit Scratch(std::size_t count) : large_(count <= std::size(small_) ? 0 : count) {}
  Number* numbers() { return large_.empty() ? small_ : large_.data(); }

 private:
  Number small_[1024];
  std::vector<Number> large_;
};

}  // namespace

void activate(double* numbers, std::size_t count, Activation activation) {
  HWY_DYNAMIC_DISPATCH(activate_numbers)(numbers, count, activation);
}

void step_layer(const LayerPlan& layer, const double* weights, const LaneNumbers* lanes,
                std::size_t lane_count) {
  assert(lane_count >= 1 && lane_count <= kMaxStepLanes);
  const std::size_t row = padded_row<double>(layer.neurons.count);
  LaneSources<double> sources[kMaxStepLanes];
  for (std::size_t l = 0; l < lane_count; ++l) {
    sources[l] = {lanes[l].inputs + layer.inputs.first, lanes[l].state + layer.sources.first};
  }
  // The fresh states wait until every neuron has read the former ones.
  Scratch<double> fresh(row * lane_count);
  HWY_DYNAMIC_DISPATCH(fresh_doubles)(layer, weights, sources, lane_count, fresh.numbers());
  for (std::size_t l = 0; l < lane_count; ++l) {
    std::copy_n(fresh.numbers() + l * row, layer.neurons.count,
                lanes[l].state + layer.neurons.first);
  }
}

void step_layer(const LayerPlan& layer, const float* weights, const LaneNumbers* lanes,
                std::size_t lane_count) {
  assert(lane_count >= 1 && lane_count <= kMaxStepLanes);
  const std::size_t sources = layer.inputs.count + layer.sources.count;
  Scratch<float> room((sources + padded_row<float>(layer.neurons.count)) * lane_count);
  HWY_DYNAMIC_DISPATCH(step_singles)(layer, weights, lanes, lane_count, room.numbers());
}

}  // namespace lowpass
#endif
