#include "lowpass/network/layer_step.h"

#include <algorithm>
#include <iterator>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/network/layer_step.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

constexpr std::size_t kWidth = AllLanes::kCount;

/// Adds source * row for each source, a row after the other.
template <std::size_t kVectors>
HWY_INLINE const double* add_rows(const double* sources, std::size_t count, const double* weights,
                                  std::size_t row, AllLanes (&sum)[kVectors]) {
  for (std::size_t s = 0; s < count; ++s, weights += row) {
    const AllLanes source(sources[s]);
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[v] += source * AllLanes::load_unaligned(weights + v * kWidth);
    }
  }
  return weights;
}

HWY_INLINE AllLanes squashed(AllLanes a, bool is_tanh) { return is_tanh ? tanh(a) : logistic(a); }

/// f(W_in x + W_rec s + b) for kVectors vectors of neurons from `first` on, into `out`.
template <std::size_t kVectors>
HWY_INLINE void step_neurons(const LayerStep& step, std::size_t first, double* out) {
  AllLanes sum[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = AllLanes(0.0);
  const double* weights = step.weights + first;
  weights = add_rows(step.inputs, step.input_count, weights, step.row, sum);
  weights = add_rows(step.state, step.state_count, weights, step.row, sum);
  for (std::size_t v = 0; v < kVectors; ++v) {
    const AllLanes a = sum[v] + AllLanes::load_unaligned(weights + v * kWidth);
    squashed(a, step.is_tanh).store_unaligned(out + v * kWidth);
  }
}

/// The fresh states of the layer's neurons (padded), into `out`.
void layer_step(const LayerStep& step, double* out) {
  std::size_t i = 0;
  for (; i + 8 * kWidth <= step.row; i += 8 * kWidth) step_neurons<8>(step, i, out + i);
  for (; i + 2 * kWidth <= step.row; i += 2 * kWidth) step_neurons<2>(step, i, out + i);
  for (; i < step.row; i += kWidth) step_neurons<1>(step, i, out + i);
}

void squash_numbers(double* numbers, std::size_t count, bool is_tanh) {
  for (std::size_t i = 0; i < count; i += kWidth) {
    squashed(AllLanes::load_unaligned(numbers + i), is_tanh).store_unaligned(numbers + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(layer_step);
HWY_EXPORT(squash_numbers);

void squash(double* numbers, std::size_t count, bool is_tanh) {
  HWY_DYNAMIC_DISPATCH(squash_numbers)(numbers, count, is_tanh);
}

void step_layer(const LayerStep& step) {
  // The fresh states wait until every neuron has read the former ones; large layers on the heap.
  double small[256];
  std::vector<double> large(step.row <= std::size(small) ? 0 : step.row);
  double* fresh = large.empty() ? small : large.data();
  HWY_DYNAMIC_DISPATCH(layer_step)(step, fresh);
  std::copy(fresh, fresh + step.neurons, step.state + step.first_neuron);
}

}  // namespace lowpass
#endif
