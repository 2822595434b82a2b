#include "lowpass/network/normalization.h"

#include <cassert>
#include <cmath>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// Deviations below this are rounding, not variation (in the input's own unit; observations of
/// physical quantities lie far above).
constexpr double kLeastDeviation = 1e-7;

}  // namespace

void add(InputMoments& moments, std::span<const double> inputs) {
  if (moments.mean.empty()) {
    moments.mean.assign(inputs.size(), 0.0);
    moments.squares.assign(inputs.size(), 0.0);
  }
  assert(moments.mean.size() == inputs.size());
  moments.count += 1.0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double before = inputs[i] - moments.mean[i];
    moments.mean[i] += before / moments.count;
    moments.squares[i] += before * (inputs[i] - moments.mean[i]);
  }
}

void merge(InputMoments& moments, const InputMoments& other) {
  if (other.count == 0.0) return;
  if (moments.count == 0.0) {
    moments = other;
    return;
  }
  require_size("moments of inputs", other.mean.size(), moments.mean.size());
  const double count = moments.count + other.count;
  for (std::size_t i = 0; i < moments.mean.size(); ++i) {
    const double apart = other.mean[i] - moments.mean[i];
    moments.mean[i] += apart * (other.count / count);
    moments.squares[i] += other.squares[i] + apart * apart * (moments.count * other.count / count);
  }
  moments.count = count;
}

Normalization normalization_of(const InputMoments& moments) {
  Normalization normalization;
  if (moments.count < 2.0) return normalization;
  normalization.mean = moments.mean;
  for (const double squares : moments.squares) {
    const double deviation = std::sqrt(squares / moments.count);
    normalization.scale.push_back(deviation < kLeastDeviation ? 0.0 : 1.0 / deviation);
  }
  return normalization;
}

void normalize(const Normalization& normalization, std::span<double> inputs) {
  if (normalization.empty()) return;
  assert(normalization.mean.size() == inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i] = (inputs[i] - normalization.mean[i]) * normalization.scale[i];
  }
}

}  // namespace lowpass
