#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lowpass/core/aligned_buffer.h"
#include "lowpass/task/poles/cart_kernels.h"
#include "lowpass/task/poles/cart_model.h"

namespace lowpass {

/// Several independent carts that advance together, one a lane. A cart's trajectory is the same
/// bits in any lane, beside any neighbours, for any number of lanes and on any SIMD target.
///
/// The SIMD target is the one in use when the batch is made. A lane that was not loaded stands
/// still; any lane can be loaded again while the others go on.
class CartBatch {
 public:
  /// One lane runs on scalars; more are rounded up, inside, to whole vectors.
  CartBatch(const CartModel& model, int lanes);

  /// The number of lanes that pays: one whole vector.
  static int preferred_lanes();

  const CartModel& model() const { return model_; }
  int lanes() const { return lanes_; }

  /// Puts a cart into a lane, without force. The state has model().state_size() numbers.
  void load(int lane, std::span<const double> state);
  /// The force on the cart of a lane from now on, newton.
  void set_force(int lane, double force) { at(lane, kCartForce) = force; }
  /// Advances every lane by `integration_steps` Runge-Kutta steps of 0.01 s. Allocates nothing.
  void step(int integration_steps = kIntegrationSteps);

  /// Number `i` of the state of a lane.
  double state(int lane, int i) const { return at(lane, i); }
  std::vector<double> state(int lane) const;
  /// True if the last step left a number that is not finite.
  bool diverged(int lane) const { return at(lane, kCartDiverged) != 0.0; }
  /// d/dt of the state of a lane under its force.
  std::vector<double> derivative(int lane) const;

 private:
  double* block(int lane) const {
    return memory_.data() + static_cast<std::size_t>(lane / kernels_.lanes) * block_size();
  }
  std::size_t block_size() const { return static_cast<std::size_t>(kCartRows * kernels_.lanes); }
  double& at(int lane, int row) const {
    return block(lane)[row * kernels_.lanes + lane % kernels_.lanes];
  }

  CartModel model_;
  CartConstants constants_;
  CartKernels kernels_;
  int lanes_, blocks_;
  AlignedBuffer memory_;
};

}  // namespace lowpass
