// Episodes of pole balancing: when they end, what they score, and that lanes do not meet.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "lowpass/core/random.h"
#include "lowpass/task/poles/cart_batch.h"
#include "lowpass/task/poles/poles_task.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

using Numbers = std::vector<double>;

Numbers observed(const PolesTask& task, const Arena& arena, int lane) {
  Numbers inputs(task.geometry().inputs.unit_count());
  arena.observe(lane, inputs);
  return inputs;
}

/// Runs episode `trial` alone; `output` is the network's answer to what it sees.
template <class Output>
Episode run(const PolesTask& task, Output output, int trial = 0) {
  const auto arena = task.make_arena(1);
  arena->start(0, trial);
  while (!arena->finished(0)) {
    arena->act(0, Numbers{output(observed(task, *arena, 0))});
    arena->step();
  }
  return arena->episode(0);
}

double pushes_right(const Numbers&) { return 1.0; }
double pushes_hardly(const Numbers&) { return 0.5; }

/// State feedback for one pole by hand: leans against the pole's fall, and slowly to the middle.
double balances_one(const Numbers& inputs) {
  const double x = 2.4 * inputs[0], v = 10 * inputs[1];
  const double angle = radians(12) * inputs[2], omega = 5 * inputs[3];
  return 0.5 + 0.05 * (x + 2 * v + 30 * angle + 7 * omega);
}

/// Control steps after which a cart under a constant force is within bounds, seen from outside.
int steps_within_bounds(int poles, double force) {
  const double limit = poles == 1 ? 12 * std::numbers::pi / 180 : 36 * std::numbers::pi / 180;
  CartBatch cart({.poles = poles}, 1);
  Numbers start(cart.model().state_size(), 0.0);
  start[2] = 4 * std::numbers::pi / 180;
  cart.load(0, start);
  cart.set_force(0, force);
  for (int steps = 0;; ++steps) {
    cart.step();
    bool balanced = std::abs(cart.state(0, 0)) <= 2.4;
    for (int i = 0; i < poles; ++i) balanced &= std::abs(cart.state(0, 2 + 2 * i)) <= limit;
    if (!balanced) return steps;
  }
}

TEST(PolesArena, AFailingEpisodeEndsAndCountsTheStepsWithinBounds) {
  for (const int poles : {1, 2}) {
    const PolesTask task({.poles = poles});
    const Episode pushed = run(task, pushes_right);
    EXPECT_EQ(pushed.steps, steps_within_bounds(poles, 10.0));
    EXPECT_GT(pushed.steps, 0);
    EXPECT_EQ(pushed.fitness, pushed.steps);
    EXPECT_FALSE(pushed.succeeded);
    EXPECT_FALSE(pushed.diverged);
    EXPECT_EQ(run(task, pushes_hardly).steps, steps_within_bounds(poles, kMinForce));
  }
}

TEST(PolesArena, WithoutAMinimumAnUprightPoleStandsByItself) {
  const PolesTask task({.start_angle_degrees = 0.0, .minimum_force = 0.0, .steps = 500});
  const Episode episode = run(task, pushes_hardly);
  EXPECT_TRUE(episode.succeeded);
  EXPECT_EQ(episode.fitness, 500.0);
  const PolesTask pushed({.start_angle_degrees = 0.0, .steps = 500});
  EXPECT_FALSE(run(pushed, pushes_hardly).succeeded);
}

TEST(PolesArena, APoleBalancedToTheEndIsASuccess) {
  const PolesTask task({.poles = 1, .steps = 2000});
  const Episode episode = run(task, balances_one);
  EXPECT_TRUE(episode.succeeded);
  EXPECT_EQ(episode.steps, 2000);
  EXPECT_EQ(episode.fitness, 2000.0);
}

