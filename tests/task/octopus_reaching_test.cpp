#include "lowpass/task/octopus/octopus_reaching.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/octopus/arm_batch.h"
#include "lowpass/task/octopus/octopus_arena.h"
#include "tests/support/random_arm.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

using std::numbers::pi;

/// What a controller might say at a step: numbers around [0, 1], some of them outside, that change
/// every ten steps.
std::vector<double> outputs_of(const OctopusReaching& task, std::uint64_t seed, int step) {
  const auto neurons = static_cast<std::size_t>(task.geometry().neurons.unit_count());
  return uniform_numbers(1000 * seed + static_cast<std::uint64_t>(step / 10), neurons, -0.5, 1.5);
}

std::vector<double> observed(const Arena& arena, const OctopusReaching& task, int lane) {
  std::vector<double> inputs(task.geometry().inputs.unit_count());
  arena.observe(lane, inputs);
  return inputs;
}

ArmModel model_of(const OctopusReaching& task, int trial) {
  const ReachingOptions& options = task.options();
  return ArmModel(turned(default_arm(Physics::kC09, options.compartments), options.starts[trial]));
}

/// The midpoint of the last node pair, from an observation.
Point tip_of(const std::vector<double>& inputs) {
  const std::size_t last = inputs.size() - 10;
  return {0.5 * (inputs[last] + inputs[last + 4]), 0.5 * (inputs[last + 1] + inputs[last + 5])};
}

double distance(Point a, Point b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// An episode with all that the controller saw.
struct Watched {
  Episode episode;
  std::vector<std::vector<double>> observations;
};

/// Episode `trial` alone in an arena of one lane, driven by the outputs of `seed`.
Watched alone(const OctopusReaching& task, int trial, std::uint64_t seed) {
  const auto arena = task.make_octopus_arena(1);
  Watched run;
  arena->start(0, trial);
  run.observations.push_back(observed(*arena, task, 0));
  for (int step = 0; !arena->finished(0); ++step) {
    arena->act(0, outputs_of(task, seed, step));
    arena->step();
    run.observations.push_back(observed(*arena, task, 0));
  }
  run.episode = arena->episode(0);
  return run;
}

/// Episode 0 with every neuron at 0: the arm only relaxes.
Episode idle_episode(const ReachingOptions& options) {
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  arena->act(0, std::vector<double>(task.geometry().neurons.unit_count(), 0.0));
  while (!arena->finished(0)) arena->step();
  return arena->episode(0);
}

/// Where the tip of that arm is after 0, 1, ..., `steps` steps.
std::vector<Point> idle_tips(const ReachingOptions& options, int steps) {
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  std::vector<Point> tips = {tip_of(observed(*arena, task, 0))};
  for (int step = 0; step < steps; ++step) {
    arena->step();
    tips.push_back(tip_of(observed(*arena, task, 0)));
  }
  return tips;
}

void expect_same_bits(const Episode& a, const Episode& b, const std::string& what) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.fitness), std::bit_cast<std::uint64_t>(b.fitness))
      << what;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.distance), std::bit_cast<std::uint64_t>(b.distance))
      << what;
  EXPECT_EQ(a.steps, b.steps) << what;
  EXPECT_EQ(a.succeeded, b.succeeded) << what;
  EXPECT_EQ(a.diverged, b.diverged) << what;
}

// ---- touch
// ------------------------------------------------------------------------------------------

TEST(ReachingTouch, TheLastCompartmentAloneIsTouchedByWhatIsInsideIt) {
  const ArmDescription arm = default_arm(Physics::kC09, 10);
  for (int compartment = 1; compartment <= 10; ++compartment) {
    ReachingOptions options = paper_reaching(Actions::kRaw, 10);
    options.starts = {0.0};
    options.goal = {0.5 * (arm.upper[compartment - 1].x + arm.upper[compartment].x), 0.1};
    EXPECT_TRUE(OctopusReaching(options).is_void(0)) << compartment;
    EXPECT_EQ(idle_episode(options).steps, 1) << compartment;
    options.touch = Touch::kLast;
    options.steps = 3;  // an arm at rest stays there
    EXPECT_EQ(OctopusReaching(options).is_void(0), compartment == 10);
    EXPECT_EQ(idle_episode(options).succeeded, compartment == 10);
  }
}

