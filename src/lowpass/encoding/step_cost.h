#pragma once

#include "lowpass/encoding/encoding.h"

namespace lowpass {

/// What one step of a network costs either way, in microseconds.
struct StepCost {
  double dense;
  double spectral;  ///< infinite where there is no spectrum

  NetworkStep cheaper() const {
    return spectral < dense ? NetworkStep::kSpectral : NetworkStep::kDense;
  }
};

/// The cost by a model with fixed constants: the same on every machine, so that a choice made by it
/// is part of the configuration, never of the machine (docs/SCALING.md).
StepCost modelled_step_cost(const Mapping& mapping, Cell coefficients);

}  // namespace lowpass