TEST(PolesArena, TheScoreCountsTheStepsSoFarAndOnlyBalancingRunsOutOfTime) {
  const PolesTask upright({.start_angle_degrees = 0.0, .minimum_force = 0.0, .steps = 20});
  const auto arena = upright.make_arena();
  arena->start(0, 0);
  for (int step = 1; step <= 20; ++step) {
    arena->act(0, std::vector{0.5});
    arena->step();
    EXPECT_EQ(arena->score(0), step);
    EXPECT_EQ(arena->is_out_of_time(0), step == 20);
  }
  const PolesTask falling({.poles = 1});
  const auto failing = falling.make_arena();
  failing->start(0, 0);
  while (!failing->finished(0)) {
    failing->act(0, std::vector{1.0});
    failing->step();
  }
  EXPECT_EQ(failing->score(0), failing->episode(0).fitness);
  EXPECT_FALSE(failing->is_out_of_time(0));
}

TEST(PolesArena, DampingSumsTheLastHundredStates) {
  const PolesTask task({.poles = 1, .fitness = PolesFitness::kDamping, .steps = 1000});
  std::vector<Numbers> states;  // seen before each step
  const auto arena = task.make_arena(1);
  arena->start(0, 0);
  while (!arena->finished(0)) {
    states.push_back(observed(task, *arena, 0));
    arena->act(0, Numbers{balances_one(states.back())});
    arena->step();
  }
  states.push_back(observed(task, *arena, 0));
  ASSERT_EQ(states.size(), 1001u);
  double sum = 0.0;
  for (std::size_t i = states.size() - 100; i < states.size(); ++i) {
    sum += std::abs(2.4 * states[i][0]) + std::abs(10 * states[i][1]) +
           std::abs(radians(12) * states[i][2]) + std::abs(5 * states[i][3]);
  }
  // 1e-12: the scaling of the observation and back.
  EXPECT_NEAR(arena->episode(0).fitness, 0.1 + 0.9 * 0.75 / sum, 1e-12);
  EXPECT_TRUE(arena->episode(0).succeeded);
}

TEST(PolesArena, DampingIsATenthOfTheShareBelowAHundredSteps) {
  const PolesTask task({.fitness = PolesFitness::kDamping, .steps = 1000});
  const Episode episode = run(task, pushes_right);
  ASSERT_LT(episode.steps, 100);
  EXPECT_EQ(episode.fitness, 0.1 * (episode.steps / 1000.0));
}

TEST(PolesArena, ObservationsAreScaledAndVelocitiesCanBeHidden) {
  const auto first = [](const PolesOptions& options) {
    const PolesTask task(options);
    const auto arena = task.make_arena(1);
    arena->start(0, 0);
    return observed(task, *arena, 0);
  };
  const double angle = 4 * std::numbers::pi / 180;
  PolesOptions options{.poles = 1, .starts = PolesStarts::kGrid};
  const Numbers grid = first(options);  // x, x', theta, theta' of the lowest values
  EXPECT_NEAR(grid[0], -1.944 / 2.4, 1e-15);
  EXPECT_NEAR(grid[1], -1.215 / 10, 1e-15);
  EXPECT_NEAR(grid[2], -0.056548368 / radians(12), 1e-15);
  EXPECT_NEAR(grid[3], -0.135087768 / 5, 1e-15);
  EXPECT_EQ(first({.poles = 2}), (Numbers{0, 0, angle / radians(36), 0, 0, 0}));
  EXPECT_EQ(first({.poles = 2, .velocities = false}), (Numbers{0, angle / 0.52, 0}));
  EXPECT_EQ(first({.poles = 1, .velocities = false}), (Numbers{0, angle / radians(12)}));
}

TEST(PolesArena, TheSecondPolesVelocityIsDividedBySixteen) {
  const PolesTask task({.poles = 2});
  const auto arena = task.make_arena(1);
  arena->start(0, 0);
  arena->act(0, Numbers{1.0});
  arena->step();
  CartBatch cart({.poles = 2}, 1);
  cart.load(0, Numbers{0, 0, 4 * std::numbers::pi / 180, 0, 0, 0});
  cart.set_force(0, 10.0);
  cart.step();
  EXPECT_EQ(observed(task, *arena, 0)[5], cart.state(0, 5) / 16.0);
}