TEST(ReachingTouch, AnArmOfOneCompartmentHasThatOneAtItsTip) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 1);
  options.starts = {0.0};
  options.goal = {0.5, 0.1};
  options.touch = Touch::kLast;
  EXPECT_TRUE(OctopusReaching(options).is_void(0));
  EXPECT_TRUE(idle_episode(options).succeeded);
}

// ---- presets ------------------------------------------------------------------------------------

TEST(ReachingPresets, ThePapersArmHasTenCompartments250StepsOfOneTimeUnitAndThreeStarts) {
  const ReachingOptions options = paper_reaching(Actions::kMeta, 10);
  EXPECT_EQ(options.compartments, 10);
  EXPECT_EQ(options.actions, Actions::kMeta);
  EXPECT_EQ(options.control_step, 1.0);
  EXPECT_EQ(options.steps, 250);
  EXPECT_EQ(options.goal.x, 3.5);
  EXPECT_EQ(options.goal.y, -3.0);
  EXPECT_EQ(options.starts, (std::vector{-pi / 2, 0.0, pi / 2}));
  EXPECT_EQ(options.score, Score::kFinal);
}

TEST(ReachingPresets, TimeGrowsAboveTenCompartmentsAndTheGoalWithEveryLength) {
  EXPECT_EQ(paper_reaching(Actions::kRaw, 20).steps, 500);  // the paper's own number
  std::vector<int> lengths = {69};
  for (int p = 3; p <= 20; ++p) lengths.push_back(p);
  for (const int p : lengths) {
    const ReachingOptions options = paper_reaching(Actions::kRaw, p);
    EXPECT_EQ(options.steps, p <= 10 ? 250 : 25 * p) << p;
    EXPECT_EQ(options.goal.x, 0.35 * p) << p;
    EXPECT_EQ(options.goal.y, -0.3 * p) << p;
    EXPECT_NO_THROW(OctopusReaching{options}) << p;
  }
}

TEST(ReachingPresets, CompetitionDiffersFromPaperInControlStepAndGoalAlone) {
  for (const int p : {3, 10, 20}) {
    const ReachingOptions paper = paper_reaching(Actions::kMeta, p);
    const ReachingOptions competition = competition_reaching(Actions::kMeta, p);
    EXPECT_EQ(competition.control_step, 5.0);
    EXPECT_EQ(competition.goal.x, 6.0);
    EXPECT_EQ(competition.goal.y, 5.0);
    EXPECT_EQ(competition.steps, paper.steps);
    EXPECT_EQ(competition.starts, paper.starts);
    EXPECT_EQ(competition.compartments, p);
    EXPECT_EQ(competition.actions, Actions::kMeta);
    EXPECT_EQ(competition.score, paper.score);
  }
}

TEST(ReachingPresets, TheNetworksAreThoseOfThePaper) {
  const Geometry raw = OctopusReaching(paper_reaching(Actions::kRaw, 10)).geometry();
  EXPECT_EQ(raw.inputs.unit_count(), 82);
  EXPECT_EQ(raw.neurons.unit_count(), 32);
  const Geometry meta = OctopusReaching(paper_reaching(Actions::kMeta, 10)).geometry();
  EXPECT_EQ(meta.inputs.unit_count(), 82);
  EXPECT_EQ(meta.neurons.unit_count(), 8);
}

// ---- what the controller sees -------------------------------------------------------------------

TEST(ReachingObservation, AtFirstItIsTheArmAsDescribedAndExactlyTheStartAngle) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 4);
  options.starts = {-pi / 2, 0.0, pi / 2, pi / 4, 3.0, -3.1, 7.0};
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(1);
  for (int trial = 0; trial < task.trials(); ++trial) {
    const ArmDescription arm =
        turned(default_arm(Physics::kC09, options.compartments), options.starts[trial]);
    std::vector<double> expected;
    for (int j = 1; j <= options.compartments; ++j) {
      expected.insert(expected.end(), {arm.upper[j].x, arm.upper[j].y, 0.0, 0.0});
      expected.insert(expected.end(), {arm.lower[j].x, arm.lower[j].y, 0.0, 0.0});
    }
    expected.insert(expected.end(), {options.starts[trial], 0.0});
    arena->start(0, trial);
    EXPECT_EQ(observed(*arena, task, 0), expected) << options.starts[trial];
  }
}

