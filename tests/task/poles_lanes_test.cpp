// Lanes are independent: the same bits in any lane, beside any neighbours, at any width and target.

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/core/digest.h"
#include "lowpass/core/random.h"
#include "lowpass/task/poles/cart_batch.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

constexpr int kCarts = 9;

/// Numbers in [-1, 1) that are a function of cart and step.
std::vector<double> numbers_of(int cart, int step, int count) {
  std::vector<double> numbers(count);
  fill_uniforms({.seed = static_cast<std::uint64_t>(1000 * cart + step)}, numbers);
  for (double& x : numbers) x = 2 * x - 1;
  return numbers;
}

/// Start of a cart of a family of different ones: some stand, some have fallen already.
std::vector<double> start_of(const CartModel& model, int cart) {
  std::vector<double> start = numbers_of(cart, 999, model.state_size());
  if (cart % 3 == 0) start[2] *= 10;
  return start;
}

void push(CartBatch& batch, int lane, int cart, int step) {
  batch.set_force(lane, 10 * numbers_of(cart, step, 1)[0]);
}

std::vector<double> alone(const CartModel& model, int cart, int steps) {
  CartBatch batch(model, 1);
  batch.load(0, start_of(model, cart));
  for (int step = 0; step < steps; ++step) {
    push(batch, 0, cart, step);
    batch.step();
  }
  return batch.state(0);
}

/// Equal bit for bit: NaN equals NaN, 0 does not equal -0.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(PolesLanes, ACartHasTheSameBitsInAnyLaneBesideAnyNeighboursAtAnyWidthOnAnyTarget) {
  for (const int poles : {1, 2}) {
    const CartModel model{.poles = poles};
    std::vector<std::vector<double>> expected;
    for (int cart = 0; cart < kCarts; ++cart) expected.push_back(alone(model, cart, 50));
    on_every_target([&](const std::string& target) {
      for (const int lanes : {1, 2, 3, 4, 8, 9}) {
        CartBatch batch(model, lanes);
        for (int lane = 0; lane < lanes; ++lane) batch.load(lane, start_of(model, lane));
        for (int step = 0; step < 50; ++step) {
          for (int lane = 0; lane < lanes; ++lane) push(batch, lane, lane, step);
          batch.step();
        }
        for (int lane = 0; lane < lanes; ++lane) {
          EXPECT_TRUE(same_bits(batch.state(lane), expected[lane]))
              << poles << " poles, " << target << ", lane " << lane << " of " << lanes;
        }
      }
    });
  }
}

TEST(PolesLanes, ALaneReloadedWhileTheOthersGoOnStartsAfresh) {
  const CartModel model;
  CartBatch batch(model, 4);
  for (int lane = 0; lane < 4; ++lane) batch.load(lane, start_of(model, lane));
  for (int step = 0; step < 10; ++step) {
    if (step == 3) batch.load(2, start_of(model, 7));
    const bool reloaded = step >= 3;
    for (int lane = 0; lane < 4; ++lane) {
      const bool is_new = lane == 2 && reloaded;
      push(batch, lane, is_new ? 7 : lane, is_new ? step - 3 : step);
    }
    batch.step();
  }
  EXPECT_TRUE(same_bits(batch.state(1), alone(model, 1, 10)));
  EXPECT_TRUE(same_bits(batch.state(2), alone(model, 7, 7)));
  EXPECT_TRUE(same_bits(batch.state(3), alone(model, 3, 10)));
}

TEST(PolesLanes, ACartThatDivergesIsReportedAndDoesNotDisturbItsNeighbours) {
  const CartModel model;
  CartBatch batch(model, 4);
  for (int lane = 0; lane < 4; ++lane) batch.load(lane, start_of(model, lane));
  std::vector<double> wild = start_of(model, 1);
  wild[3] = 1e200;  // the square of this speed is infinite
  batch.load(1, wild);
  for (int step = 0; step < 8; ++step) {
    for (const int lane : {0, 2, 3}) push(batch, lane, lane, step);
    if (step == 4) batch.set_force(2, std::numeric_limits<double>::quiet_NaN());
    batch.step();
    EXPECT_FALSE(batch.diverged(0));
    EXPECT_TRUE(batch.diverged(1));
    EXPECT_EQ(batch.diverged(2), step >= 4) << step;
    EXPECT_FALSE(batch.diverged(3));
  }
  EXPECT_TRUE(same_bits(batch.state(0), alone(model, 0, 8)));
  EXPECT_TRUE(same_bits(batch.state(3), alone(model, 3, 8)));
  batch.load(1, start_of(model, 1));
  EXPECT_FALSE(batch.diverged(1));
}

// The digest identifies the behaviour: it is the same for every build type, compiler, target and
// number of lanes. A change that moves the last bits of a trajectory changes it and says so.
TEST(PolesLanes, TheDigestOf200StepsIsTheSameForEveryBuildTargetAndWidth) {
  const char* const expected[] = {"803e4cd8b57c34d5", "18d17471dfa43834"};
  on_every_target([&](const std::string& target) {
    for (const int lanes : {1, 2, 4, 8}) {
      for (const int poles : {1, 2}) {
        const CartModel model{.poles = poles};
        CartBatch batch(model, lanes);
        for (int lane = 0; lane < lanes; ++lane) batch.load(lane, start_of(model, lane + 1));
        std::uint64_t result = 0;
        for (int step = 0; step < 200; ++step) {
          for (int lane = 0; lane < lanes; ++lane) push(batch, lane, lane + 1, step);
          batch.step();
          result = digest(batch.state(0), result);
        }
        EXPECT_EQ(digest_text(result), expected[poles - 1]) << target << " " << lanes;
      }
    }
  });
}

}  // namespace
}  // namespace lowpass