TEST(PolesArena, AnOutputThatIsNoNumberDivergesAndScoresNothing) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double poison : {std::nan(""), infinity, -infinity}) {
    for (const PolesFitness fitness : {PolesFitness::kStandard, PolesFitness::kDamping}) {
      const PolesTask task({.poles = 1, .fitness = fitness, .steps = 1000});
      int step = 0;
      const Episode episode = run(task, [&](const Numbers& inputs) {
        return ++step == 300 ? poison : balances_one(inputs);
      });
      EXPECT_TRUE(episode.diverged);
      EXPECT_EQ(episode.fitness, 0.0);
      EXPECT_EQ(episode.steps, 0);
      EXPECT_FALSE(episode.succeeded);
      EXPECT_EQ(step, 300);
    }
  }
}

/// Outputs that change every step, a function of the seed.
double output_of(std::uint64_t seed, int step) {
  Numbers number(1);
  fill_uniforms({.seed = 1000 * seed + static_cast<std::uint64_t>(step)}, number);
  return number[0];
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

Episode random_episode(const PolesTask& task, int trial, std::uint64_t seed) {
  int step = 0;
  return run(
      task, [&](const Numbers&) { return output_of(seed, step++); }, trial);
}

/// Twelve episodes through an arena of some lanes, the next one as soon as a lane is free.
void expect_as_alone(const PolesTask& task, int lanes, const std::string& target) {
  const auto arena = task.make_arena(lanes);
  std::vector<int> episode(lanes, -1), steps(lanes, 0);
  int next = 0, done = 0;
  while (done < 12) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (episode[lane] < 0 && next < 12) {
        arena->start(lane, 50 * next % task.trials());
        episode[lane] = next++;
        steps[lane] = 0;
      }
      if (episode[lane] < 0) continue;
      arena->act(lane,
                 Numbers{output_of(static_cast<std::uint64_t>(episode[lane]), steps[lane]++)});
    }
    arena->step();
    for (int lane = 0; lane < lanes; ++lane) {
      if (episode[lane] < 0 || !arena->finished(lane)) continue;
      const Episode alone = random_episode(task, 50 * episode[lane] % task.trials(),
                                           static_cast<std::uint64_t>(episode[lane]));
      EXPECT_EQ(bits(arena->episode(lane).fitness), bits(alone.fitness)) << target << " " << lanes;
      EXPECT_EQ(arena->episode(lane).steps, alone.steps) << target << " " << lanes;
      episode[lane] = -1;
      ++done;
    }
  }
}

TEST(PolesArena, AnEpisodeBesideOthersIsTheSameAsAlone) {
  for (const PolesFitness fitness : {PolesFitness::kStandard, PolesFitness::kDamping}) {
    const PolesTask task({.fitness = fitness, .steps = 200, .starts = PolesStarts::kGrid});
    on_every_target([&](const std::string& target) {
      for (const int lanes : {1, 2, 4, 8}) expect_as_alone(task, lanes, target);
    });
  }
}

TEST(PolesArena, AFinishedLaneIsLeftAlone) {
  const PolesTask task({.poles = 1, .steps = 300});
  const auto arena = task.make_arena(2);
  arena->start(0, 0);
  arena->start(1, 0);
  Moment end;
  while (!arena->finished(1)) {
    if (!arena->finished(0)) {
      arena->act(0, Numbers{1.0});
      end = {};
    } else if (end.points.empty()) {
      end = arena->moment(0);
    }
    arena->act(1, Numbers{balances_one(observed(task, *arena, 1))});
    arena->step();
  }
  EXPECT_TRUE(arena->episode(1).succeeded);
  EXPECT_EQ(arena->moment(0).points, end.points);
  EXPECT_EQ(arena->moment(0).signals, end.signals);
  EXPECT_EQ(arena->episode(0).steps, run(task, pushes_right).steps);
}

TEST(PolesArena, AsManyLanesAsAVectorHas) {
  EXPECT_EQ(PolesTask({}).make_arena()->lanes(), CartBatch::preferred_lanes());
}

}  // namespace
}  // namespace lowpass