TEST(ReachingObservation, ListsTheEightVariablesOfEachCompartmentFromBaseToTipThenTheBase) {
  const OctopusReaching task(paper_reaching(Actions::kRaw, 5));
  const ArmModel model = model_of(task, 1);
  ArmBatch arm(Physics::kC09, 5, 1);
  arm.load(0, model, model.start());
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 1);
  for (int step = 0; step < 20; ++step) {
    std::vector<double> outputs = outputs_of(task, 1, step);
    outputs[15] = 1.0, outputs[16] = 0.0;
    arena->act(0, outputs);
    arena->step();
    std::vector<double> actions = {1.0, 0.0};
    actions.insert(actions.end(), outputs.begin(), outputs.end() - 2);
    arm.set_actions(0, actions);
    arm.step(5);
  }
  // The simulator's own order: theta, omega, all upper nodes, all lower nodes.
  const std::vector<double> state = arm.state(0).values;
  const std::vector<double> inputs = observed(*arena, task, 0);
  ASSERT_EQ(inputs.size(), 42U);
  for (int j = 0; j < 5; ++j) {
    for (int v = 0; v < 4; ++v) {
      EXPECT_EQ(inputs[8 * j + v], state[2 + 4 * j + v]) << j << " " << v;
      EXPECT_EQ(inputs[8 * j + 4 + v], state[2 + 4 * (5 + j) + v]) << j << " " << v;
    }
  }
  EXPECT_NEAR(inputs[40], state[0] - pi / 2, 1e-14);  // one rounding of numbers below 4
  EXPECT_EQ(inputs[41], state[1]);
  EXPECT_NE(inputs[41], 0.0);
}

/// A spinning base: the angles seen over `steps` steps under one full torque.
std::vector<double> spun_angles(double start, int direction, int steps) {
  ReachingOptions options = paper_reaching(Actions::kMeta, 1);
  options.goal = {100.0, 0.0};
  options.steps = steps;
  options.starts = {start};
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  std::vector<double> angles = {observed(*arena, task, 0)[8]};
  std::vector<double> outputs(8, 0.0);
  outputs[direction > 0 ? 6 : 7] = 1.0;
  while (!arena->finished(0)) {
    arena->act(0, outputs);
    arena->step();
    angles.push_back(observed(*arena, task, 0)[8]);
  }
  return angles;
}

TEST(ReachingObservation, TheAngleIsContinuousWhileTheBaseSpinsEitherWayFromAnyStart) {
  for (const double start : {-pi / 2, 0.0, pi / 2}) {
    for (const int direction : {1, -1}) {
      const std::vector<double> angles = spun_angles(start, direction, 1000);
      EXPECT_EQ(angles.front(), start);
      // Some turns: both signs of the wrap at +-pi are crossed.
      EXPECT_GT(direction * (angles.back() - start), 4 * pi) << start << " " << direction;
      for (std::size_t i = 1; i < angles.size(); ++i) {
        ASSERT_LT(std::abs(angles[i] - angles[i - 1]), 1.0)
            << start << " " << direction << " " << i;
      }
    }
  }
}

TEST(ReachingObservation, TheFirstStepsFromTheUpwardStartDoNotJump) {
  // theta is pi there: on the border where the simulator wraps.
  const OctopusReaching task(paper_reaching(Actions::kRaw, 10));
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto arena = task.make_octopus_arena(1);
    arena->start(0, 2);
    for (int step = 0; step < 10; ++step) {
      arena->act(0, outputs_of(task, seed, step));
      arena->step();
      EXPECT_NEAR(observed(*arena, task, 0)[80], pi / 2, 1.0) << seed << " " << step;
    }
  }
}

// ---- what the controller does -------------------------------------------------------------------

double clamped(double x) { return std::clamp(x, 0.0, 1.0); }

