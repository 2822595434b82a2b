#pragma once

#include <span>

#include "lowpass/scene/scene.h"
#include "lowpass/task/poles/cart_model.h"

namespace lowpass {

/// Cart and poles on their track, seen from the side, in metres; the track lies at height 0.
Scene poles_scene(const CartModel& model);

/// How that looks in a state, under a force. All numbers are finite: a precondition.
Moment poles_moment(const CartModel& model, std::span<const double> state, double force);

}  // namespace lowpass
