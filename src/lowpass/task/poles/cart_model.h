#pragma once

#include <array>

namespace lowpass {

/// A uniform rod that stands on the cart and turns about its lower end.
struct Pole {
  double mass_kg;
  double half_length_m;
};

inline constexpr int kMaxPoles = 2;
/// Position and velocity of the cart and of each pole.
inline constexpr int kMaxCartState = 2 + 2 * kMaxPoles;

/// A cart on a track with poles side by side, in SI units ([G08] Appendix A and its table).
///
/// The state is x, x', theta_1, theta_1', ...: theta from the vertical, positive towards +x.
struct CartModel {
  int poles = 2;
  double cart_mass_kg = 1.0;
  std::array<Pole, kMaxPoles> pole = {{{0.1, 0.5}, {0.01, 0.05}}};
  /// A force that opposes the motion, newton: not a coefficient of the normal force.
  double cart_friction = 0.0005;
  double pole_friction = 0.000002;  ///< torque a rad/s
  double gravity = -9.8;            ///< m/s^2, negative in the equations as they are printed

  int state_size() const { return 2 + 2 * poles; }
};

/// Of one integration step; a control step has two, under the same force ([G08] §5.3).
inline constexpr double kIntegrationStep_s = 0.01;
inline constexpr int kIntegrationSteps = 2;
inline constexpr double kControlStep_s = kIntegrationStep_s * kIntegrationSteps;

/// The largest force on the cart, newton.
inline constexpr double kMaxForce = 10.0;
/// The least one that a controller can apply: it cannot rest in the unstable equilibrium.
inline constexpr double kMinForce = kMaxForce / 256;

/// The force of an action: clamped to [-1, 1], times 10 N, its size at least `minimum` (an action
/// of 0 pushes towards +x). An action that is not finite gives NaN, which the cart does not
/// survive.
double force_of_action(double action, double minimum);

}  // namespace lowpass