/// Neuron by neuron what each drives, written out: the simulator's order is torques, then dorsal,
/// transversal, ventral of each compartment.
std::vector<double> expected_actions(const OctopusReaching& task, const std::vector<double>& out) {
  const int p = task.options().compartments;
  std::vector<double> actions(3 * p + 2);
  const bool is_raw = task.options().actions == Actions::kRaw;
  actions[0] = clamped(out[is_raw ? 3 * p : 6]);
  actions[1] = clamped(out[is_raw ? 3 * p + 1 : 7]);
  for (int c = 0; c < p; ++c) {
    for (int m = 0; m < 3; ++m) {
      const bool is_first_half = c < p - p / 2;  // the larger half if p is odd
      actions[2 + 3 * c + m] = out[is_raw ? 3 * c + m : is_first_half ? m : 3 + m];
    }
  }
  return actions;
}

TEST(ReachingActions, NeuronsDriveTheirMusclesWithTheBitsOfAnArmDrivenByHand) {
  for (const Actions kind : {Actions::kRaw, Actions::kMeta}) {
    for (const int p : {1, 2, 3, 5, 10}) {
      ReachingOptions options = paper_reaching(kind, p);
      options.goal = {100.0, 100.0};
      const OctopusReaching task(options);
      const auto arena = task.make_octopus_arena(1);
      ArmBatch arm(Physics::kC09, p, 1);
      for (int trial = 0; trial < 3; ++trial) {
        const ArmModel model = model_of(task, trial);
        arm.load(0, model, model.start());
        arena->start(0, trial);
        for (int step = 0; step < 25; ++step) {
          const std::vector<double> outputs = outputs_of(task, 7, step);
          arena->act(0, outputs);
          arm.set_actions(0, expected_actions(task, outputs));
          arena->step();
          arm.step(5);
        }
        const std::vector<double> inputs = observed(*arena, task, 0);
        const auto nodes = arm.nodes(0);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
          ASSERT_EQ(inputs[i], nodes[i]) << static_cast<int>(kind) << " " << p << " " << trial;
        }
        EXPECT_EQ(inputs.back(), arm.omega(0));
      }
    }
  }
}

TEST(ReachingActions, OfAnOddArmTheFirstHalfIsTheLargerOne) {
  const OctopusReaching task(paper_reaching(Actions::kMeta, 5));
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  arena->act(0, std::vector{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8});
  const auto actions = arena->actions(0);
  EXPECT_EQ(std::vector(actions.begin(), actions.end()),
            (std::vector{0.7, 0.8, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.4,
                         0.5, 0.6}));
}

TEST(ReachingActions, BaseTorquesAreClampedToTheUnitInterval) {
  for (const Actions kind : {Actions::kRaw, Actions::kMeta}) {
    const OctopusReaching task(paper_reaching(kind, 2));
    const auto arena = task.make_octopus_arena(2);
    std::vector<double> wild(8, 0.0), tame(8, 0.0);  // both kinds have 8 neurons at p = 2
    wild[6] = 37.0, wild[7] = -2.0;
    tame[6] = 1.0;
    arena->start(0, 0);
    arena->start(1, 0);
    arena->act(0, wild);
    arena->act(1, tame);
    for (int step = 0; step < 10; ++step) arena->step();
    EXPECT_EQ(observed(*arena, task, 0), observed(*arena, task, 1));
  }
}

TEST(ReachingActions, TheControlStepIsAsManySubstepsOfAFifthAsFitIn) {
  const std::vector<double> steps = {0.2, 0.6, 1.0, 5.0};
  for (const double control_step : steps) {
    ReachingOptions options = paper_reaching(Actions::kRaw, 3);
    options.control_step = control_step;
    const OctopusReaching task(options);
    const ArmModel model = model_of(task, 0);
    ArmBatch arm(Physics::kC09, 3, 1);
    arm.load(0, model, model.start());
    const auto arena = task.make_octopus_arena(1);
    arena->start(0, 0);
    arena->step();
    arm.step(static_cast<int>(std::lround(5 * control_step)));
    EXPECT_EQ(observed(*arena, task, 0).front(), arm.nodes(0)[0]) << control_step;
  }
}

// ---- how an episode ends and what it scores -----------------------------------------------------

