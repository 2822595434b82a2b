#include "lowpass/experiment/recording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/evaluation/evaluator.h"
#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

std::vector<Controller> random_controllers(const Task& task, int count) {
  const NetworkSize size{task.geometry().inputs.unit_count(), task.geometry().neurons.unit_count()};
  std::vector<Controller> controllers;
  for (int i = 0; i < count; ++i) {
    controllers.emplace_back(Topology::fully_recurrent(size),
                             uniform_numbers(static_cast<std::uint64_t>(i),
                                             static_cast<std::size_t>(size.weight_count()), -1, 1),
                             Activation::kLogistic);
  }
  return controllers;
}

TEST(RecordedEpisode, HasTheFitnessBitsOfEvaluationAndAFrameAStepAfterTheFirst) {
  for (const Actions actions : {Actions::kRaw, Actions::kMeta}) {
    ReachingOptions options = paper_reaching(actions, 5);
    options.steps = 60;
    options.goal = {2.0, -0.5};  // some arms touch it
    const OctopusReaching task(options);
    const auto controllers = random_controllers(task, 4);
    Evaluator evaluator(task, Topology::fully_recurrent(controllers[0].size()),
                        Activation::kLogistic, 1);
    const Evaluation evaluation = evaluator.evaluate(controllers);
    int touched = 0;
    for (int i = 0; i < 4; ++i) {
      for (int trial = 0; trial < 3; ++trial) {
        const Episode& episode = evaluation.episodes[3 * i + trial];
        const Trajectory trajectory = recorded_episode(task, controllers[i], trial);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(trajectory.fitness),
                  std::bit_cast<std::uint64_t>(episode.fitness));
        EXPECT_EQ(trajectory.touched, episode.touched);
        EXPECT_EQ(trajectory.frames.size(), static_cast<std::size_t>(episode.steps) + 1);
        EXPECT_EQ(trajectory.start, options.starts[trial]);
        touched += trajectory.touched ? 1 : 0;
      }
    }
    EXPECT_GT(touched, 0);
  }
}

TEST(RecordedEpisode, TheBaseStaysInPlaceAndOnlyTurns) {
  const OctopusReaching task(paper_reaching(Actions::kRaw, 10));
  const Trajectory trajectory = recorded_episode(task, random_controllers(task, 1)[0], 1);
  const auto base = [&](std::size_t frame) {
    const std::vector<double>& n = trajectory.frames[frame].nodes;
    return std::vector{n[0] + n[2], n[1] + n[3], std::hypot(n[0] - n[2], n[1] - n[3])};
  };
  for (std::size_t frame = 1; frame < trajectory.frames.size(); ++frame) {
    for (int i = 0; i < 3; ++i) {
      ASSERT_NEAR(base(frame)[i], base(0)[i], 1e-14);  // rounding of sine, cosine and sums
    }
  }
}

TEST(RecordedEpisode, HoldsFiniteNumbersAloneWhenTheEpisodeDiverges) {
  const OctopusReaching task(paper_reaching(Actions::kMeta, 4));
  // One neuron weighs infinities against each other: not a number, and so is the torque it drives.
  const NetworkSize size{34, 8};
  std::vector<double> weights(size.weight_count(), 0.0);
  weights[size.recurrent_weight(6, 0)] = std::numeric_limits<double>::infinity();
  weights[size.recurrent_weight(6, 1)] = -std::numeric_limits<double>::infinity();
  const Controller controller(Topology::fully_recurrent(size), weights, Activation::kTanh);
  const Trajectory trajectory = recorded_episode(task, controller, 0);
  EXPECT_EQ(trajectory.fitness, 0.0);
  ASSERT_FALSE(trajectory.frames.empty());
  EXPECT_LT(trajectory.frames.size(), 4U);
  for (const auto& frame : trajectory.frames) {
    for (const double x : frame.nodes) EXPECT_TRUE(std::isfinite(x));
    for (const double a : frame.activations) EXPECT_TRUE(std::isfinite(a));
  }
}

TEST(RecordedEpisode, SaysWhatIsDrawn) {
  ReachingOptions options = paper_reaching(Actions::kMeta, 7);
  options.steps = 6;
  options.control_step = 0.4;
  const OctopusReaching task(options);
  const Trajectory trajectory = recorded_episode(task, random_controllers(task, 1)[0], 2);
  EXPECT_EQ(trajectory.compartments, 7);
  EXPECT_EQ(trajectory.control_step, 0.4);
  EXPECT_EQ(trajectory.goal_x, options.goal.x);
  EXPECT_EQ(trajectory.goal_y, options.goal.y);
  EXPECT_EQ(trajectory.surface, 5.0);
  ASSERT_EQ(trajectory.frames.size(), 7U);
  for (const auto& frame : trajectory.frames) {
    EXPECT_EQ(frame.nodes.size(), 32U);        // 8 node pairs
    EXPECT_EQ(frame.activations.size(), 23U);  // 3 a compartment, 2 of the base
    for (const double a : frame.activations) {
      EXPECT_GE(a, 0.0);
      EXPECT_LE(a, 1.0);
    }
  }
  // The start: nothing has acted yet.
  EXPECT_EQ(trajectory.frames[0].activations, std::vector(23, 0.0));
  // Meta actions: the compartments of a half act alike, and the first half has four of the seven.
  const std::vector<double>& a = trajectory.frames[3].activations;
  EXPECT_TRUE(std::equal(a.begin(), a.begin() + 9, a.begin() + 3));
  EXPECT_TRUE(std::equal(a.begin() + 12, a.begin() + 18, a.begin() + 15));
  EXPECT_NE(a[9], a[12]);
}

}  // namespace
}  // namespace lowpass
