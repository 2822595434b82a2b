// Lanes are independent: the same bits in any lane, beside any neighbours, at any width and target.

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/core/digest.h"
#include "lowpass/octopus/arm_batch.h"
#include "tests/octopus/allocation_count.h"
#include "tests/support/random_arm.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

const Precision kPrecisions[] = {Precision::kDouble, Precision::kSingle};

/// Equal bit for bit: NaN equals NaN, 0 does not equal -0.
testing::AssertionResult same_bits(const ArmState& a, const ArmState& b) {
  const std::size_t bytes = a.values.size() * sizeof(double);
  if (a.values.size() == b.values.size() &&
      std::memcmp(a.values.data(), b.values.data(), bytes) == 0) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "states differ";
}

/// Arm number `index` of a family of different ones: other geometry, masses, constants, start.
ArmModel model_of(Physics physics, int index) {
  ArmDescription arm = random_arm(physics, 7, static_cast<std::uint64_t>(index));
  arm.constants.pressure = 8 + index;
  arm.constants.surface_level = index % 3;
  return ArmModel(arm);
}

std::vector<double> actions_of(const ArmModel& model, int index, int step) {
  return uniform_numbers(
      1000 * static_cast<std::uint64_t>(index) + static_cast<std::uint64_t>(step),
      static_cast<std::size_t>(model.action_size()), 0, 1);
}

/// The state of arm `index` after some steps, alone on one lane.
ArmState alone(Physics physics, int index, int steps, Precision precision = Precision::kDouble) {
  const ArmModel model = model_of(physics, index);
  ArmBatch batch(physics, 7, 1, precision);
  batch.load(0, model, model.start());
  for (int step = 0; step < steps; ++step) {
    batch.set_actions(0, actions_of(model, index, step));
    batch.step(5);
  }
  return batch.state(0);
}

/// The states of arms 0, 1, ... after 12 steps beside each other.
std::vector<ArmState> together(Physics physics, int lanes, Precision precision) {
  ArmBatch batch(physics, 7, lanes, precision);
  for (int lane = 0; lane < lanes; ++lane) {
    const ArmModel model = model_of(physics, lane);
    batch.load(lane, model, model.start());
  }
  for (int step = 0; step < 12; ++step) {
    for (int lane = 0; lane < lanes; ++lane) {
      batch.set_actions(lane, actions_of(model_of(physics, lane), lane, step));
    }
    batch.step(5);
  }
  std::vector<ArmState> states;
  for (int lane = 0; lane < lanes; ++lane) states.push_back(batch.state(lane));
  return states;
}

void expect_the_same_in_every_lane(Physics physics, Precision precision) {
  std::vector<ArmState> expected;
  for (int index = 0; index < 9; ++index) expected.push_back(alone(physics, index, 12, precision));
  on_every_target([&](const std::string& target) {
    for (const int lanes : {1, 2, 3, 4, 5, 8, 9}) {
      const std::vector<ArmState> states = together(physics, lanes, precision);
      for (int lane = 0; lane < lanes; ++lane) {
        EXPECT_TRUE(same_bits(states[lane], expected[lane]))
            << name(physics) << " " << precision_name(precision) << " " << target << " lane "
            << lane << " of " << lanes;
      }
    }
  });
}

TEST(Lanes, AnArmHasTheSameBitsInAnyLaneBesideAnyNeighboursAtAnyWidthOnAnyTarget) {
  for (const Physics physics : kBothPhysics) {
    for (const Precision precision : kPrecisions) expect_the_same_in_every_lane(physics, precision);
  }
}

/// Of the points of a grid, those that some lane contains; each lane that does must be near it.
int points_inside(ArmBatch& batch) {
  int inside = 0;
  for (double x = -12; x <= 12; x += 0.125) {
    for (double y = -12; y <= 12; y += 0.125) {
      batch.mark_near(x, y);
      for (int lane = 0; lane < batch.lanes(); ++lane) {
        if (!batch.contains(lane, x, y)) continue;
        ++inside;
        EXPECT_TRUE(batch.is_near(lane)) << x << ", " << y << " in lane " << lane;
      }
    }
  }
  return inside;
}

TEST(Lanes, AnArmThatContainsAPointIsNearIt) {
  for (const Precision precision : kPrecisions) {
    on_every_target([&](const std::string& target) {
      constexpr int kLanes = 9;
      ArmBatch batch(Physics::kC09, 7, kLanes, precision);
      for (int lane = 0; lane < kLanes; ++lane) {
        const ArmModel model = model_of(Physics::kC09, lane);
        batch.load(lane, model, model.start());
      }
      batch.step(5);
      EXPECT_GT(points_inside(batch), 50 * kLanes) << target;
      batch.mark_near(1000, 0);
      for (int lane = 0; lane < kLanes; ++lane) EXPECT_FALSE(batch.is_near(lane)) << target;
    });
  }
}

TEST(Lanes, ALaneReloadedWhileTheOthersGoOnStartsAfresh) {
  for (const Physics physics : kBothPhysics) {
    ArmBatch batch(physics, 7, 4);
    std::vector<ArmModel> models;
    for (int index = 0; index < 4; ++index) models.push_back(model_of(physics, index));
    for (int lane = 0; lane < 4; ++lane) batch.load(lane, models[lane], models[lane].start());
    for (int step = 0; step < 10; ++step) {
      if (step == 3) batch.load(2, models[3], models[3].start());
      for (int lane = 0; lane < 4; ++lane) {
        const bool reloaded = lane == 2 && step >= 3;
        const int index = reloaded ? 3 : lane;
        batch.set_actions(lane, actions_of(models[index], index, reloaded ? step - 3 : step));
      }
      batch.step(5);
    }
    EXPECT_TRUE(same_bits(batch.state(0), alone(physics, 0, 10)));
    EXPECT_TRUE(same_bits(batch.state(1), alone(physics, 1, 10)));
    EXPECT_TRUE(same_bits(batch.state(2), alone(physics, 3, 7)));
    EXPECT_TRUE(same_bits(batch.state(3), alone(physics, 3, 10)));
  }
}