/// An arm along +x with a goal of the test's choice.
ReachingOptions straight_arm(Point goal, int steps) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 10);
  options.starts = {0.0};
  options.goal = goal;
  options.steps = steps;
  return options;
}

TEST(ReachingScore, AGoalInsideACompartmentAfterTheFirstStepIsTouchedThere) {
  const Point goal = {4.0, 0.0};
  const std::vector<Point> tips = idle_tips(straight_arm(goal, 40), 1);
  const Episode episode = idle_episode(straight_arm(goal, 40));
  EXPECT_TRUE(episode.succeeded);
  EXPECT_FALSE(episode.diverged);
  EXPECT_EQ(episode.steps, 1);
  EXPECT_EQ(episode.distance, distance(tips[1], goal));
  const double t_over_T = 1.0 / 40;
  EXPECT_EQ(episode.fitness, 1.0 - t_over_T * (distance(tips[1], goal) / distance(tips[0], goal)));
  EXPECT_GT(episode.fitness, 0.97);
}

TEST(ReachingScore, AnEpisodeThatNeverTouchesLastsAllStepsAndScoresTheDistanceGained) {
  // The arm, stretched at the start, draws its tip back: a goal beside it, nearer the base, comes
  // closer.
  const Point goal = {5.0, 3.0};
  const std::vector<Point> tips = idle_tips(straight_arm(goal, 30), 30);
  const Episode episode = idle_episode(straight_arm(goal, 30));
  EXPECT_FALSE(episode.succeeded);
  EXPECT_EQ(episode.steps, 30);
  EXPECT_EQ(episode.distance, distance(tips[30], goal));
  EXPECT_EQ(episode.fitness, 1.0 - distance(tips[30], goal) / distance(tips[0], goal));
  EXPECT_GT(episode.fitness, 0.0);
}

TEST(ReachingScore, AtEveryStepItIsTheFitnessOfAnEpisodeThatEndedThere) {
  const ReachingOptions options = straight_arm({5.0, 3.0}, 30);
  const std::vector<Point> tips = idle_tips(options, 30);
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  for (int step = 1; step <= 30; ++step) {
    arena->step();
    const double share = distance(tips[step], options.goal) / distance(tips[0], options.goal);
    EXPECT_EQ(arena->score(0), 1.0 - step / 30.0 * share) << step;
    EXPECT_EQ(arena->is_out_of_time(0), step == 30) << step;
  }
  EXPECT_EQ(arena->score(0), arena->episode(0).fitness);
}

TEST(ReachingScore, ATouchIsNoEndOfTime) {
  const OctopusReaching task(straight_arm({4.0, 0.0}, 1));
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 0);
  arena->step();
  ASSERT_TRUE(arena->finished(0) && arena->episode(0).succeeded);
  EXPECT_FALSE(arena->is_out_of_time(0));
}

TEST(ReachingScore, FitnessIsClippedAtZero) {
  const Point goal = {50.0, 0.0};
  const std::vector<Point> tips = idle_tips(straight_arm(goal, 30), 30);
  ASSERT_GT(distance(tips[30], goal), distance(tips[0], goal));
  EXPECT_EQ(idle_episode(straight_arm(goal, 30)).fitness, 0.0);
}

TEST(ReachingScore, ByClosestApproachTimeAndDistanceAreThoseOfTheNearestStep) {
  // A goal above the way that the tip draws back: it comes near, then goes past.
  const std::vector<Point> far = idle_tips(straight_arm({50.0, 0.0}, 30), 30);
  const Point goal = {0.5 * (far[0].x + far[30].x), 1.5};
  ReachingOptions options = straight_arm(goal, 30);
  const std::vector<Point> tips = idle_tips(options, 30);
  int nearest = 0;
  for (int i = 1; i <= 30; ++i) {
    if (distance(tips[i], goal) < distance(tips[nearest], goal)) nearest = i;
  }
  ASSERT_GT(nearest, 0);
  ASSERT_LT(nearest, 30);
  options.score = Score::kClosest;
  const Episode episode = idle_episode(options);
  EXPECT_EQ(episode.fitness,
            1.0 - nearest / 30.0 * (distance(tips[nearest], goal) / distance(tips[0], goal)));
  EXPECT_EQ(episode.distance, distance(tips[30], goal));
}

