#include "lowpass/experiment/recording.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/scene/recording_file.h"
#include "lowpass/scene/scene_check.h"
#include "lowpass/task/octopus/octopus_reaching.h"
#include "tests/support/random_arm.h"
#include "tests/support/toy_task.h"

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

Recording recorded_arm(const Task& task, const Controller& controller, int trial) {
  return recorded_episode(task, *find_task("octopus"), controller, trial);
}

TEST(RecordedEpisode, HasTheFitnessBitsOfEvaluationAndAMomentAStepAfterTheFirst) {
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
        const Recording recording = recorded_arm(task, controllers[i], trial);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(recording.fitness),
                  std::bit_cast<std::uint64_t>(episode.fitness));
        EXPECT_EQ(recording.succeeded, episode.succeeded);
        EXPECT_EQ(recording.moments.size(), static_cast<std::size_t>(episode.steps) + 1);
        EXPECT_EQ(recording.title, task.trial_name(trial));
        touched += recording.succeeded ? 1 : 0;
      }
    }
    EXPECT_GT(touched, 0);
  }
}

TEST(RecordedEpisode, FitsItsScene) {
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{"task.preset=paper", "task.compartments=4", "task.steps=20"},
        std::vector<std::string>{"task.name=poles", "task.steps=50"},
        std::vector<std::string>{"task.name=poles", "task.poles=2", "task.steps=50"}}) {
    const Configuration c = load_configuration({}, settings);
    const auto task = make_task(c);
    const auto controllers = random_controllers(*task, 1);
    const Recording recording = recorded_episode(*task, task_entry(c), controllers[0], 0);
    EXPECT_EQ(recording_fault(recording), "");
    EXPECT_EQ(recording_from_text(recording_text(recording), "test").moments.size(),
              recording.moments.size());
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
  const Recording recording = recorded_arm(task, controller, 0);
  EXPECT_EQ(recording.fitness, 0.0);
  ASSERT_FALSE(recording.moments.empty());
  EXPECT_LT(recording.moments.size(), 4U);
  for (const Moment& moment : recording.moments) {
    for (const double x : moment.points) EXPECT_TRUE(std::isfinite(x));
    for (const double a : moment.levels) EXPECT_TRUE(std::isfinite(a));
  }
}

/// Counts its steps and shows their number.
class CountingTask : public ToyTask {
 public:
  explicit CountingTask(int steps) : ToyTask(steps) {}
  Scene scene() const override { return {.signals = {"steps"}, .step_time = 0.5}; }
  std::unique_ptr<Arena> make_arena() const override {
    return std::make_unique<CountingArena>(ToyTask::make_arena());
  }

 private:
  class CountingArena : public Arena {
   public:
    explicit CountingArena(std::unique_ptr<Arena> arena) : arena_(std::move(arena)) {}
    int lanes() const override { return 1; }
    void start(int lane, int trial) override { arena_->start(lane, trial); }
    void observe(int lane, std::span<double> inputs) const override {
      arena_->observe(lane, inputs);
    }
    void act(int lane, std::span<const double> outputs) override { arena_->act(lane, outputs); }
    void step() override { arena_->step(); }
    bool finished(int lane) const override { return arena_->finished(lane); }
    Episode episode(int lane) const override { return arena_->episode(lane); }
    Moment moment(int) const override {
      return {.signals = {static_cast<double>(arena_->episode(0).steps)}};
    }

   private:
    std::unique_ptr<Arena> arena_;
  };
};

TEST(RecordedEpisode, OfALongOneEvenlySpacedMomentsAreKeptTheLastAmongThem) {
  for (const int steps : {kMostMoments - 1, kMostMoments, 3 * kMostMoments + 7}) {
    const CountingTask task(steps);
    const Recording recording =
        recorded_episode(task, *find_task("octopus"), random_controllers(task, 1)[0], 0);
    const auto count = static_cast<int>(recording.moments.size());
    EXPECT_LE(count, kMostMoments);
    EXPECT_GT(count, kMostMoments / 3);
    const double stride = recording.scene.step_time / 0.5;
    for (int i = 0; i + 1 < count; ++i) {
      ASSERT_EQ(recording.moments[i].signals[0], stride * i);
    }
    EXPECT_EQ(recording.moments.back().signals[0], steps);
  }
}

}  // namespace
}  // namespace lowpass
