#include "lowpass/task/poles/cart_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/task/poles/cart_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// Sine and cosine of the angle of a pole. One within 45 degrees needs no reduction to a quarter
/// turn, which would give the same bits: without it a step takes a quarter less time.
template <class Real>
HWY_INLINE void sin_cos_of_pole(Real angle, Real& sine, Real& cosine) {
  if (any(abs(angle) > Real(0x1.921fb54442d18p-1))) {  // pi/4
    sin_cos(angle, sine, cosine);
  } else {
    sin_cos_small(angle, sine, cosine);
  }
}

/// d/dt of a state under a force ([G08] Appendix A):
///
///   x''       = (F - mu_c sgn x' + sum F_i) / (M + sum m~_i)
///   theta_i'' = -3 / (4 l_i) (x'' cos theta_i + p_i)
///   F_i       = m_i l_i theta_i'^2 sin theta_i + 3/4 m_i cos theta_i p_i
///   m~_i      = m_i (1 - 3/4 cos^2 theta_i)
///   p_i       = mu_p theta_i' / (m_i l_i) + g sin theta_i
template <int kPoles, class Real>
HWY_INLINE void motion(const CartConstants& c, const Real* state, Real force, Real* rate) {
  // sgn 0 = 0: a cart at rest feels no friction.
  const Real friction = copy_sign(Real(c.cart_friction), state[1]);
  Real push = force - select_or_zero(state[1] != Real(0.0), friction);
  Real mass(c.cart_mass);
  Real cosine[kPoles], pull[kPoles];
  for (int i = 0; i < kPoles; ++i) {
    const Real omega = state[3 + 2 * i];
    Real sine;
    sin_cos_of_pole(state[2 + 2 * i], sine, cosine[i]);
    pull[i] = Real(c.friction[i]) * omega + Real(c.gravity) * sine;
    const Real leverage = Real(c.three_quarters_mass[i]) * cosine[i];
    push += Real(c.mass_length[i]) * (omega * omega) * sine + leverage * pull[i];
    mass += Real(c.mass[i]) - leverage * cosine[i];
  }
  const Real acceleration = push / mass;
  rate[0] = state[1];
  rate[1] = acceleration;
  for (int i = 0; i < kPoles; ++i) {
    rate[2 + 2 * i] = state[3 + 2 * i];
    rate[3 + 2 * i] = Real(c.turn[i]) * (acceleration * cosine[i] + pull[i]);
  }
}

/// A block in the midst of a classical Runge-Kutta step.
template <int kPoles, class Real>
struct CartStep {
  static constexpr int kSize = 2 + 2 * kPoles;

  Real state[kSize];  // at the beginning of the step
  Real point[kSize];  // where the next stage looks
  Real sum[kSize];    // of the rates so far, weighted
  Real force;

  HWY_INLINE void load(const double* block) {
    for (int i = 0; i < kSize; ++i) state[i] = Real::load(block + i * Real::kCount);
    force = Real::load(block + kCartForce * Real::kCount);
  }

  HWY_INLINE void begin() {
    for (int i = 0; i < kSize; ++i) {
      point[i] = state[i];
      sum[i] = Real(0.0);
    }
  }

  /// Counts the rates at `point` with `weight`; the next point lies `reach` seconds along them.
  HWY_INLINE void stage(const CartConstants& c, double weight, double reach) {
    Real rate[kSize];
    motion<kPoles>(c, point, force, rate);
    for (int i = 0; i < kSize; ++i) {
      sum[i] += Real(weight) * rate[i];
      point[i] = state[i] + Real(reach) * rate[i];
    }
  }

  HWY_INLINE void end() {
    for (int i = 0; i < kSize; ++i) state[i] += Real(kIntegrationStep_s / 6) * sum[i];
  }

  HWY_INLINE void store(double* block) const {
    Real gone(0.0);
    for (int i = 0; i < kSize; ++i) {
      state[i].store(block + i * Real::kCount);
      gone += state[i] - state[i];  // 0 for finite numbers, else NaN
    }
    select(gone == Real(0.0), Real(0.0), Real(1.0)).store(block + kCartDiverged * Real::kCount);
  }
};

template <int kPoles, class Real>
void step_cart(const CartConstants& constants, double* block, int steps) {
  CartStep<kPoles, Real> cart;
  cart.load(block);
  for (int i = 0; i < steps; ++i) {
    cart.begin();
    cart.stage(constants, 1.0, 0.5 * kIntegrationStep_s);
    cart.stage(constants, 2.0, 0.5 * kIntegrationStep_s);
    cart.stage(constants, 2.0, kIntegrationStep_s);
    cart.stage(constants, 1.0, 0.0);
    cart.end();
  }
  cart.store(block);
}

template <int kPoles, class Real>
void cart_derivative(const CartConstants& constants, const double* block, double* rates) {
  CartStep<kPoles, Real> cart;
  cart.load(block);
  Real rate[2 + 2 * kPoles];
  motion<kPoles>(constants, cart.state, cart.force, rate);
  for (int i = 0; i < 2 + 2 * kPoles; ++i) rate[i].store(rates + i * Real::kCount);
}

template <class Real>
CartKernels cart_kernels(int poles) {
  constexpr int lanes = static_cast<int>(Real::kCount);
  if (poles == 1) return {lanes, &step_cart<1, Real>, &cart_derivative<1, Real>};
  return {lanes, &step_cart<2, Real>, &cart_derivative<2, Real>};
}

CartKernels all_lanes_carts(int poles) { return cart_kernels<AllLanes>(poles); }
// A wider target would gain nothing for one lane.
#if HWY_TARGET == HWY_STATIC_TARGET
CartKernels one_lane_carts(int poles) { return cart_kernels<OneLane>(poles); }
#endif

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(all_lanes_carts);

CartKernels one_lane_cart_kernels(int poles) { return HWY_STATIC_DISPATCH(one_lane_carts)(poles); }
CartKernels all_lanes_cart_kernels(int poles) {
  return HWY_DYNAMIC_DISPATCH(all_lanes_carts)(poles);
}

CartConstants cart_constants(const CartModel& model) {
  CartConstants c = {.cart_mass = model.cart_mass_kg,
                     .cart_friction = model.cart_friction,
                     .gravity = model.gravity};
  for (int i = 0; i < kMaxPoles; ++i) {
    const double mass = model.pole[i].mass_kg, length = model.pole[i].half_length_m;
    c.mass[i] = mass;
    c.three_quarters_mass[i] = 0.75 * mass;
    c.mass_length[i] = mass * length;
    c.turn[i] = -0.75 / length;
    c.friction[i] = model.pole_friction / (mass * length);
  }
  return c;
}

}  // namespace lowpass
#endif