TEST(ReachingScore, ByClosestApproachATipThatOnlyMovesAwayScoresZero) {
  // At first the pressure pushes the tip out, away from a goal behind the base.
  ReachingOptions options = straight_arm({-1.0, 0.0}, 2);
  const std::vector<Point> tips = idle_tips(options, 2);
  ASSERT_GT(distance(tips[1], options.goal), distance(tips[0], options.goal));
  ASSERT_GT(distance(tips[2], options.goal), distance(tips[0], options.goal));
  options.score = Score::kClosest;
  EXPECT_EQ(idle_episode(options).fitness, 0.0);
}

TEST(ReachingScore, ByClosestApproachATouchCountsEvenIfTheTipHasMovedAway) {
  // The goal lies inside the arm: touched at once, while the tip was no nearer than at the start
  // or nearer by less; both scores have t = 1.
  ReachingOptions options = straight_arm({4.0, 0.0}, 40);
  const double final_score = idle_episode(options).fitness;
  options.score = Score::kClosest;
  EXPECT_EQ(idle_episode(options).fitness, final_score);
}

TEST(ReachingScore, IntegratedItIsTheDistanceOfEachStepAddedUp) {
  ReachingOptions options = straight_arm({12.0, 3.0}, 30);
  const std::vector<Point> tips = idle_tips(options, 30);
  double sum = 0.0;
  for (int i = 1; i <= 30; ++i) sum += distance(tips[i], options.goal);
  options.score = Score::kIntegrated;
  // Two roundings a step on either side.
  EXPECT_NEAR(idle_episode(options).fitness, 1.0 - sum / (30.0 * distance(tips[0], options.goal)),
              1e-14);
}

TEST(ReachingScore, IntegratedItEndsWithTheTouch) {
  ReachingOptions options = straight_arm({4.0, 0.0}, 40);  // inside the arm: touched at once
  const std::vector<Point> tips = idle_tips(options, 1);
  options.score = Score::kIntegrated;
  EXPECT_EQ(idle_episode(options).fitness,
            1.0 - 1.0 / 40.0 * (distance(tips[1], options.goal) / distance(tips[0], options.goal)));
}

TEST(ReachingScore, AllEpisodesOfAllLengthsScoreInTheUnitInterval) {
  for (const int p : {1, 2, 3, 20, 69}) {
    ReachingOptions options = paper_reaching(Actions::kMeta, p);
    options.steps = 20;
    const OctopusReaching task(options);
    for (int trial = 0; trial < 3; ++trial) {
      const Episode episode = alone(task, trial, 3).episode;
      EXPECT_FALSE(episode.diverged) << p;
      EXPECT_GE(episode.fitness, 0.0) << p;
      EXPECT_LE(episode.fitness, 1.0) << p;
    }
  }
}

// ---- divergence, lanes, targets -----------------------------------------------------------------

TEST(ReachingLanes, ADivergedEpisodeScoresZeroIsMarkedAndLeavesItsNeighboursAlone) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 10);
  options.steps = 20;
  const OctopusReaching task(options);
  const int lanes = 5;
  const auto arena = task.make_octopus_arena(lanes);
  for (int lane = 0; lane < lanes; ++lane) arena->start(lane, lane % 3);
  const std::vector<double> nans(32, std::numeric_limits<double>::quiet_NaN());
  for (int step = 0; step < 20; ++step) {
    for (int lane = 0; lane < lanes; ++lane) {
      arena->act(lane, lane == 2 && step >= 5 ? nans : outputs_of(task, lane, step));
    }
    arena->step();
    EXPECT_EQ(arena->finished(2), step >= 5) << step;
  }
  EXPECT_TRUE(arena->episode(2).diverged);
  EXPECT_FALSE(arena->episode(2).succeeded);
  EXPECT_EQ(arena->episode(2).fitness, 0.0);
  EXPECT_EQ(arena->episode(2).steps, 6);
  EXPECT_TRUE(std::isfinite(arena->episode(2).distance));
  for (const int lane : {0, 1, 3, 4}) {
    ASSERT_TRUE(arena->finished(lane));
    const Watched run = alone(task, lane % 3, lane);
    expect_same_bits(arena->episode(lane), run.episode, std::to_string(lane));
    EXPECT_EQ(observed(*arena, task, lane), run.observations.back()) << lane;
  }
  // The lane is as good as new.
  arena->start(2, 1);
  for (int step = 0; !arena->finished(2); ++step) {
    arena->act(2, outputs_of(task, 9, step));
    arena->step();
  }
  expect_same_bits(arena->episode(2), alone(task, 1, 9).episode, "after divergence");
}

