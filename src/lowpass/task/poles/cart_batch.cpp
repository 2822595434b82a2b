#include "lowpass/task/poles/cart_batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

const CartModel& checked(const CartModel& model, int lanes) {
  if (lanes < 1) {
    throw Error(ErrorKind::kUsage, fmt::format("lanes = {}: expected 1 or more", lanes));
  }
  if (model.poles < 1 || model.poles > kMaxPoles) {
    throw Error(ErrorKind::kUsage,
                fmt::format("poles = {}: expected 1 to {}", model.poles, kMaxPoles));
  }
  return model;
}

}  // namespace

CartBatch::CartBatch(const CartModel& model, int lanes)
    : model_(model),
      constants_(cart_constants(checked(model, lanes))),
      kernels_(lanes == 1 ? one_lane_cart_kernels(model.poles)
                          : all_lanes_cart_kernels(model.poles)),
      lanes_(lanes),
      blocks_((lanes + kernels_.lanes - 1) / kernels_.lanes),
      memory_(block_size() * static_cast<std::size_t>(blocks_)) {
  std::fill_n(memory_.data(), block_size() * static_cast<std::size_t>(blocks_), 0.0);
}

// Two vectors at once hide some latency, but gain little on a core that is shared: measured, 5 % of
// the time of two poles, 20 % of one. Fewer lanes leave more episodes to the other threads.
int CartBatch::preferred_lanes() { return all_lanes_cart_kernels(1).lanes; }

void CartBatch::load(int lane, std::span<const double> state) {
  require_size("state of a cart", state.size(), static_cast<std::size_t>(model_.state_size()));
  for (int i = 0; i < model_.state_size(); ++i) at(lane, i) = state[i];
  at(lane, kCartForce) = 0.0;
  at(lane, kCartDiverged) = 0.0;
}

void CartBatch::step(int integration_steps) {
  for (int i = 0; i < blocks_; ++i) {
    kernels_.step(constants_, block(i * kernels_.lanes), integration_steps);
  }
}

std::vector<double> CartBatch::state(int lane) const {
  std::vector<double> state(model_.state_size());
  for (int i = 0; i < model_.state_size(); ++i) state[i] = at(lane, i);
  return state;
}

std::vector<double> CartBatch::derivative(int lane) const {
  const AlignedBuffer rates(block_size());
  kernels_.derivative(constants_, block(lane), rates.data());
  std::vector<double> derivative(model_.state_size());
  for (int i = 0; i < model_.state_size(); ++i) {
    derivative[i] = rates.data()[i * kernels_.lanes + lane % kernels_.lanes];
  }
  return derivative;
}

}  // namespace lowpass
