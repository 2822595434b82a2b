#pragma once

#include "lowpass/task/poles/cart_model.h"

namespace lowpass {

// A block is a vector of carts: rows of one double a lane, so that one load takes the same quantity
// of all its carts. The rows of the state come first, in the order of CartModel.

enum CartRow {
  kCartForce = kMaxCartState,
  kCartDiverged,  ///< 1 if the state was not finite after the last step, else 0
  kCartRows
};

/// The constants of a cart as the equations of motion need them, worked out once.
struct CartConstants {
  double cart_mass, cart_friction, gravity;
  double mass[kMaxPoles];                 ///< m
  double three_quarters_mass[kMaxPoles];  ///< 3/4 m
  double mass_length[kMaxPoles];          ///< m l
  double turn[kMaxPoles];                 ///< -3 / (4 l)
  double friction[kMaxPoles];             ///< mu_p / (m l)
};

CartConstants cart_constants(const CartModel& model);

/// The kernels of one SIMD target, width and number of poles. Bits do not depend on the choice.
struct CartKernels {
  int lanes;  ///< of a block
  /// Advances a block by `steps` Runge-Kutta steps under its forces.
  void (*step)(const CartConstants& constants, double* block, int steps);
  /// d/dt of the state of a block, into the rows of the state in `rates`.
  void (*derivative)(const CartConstants& constants, const double* block, double* rates);
};

/// For one lane, or as many as the current SIMD target has.
CartKernels one_lane_cart_kernels(int poles);
CartKernels all_lanes_cart_kernels(int poles);

}  // namespace lowpass