TEST(ReachingLanes, OutputsThatAreNotNumbersDoNotOutliveTheirEpisode) {
  // Also when nothing is acted after the start: the lane's actions begin at 0.
  const ReachingOptions options = straight_arm({5.0, 3.0}, 30);
  const OctopusReaching task(options);
  const auto arena = task.make_octopus_arena(2);
  arena->start(0, 0);
  arena->act(0, std::vector<double>(32, std::numeric_limits<double>::quiet_NaN()));
  arena->step();
  ASSERT_TRUE(arena->episode(0).diverged);
  arena->start(0, 0);
  for (const double action : arena->actions(0)) EXPECT_EQ(action, 0.0);
  while (!arena->finished(0)) arena->step();
  expect_same_bits(arena->episode(0), idle_episode(options), "after divergence");
}

/// Twelve episodes of different trials and drivers in an arena of `lanes` lanes; a lane that is
/// free takes the next, while the others go on.
std::vector<Episode> queued_episodes(const OctopusReaching& task, int lanes) {
  const int count = 12;
  const auto arena = task.make_octopus_arena(lanes);
  std::vector<Episode> episodes(count);
  std::vector<int> running(lanes, -1), step(lanes, 0);
  for (int next = 0, done = 0; done < count;) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (running[lane] < 0 && next < count) {
        arena->start(lane, next % 3);
        running[lane] = next++;
        step[lane] = 0;
      }
      if (running[lane] >= 0) arena->act(lane, outputs_of(task, running[lane], step[lane]++));
    }
    arena->step();
    for (int lane = 0; lane < lanes; ++lane) {
      if (running[lane] < 0 || !arena->finished(lane)) continue;
      episodes[running[lane]] = arena->episode(lane);
      running[lane] = -1;
      ++done;
    }
  }
  return episodes;
}

TEST(ReachingLanes, EpisodesHaveTheSameBitsInAnyNumberOfLanesOnEveryTarget) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 6);
  options.steps = 80;
  options.goal = {2.0, -0.5};  // near enough that some touch, at different times
  const OctopusReaching task(options);
  std::vector<Episode> expected;
  int touched = 0;
  for (int i = 0; i < 12; ++i) {
    expected.push_back(alone(task, i % 3, i).episode);
    touched += expected.back().succeeded ? 1 : 0;
  }
  ASSERT_GT(touched, 0);
  ASSERT_LT(touched, 12);
  on_every_target([&](const std::string& target) {
    for (const int lanes : {1, 2, 3, 4, 8, 13}) {
      const std::vector<Episode> queued = queued_episodes(task, lanes);
      for (int i = 0; i < 12; ++i) {
        expect_same_bits(queued[i], expected[i], target + " lanes " + std::to_string(lanes));
      }
    }
  });
}

TEST(ReachingLanes, ALaneCanBeStartedAgainWhileTheOthersGoOn) {
  ReachingOptions options = paper_reaching(Actions::kRaw, 6);
  options.steps = 30;
  const OctopusReaching task(options);
  on_every_target([&](const std::string& target) {
    for (const int lanes : {2, 3, 4, 9}) {
      const auto arena = task.make_octopus_arena(lanes);
      ASSERT_EQ(arena->lanes(), lanes);
      // Lane k is started at step 3 k, and lane 1 once more at step 20, before its end.
      std::vector<int> step(lanes, 0);
      for (int now = 0; now < 30 + 3 * lanes + 20; ++now) {
        for (int lane = 0; lane < lanes; ++lane) {
          if (now == 3 * lane || (lane == 1 && now == 20)) {
            arena->start(lane, lane % 3);
            step[lane] = 0;
          }
          if (now >= 3 * lane && !arena->finished(lane)) {
            arena->act(lane, outputs_of(task, lane, step[lane]++));
          }
        }
        arena->step();
      }
      for (int lane = 0; lane < lanes; ++lane) {
        ASSERT_TRUE(arena->finished(lane));
        expect_same_bits(arena->episode(lane), alone(task, lane % 3, lane).episode,
                         target + " lane " + std::to_string(lane) + " of " + std::to_string(lanes));
      }
    }
  });
}