TEST(Lanes, AnArmThatDivergesIsReportedAndDoesNotDisturbItsNeighbours) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Physics physics : kBothPhysics) {
    ArmBatch batch(physics, 7, 4);
    for (int lane = 0; lane < 4; ++lane) {
      const ArmModel model = model_of(physics, lane);
      ArmState start = model.start();
      if (lane == 1) start.values[4] = 1e200;  // the square of this speed is infinite
      batch.load(lane, model, start);
      EXPECT_FALSE(batch.diverged(lane));
    }
    for (int step = 0; step < 8; ++step) {
      for (int lane = 0; lane < 4; ++lane) {
        std::vector<double> actions = actions_of(model_of(physics, lane), lane, step);
        if (lane == 2 && step == 4) actions.back() = nan;  // poisons the arm for good
        batch.set_actions(lane, actions);
      }
      batch.step(5);
      EXPECT_FALSE(batch.diverged(0));
      EXPECT_TRUE(batch.diverged(1));
      EXPECT_EQ(batch.diverged(2), step >= 4) << step;
      EXPECT_FALSE(batch.diverged(3));
    }
    EXPECT_TRUE(same_bits(batch.state(0), alone(physics, 0, 8)));
    EXPECT_TRUE(same_bits(batch.state(3), alone(physics, 3, 8)));
    const ArmModel model = model_of(physics, 1);
    batch.load(1, model, model.start());
    EXPECT_FALSE(batch.diverged(1));
  }
}

TEST(Lanes, ABaseAngleTooLargeForSineAndCosineCountsAsDiverged) {
  const ArmModel model(default_arm(Physics::kC09, 3));
  for (const Precision precision : kPrecisions) {
    ArmBatch batch(Physics::kC09, 3, 1, precision);
    ArmState start = model.start();
    start.values[1] = precision == Precision::kSingle ? 1e7 : 1e9;
    batch.load(0, model, start);
    batch.step(5);
    EXPECT_TRUE(batch.diverged(0));
    batch.step(5);  // ends, although wrapping such an angle by whole turns would not
    EXPECT_TRUE(batch.diverged(0));
  }
}

TEST(Lanes, AnIdleLaneStaysAtRest) {
  for (const Physics physics : kBothPhysics) {
    for (const Precision precision : kPrecisions) {
      ArmBatch batch(physics, 5, 3, precision);
      const ArmState before = batch.state(1);
      batch.step(100);
      EXPECT_TRUE(same_bits(batch.state(1), before));
      EXPECT_FALSE(batch.diverged(1));
    }
  }
}

TEST(Lanes, AStepAllocatesNothing) {
  for (const Physics physics : kBothPhysics) {
    ArmBatch batch(physics, 7, 4);
    const ArmModel model = model_of(physics, 0);
    const std::vector<double> actions = actions_of(model, 0, 0);
    for (int lane = 0; lane < 4; ++lane) batch.load(lane, model, model.start());
    const long before = allocation_count();
    for (int step = 0; step < 10; ++step) {
      batch.set_actions(step % 4, actions);
      batch.step(5);
      batch.contains(0, 1.0, 0.0);
    }
    EXPECT_EQ(allocation_count(), before);
  }
}

/// The digest of the state of a default arm after each of 200 steps of 5.0, beside others.
std::string digest_of_200_steps(Physics physics, int lanes, Precision precision) {
  ArmBatch batch(physics, 10, lanes, precision);
  for (int lane = 0; lane < lanes; ++lane) {
    const ArmModel model(turned(default_arm(physics, 10), -1.5 + 0.75 * lane));
    batch.load(lane, model, model.start());
  }
  std::uint64_t result = 0;
  for (int step = 0; step < 200; ++step) {
    for (int lane = 0; lane < lanes; ++lane) {
      const auto seed = static_cast<std::uint64_t>(100 * lane + step / 10);
      const auto size = static_cast<std::size_t>(batch.action_size());
      batch.set_actions(lane, uniform_numbers(seed, size, 0, 1));
    }
    batch.step(25);
    result = digest(batch.state(0).values, result);
  }
  return digest_text(result);
}

// The digest identifies the behaviour: it is the same for every build type, compiler, target and
// number of lanes. A change that moves the last bits of a trajectory changes it and says so.
TEST(Lanes, TheDigestOf200StepsIsTheSameForEveryBuildTargetAndWidth) {
  const struct {
    Physics physics;
    Precision precision;
    const char* digest;
  } cases[] = {{Physics::kC09, Precision::kDouble, "264fd79f5f33a329"},
               {Physics::kM06, Precision::kDouble, "6fc23d040cacf47c"},
               {Physics::kC09, Precision::kSingle, "2cb5ff4479c1e9de"},
               {Physics::kM06, Precision::kSingle, "d411d310c476eedb"}};
  on_every_target([&](const std::string& target) {
    for (const auto& c : cases) {
      for (const int lanes : {1, 2, 4, 8}) {
        EXPECT_EQ(digest_of_200_steps(c.physics, lanes, c.precision), c.digest)
            << target << " " << lanes << " " << precision_name(c.precision);
      }
    }
  });
}

}  // namespace
}  // namespace lowpass
