// Cart and poles: golden values of 40 digits, and what physics says.

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/task/poles/cart_batch.h"
#include "tests/support/golden.h"

namespace lowpass {
namespace {

TEST(CartBatch, TakesOnlyWhatFitsIt) {
  EXPECT_THROW(CartBatch(CartModel{}, 0), Error);
  CartModel many;
  many.poles = kMaxPoles + 1;
  EXPECT_THROW(CartBatch(many, 1), Error);
  CartBatch batch(CartModel{}, 2);
  EXPECT_THROW(batch.load(0, std::vector<double>(1)), Error);
}

using nlohmann::json;
using Numbers = std::vector<double>;

CartModel cart(int poles) { return {.poles = poles}; }

/// A cart alone in a batch.
CartBatch batch_of(const CartModel& model, const Numbers& state) {
  CartBatch batch(model, 1);
  batch.load(0, state);
  return batch;
}

/// Each number on its own: 1e-12 max(1, |reference|).
void expect_numbers(const Numbers& ours, const Numbers& reference, const std::string& what) {
  ASSERT_EQ(ours.size(), reference.size()) << what;
  for (std::size_t i = 0; i < ours.size(); ++i) expect_golden({ours[i]}, {reference[i]}, what);
}

/// The cases of a golden file, for one pole and for two.
template <class Check>
void on_golden(const std::string& kind, Check check) {
  for (const int poles : {1, 2}) {
    const json file = golden("poles/" + kind + "_" + std::to_string(poles));
    int number = 0;
    for (const json& values : file["cases"]) {
      check(cart(poles), values, file["name"].get<std::string>() + " " + std::to_string(number++));
    }
    EXPECT_GT(number, 0);
  }
}

TEST(PolesPlant, DerivativesAreGolden) {
  on_golden("derivative", [](const CartModel& model, const json& values, const std::string& name) {
    CartBatch batch = batch_of(model, values["state"]);
    batch.set_force(0, values["force"]);
    expect_numbers(batch.derivative(0), values["derivative"], name);
  });
}

TEST(PolesPlant, StepsAreGolden) {
  on_golden("step", [](const CartModel& model, const json& values, const std::string& name) {
    const double force = force_of_action(values["action"], kMinForce);
    expect_golden({force}, {values["force"].get<double>()}, name + " force");
    CartBatch batch = batch_of(model, values["state"]);
    batch.set_force(0, force);
    batch.step(1);
    expect_numbers(batch.state(0), values["after_rk4"], name + " after one");
    batch.load(0, values["state"].get<Numbers>());
    batch.set_force(0, force);
    batch.step();
    expect_numbers(batch.state(0), values["after_control_step"], name + " after two");
  });
}

TEST(PolesPlant, TrajectoriesAreGolden) {
  on_golden("trajectory", [](const CartModel& model, const json& values, const std::string& name) {
    CartBatch batch = batch_of(model, values["start"]);
    for (std::size_t i = 0; i < values["actions"].size(); ++i) {
      batch.set_force(0, force_of_action(values["actions"][i], kMinForce));
      batch.step();
      expect_numbers(batch.state(0), values["states"][i], name + " step " + std::to_string(i));
    }
  });
}

TEST(PolesPlant, AnActionIsClampedAndPushesAtLeastAsHardAsTheMinimum) {
  EXPECT_EQ(force_of_action(0.5, kMinForce), 5.0);
  EXPECT_EQ(force_of_action(7.0, kMinForce), 10.0);
  EXPECT_EQ(force_of_action(-7.0, kMinForce), -10.0);
  EXPECT_EQ(force_of_action(0.0, kMinForce), 10.0 / 256);
  EXPECT_EQ(force_of_action(-0.0, kMinForce), 10.0 / 256);
  EXPECT_EQ(force_of_action(-1e-9, kMinForce), -10.0 / 256);
  EXPECT_EQ(force_of_action(0.0, 0.0), 0.0);
  EXPECT_EQ(force_of_action(-1e-9, 0.0), -1e-8);
  EXPECT_TRUE(std::isnan(force_of_action(NAN, kMinForce)));
  EXPECT_TRUE(std::isnan(force_of_action(INFINITY, kMinForce)));
}

TEST(PolesPlant, AnUprightCartAtRestStaysThere) {
  for (const int poles : {1, 2}) {
    const Numbers rest(cart(poles).state_size(), 0.0);
    CartBatch batch = batch_of(cart(poles), rest);
    for (int i = 0; i < 1000; ++i) batch.step();
    EXPECT_EQ(batch.state(0), rest);
  }
}

TEST(PolesPlant, TheCartBeginsToMoveWithoutFriction) {
  CartModel slippery = cart(2);
  slippery.cart_friction = 0.0;
  const Numbers state = {0.5, 0.0, 0.1, -0.2, 0.05, 0.3};  // sgn 0 = 0
  EXPECT_EQ(batch_of(cart(2), state).derivative(0), batch_of(slippery, state).derivative(0));
}

TEST(PolesPlant, TheMirrorImageMovesAsTheMirrorImageToTheLastBit) {
  for (const int poles : {1, 2}) {
    Numbers start = {0.3, -0.7, 0.1, 0.4, -0.05, 0.9}, mirrored;
    start.resize(cart(poles).state_size());
    for (const double x : start) mirrored.push_back(-x);
    CartBatch one = batch_of(cart(poles), start), other = batch_of(cart(poles), mirrored);
    for (int i = 0; i < 300; ++i) {  // until well after the poles have fallen
      const double force = 10.0 * std::cos(0.1 * i);
      one.set_force(0, force);
      other.set_force(0, -force);
      one.step();
      other.step();
      for (int k = 0; k < cart(poles).state_size(); ++k) {
        ASSERT_EQ(one.state(0, k), -other.state(0, k)) << "step " << i;
      }
    }
  }
}

/// Kinetic and potential energy of cart and uniform rods, with moments of inertia m l^2 / 3 about
/// their middles.
double energy(const CartModel& model, const Numbers& state) {
  double sum = 0.5 * model.cart_mass_kg * state[1] * state[1];
  for (int i = 0; i < model.poles; ++i) {
    const double m = model.pole[i].mass_kg, l = model.pole[i].half_length_m;
    const double angle = state[2 + 2 * i], omega = state[3 + 2 * i];
    const double vx = state[1] + l * omega * std::cos(angle), vy = -l * omega * std::sin(angle);
    sum += 0.5 * m * (vx * vx + vy * vy) + m * l * l / 6 * omega * omega;
    sum += -model.gravity * m * l * std::cos(angle);
  }
  return sum;
}

/// How far the energy drifts while frictionless poles fall and swing for a second, relative to the
/// largest potential energy. `slow` times slower motion, by weaker gravity, is motion with `slow`
/// times smaller steps.
double energy_drift(int poles, int slow) {
  CartModel model = cart(poles);
  model.cart_friction = model.pole_friction = 0.0;
  model.gravity /= slow * slow;
  Numbers start = {0.0, 0.5 / slow, 0.6, -0.4 / slow, 0.3, 0.2 / slow};
  start.resize(model.state_size());
  CartBatch batch = batch_of(model, start);
  const double before = energy(model, start);
  batch.step(100 * slow);
  return std::abs(energy(model, batch.state(0)) - before) / before;
}

TEST(PolesPlant, WithoutFrictionEnergyIsKeptToTheOrderOfTheMethod) {
  for (const int poles : {1, 2}) {
    const double coarse = energy_drift(poles, 4), fine = energy_drift(poles, 8);
    EXPECT_LT(coarse, 1e-6) << poles;
    // Fourth order: half the step leaves a 16th of the error, or less where the leading terms
    // cancel.
    EXPECT_GT(coarse, 10 * fine) << poles << " " << coarse << " " << fine;
  }
}

TEST(PolesPlant, FrictionTakesEnergy) {
  const Numbers start = {0.0, 0.5, 0.6, -0.4, 0.3, 0.2};
  CartModel rough = cart(2);
  rough.cart_friction = 0.05;
  rough.pole_friction = 0.001;
  CartBatch batch = batch_of(rough, start);
  batch.step(200);
  EXPECT_LT(energy(rough, batch.state(0)), 0.95 * energy(rough, start));
}

}  // namespace
}  // namespace lowpass