TEST(ReachingLanes, AnArenaOfTheTaskHasOneWholeVectorOfLanes) {
  on_every_target([](const std::string&) {
    const OctopusReaching task(paper_reaching(Actions::kMeta, 3));
    EXPECT_EQ(task.make_arena()->lanes(), ArmBatch::preferred_lanes());
  });
}

TEST(ReachingLanes, TheOutlineIsTheNodePairsFromBaseToTip) {
  const OctopusReaching task(paper_reaching(Actions::kRaw, 3));
  const auto arena = task.make_octopus_arena(1);
  arena->start(0, 1);
  const ArmDescription arm = default_arm(Physics::kC09, 3);
  const std::vector<double> outline = arena->outline(0);
  ASSERT_EQ(outline.size(), 16U);
  for (int i = 0; i <= 3; ++i) {
    // The base pair comes from the angle: one rounding of sine and cosine.
    EXPECT_NEAR(outline[4 * i], arm.upper[i].x, 1e-15);
    EXPECT_NEAR(outline[4 * i + 1], arm.upper[i].y, 1e-15);
    EXPECT_NEAR(outline[4 * i + 2], arm.lower[i].x, 1e-15);
    EXPECT_NEAR(outline[4 * i + 3], arm.lower[i].y, 1e-15);
  }
}

// ---- wrong options ------------------------------------------------------------------------------

/// The message of the error that these options give; empty if none.
std::string complaint(const ReachingOptions& options) {
  try {
    const OctopusReaching task(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConfiguration);
    return error.what();
  }
  return "";
}

TEST(ReachingOptions, AValueOutOfRangeIsAnErrorThatNamesKeyValueAndRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto with = [](auto change) {
    ReachingOptions options = paper_reaching(Actions::kRaw, 10);
    change(options);
    return complaint(options);
  };
  EXPECT_EQ(with([](auto&) {}), "");
  EXPECT_EQ(with([](auto& o) { o.compartments = 0; }), "task.compartments = 0: expected 1 to 69");
  EXPECT_EQ(with([](auto& o) { o.compartments = 70; }), "task.compartments = 70: expected 1 to 69");
  EXPECT_EQ(with([](auto& o) { o.control_step = 0.3; }),
            "task.control_step = 0.3: expected a positive multiple of 0.2");
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_NE(with([&](auto& o) { o.control_step = bad; }).find("task.control_step = "),
              std::string::npos)
        << bad;
  }
  EXPECT_EQ(with([](auto& o) { o.steps = 0; }), "task.steps = 0: expected at least 1");
  EXPECT_EQ(with([&](auto& o) { o.goal.x = nan; }),
            "task.goal = [nan, -3]: expected finite numbers");
  EXPECT_EQ(with([&](auto& o) { o.goal.y = -infinity; }),
            "task.goal = [3.5, -inf]: expected finite numbers");
  EXPECT_EQ(with([](auto& o) { o.starts.clear(); }),
            "task.starts = []: expected at least one angle");
  EXPECT_EQ(with([&](auto& o) { o.starts[1] = infinity; }),
            "task.starts: inf: expected finite angles");
}

TEST(ReachingOptions, AGoalThatATipStartsOnIsAnError) {
  const ArmDescription arm = default_arm(Physics::kC09, 10);
  const Point tip = {0.5 * (arm.upper[10].x + arm.lower[10].x),
                     0.5 * (arm.upper[10].y + arm.lower[10].y)};
  EXPECT_EQ(complaint(straight_arm(tip, 10)), "task.goal: the tip starts on it at angle 0");
}

}  // namespace
}  // namespace lowpass
