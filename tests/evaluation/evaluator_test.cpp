#include "lowpass/evaluation/evaluator.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/task/octopus/octopus_arena.h"
#include "lowpass/task/octopus/octopus_reaching.h"
#include "tests/support/random_arm.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

// ---- a task of the test's own -------------------------------------------------------------------

/// Counts what the evaluator did to all arenas of a task.
struct Counts {
  std::atomic<int> arenas = 0, steps = 0, starts = 0;
};

/// Trial t lasts lengths[t] steps. The fitness of an episode is the number of steps times the sum
/// of the outputs that it was given: it shows which controller ran, with what state, how often.
class CountingTask : public Task {
 public:
  CountingTask(std::vector<int> lengths, int lanes) : lengths_(std::move(lengths)), lanes_(lanes) {}

  Geometry geometry() const override {
    return {dense_grid({{"input", 1}}, 1), dense_grid({{"neuron", 2}}, 2)};
  }
  int trials() const override { return static_cast<int>(lengths_.size()); }
  std::unique_ptr<Arena> make_arena() const override {
    ++counts.arenas;
    return std::make_unique<CountingArena>(*this);
  }

  bool is_void(int trial) const override { return trial < void_trials; }

  mutable Counts counts;
  bool throws_at_last_trial = false;
  int void_trials = 0;  // the first ones

 private:
  class CountingArena : public Arena {
   public:
    explicit CountingArena(const CountingTask& task) : task_(task), lane_(task.lanes_) {}
    int lanes() const override { return static_cast<int>(lane_.size()); }
    void start(int lane, int trial) override {
      if (task_.throws_at_last_trial && trial + 1 == task_.trials()) {
        throw std::runtime_error("no such trial today");
      }
      ++task_.counts.starts;
      lane_[lane] = {.left = task_.lengths_[trial], .trial = trial};
    }
    void observe(int lane, std::span<double> inputs) const override {
      inputs[0] = lane_[lane].trial + 0.25 * lane_[lane].left;
    }
    void act(int lane, std::span<const double> outputs) override {
      for (const double y : outputs) lane_[lane].sum += y;
    }
    void step() override {
      ++task_.counts.steps;
      for (Lane& lane : lane_) lane.left -= lane.left > 0 ? 1 : 0;
    }
    bool finished(int lane) const override { return lane_[lane].left == 0; }
    Episode episode(int lane) const override {
      const int steps = task_.lengths_[lane_[lane].trial];
      return {.fitness = lane_[lane].sum, .steps = steps, .diverged = lane_[lane].trial == 1};
    }

   private:
    struct Lane {
      int left = 0, trial = 0;
      double sum = 0.0;
    };
    const CountingTask& task_;
    std::vector<Lane> lane_;
  };

  std::vector<int> lengths_;
  int lanes_;
};

/// `count` networks for a task with different random weights.
std::vector<Controller> controllers_of(const Task& task, int count) {
  const Geometry geometry = task.geometry();
  const NetworkSize size{geometry.inputs.unit_count(), geometry.neurons.unit_count()};
  std::vector<Controller> controllers;
  for (int i = 0; i < count; ++i) {
    const auto weights = uniform_numbers(static_cast<std::uint64_t>(100 + i),
                                         static_cast<std::size_t>(size.weight_count()), -1, 1);
    controllers.emplace_back(Topology::fully_recurrent(size), weights, Activation::kLogistic,
                             task.precision());
  }
  return controllers;
}

/// One episode alone in the arena that the task makes, in lane 0.
Episode alone(Arena& arena, const Controller& controller, int trial) {
  std::vector<double> inputs(controller.size().inputs), state(controller.size().neurons, 0.0);
  std::vector<double> outputs(state.size());
  arena.start(0, trial);
  while (!arena.finished(0)) {
    arena.observe(0, inputs);
    controller.step(inputs, state);
    for (std::size_t n = 0; n < state.size(); ++n) outputs[n] = controller.output(state[n]);
    arena.act(0, outputs);
    arena.step();
  }
  return arena.episode(0);
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double x : values) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

Evaluation evaluated(const Task& task, std::span<const Controller> controllers, int threads) {
  Evaluator evaluator(task, Topology::fully_recurrent(controllers[0].size()),
                      controllers[0].activations(), threads);
  EXPECT_EQ(evaluator.threads(), threads);
  return evaluator.evaluate(controllers);
}

TEST(Evaluator, ALaneWhoseEpisodeEndsTakesTheNextWhileTheOthersGoOn) {
  // One long trial and nine short ones. Waiting for whole batches of two would take 100 + 4 steps
  // at best; two lanes that never wait take as long as the long one alone.
  const CountingTask task({100, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 2);
  const auto controllers = controllers_of(task, 1);
  const Evaluation evaluation = evaluated(task, controllers, 1);
  EXPECT_EQ(task.counts.starts, 10);
  EXPECT_EQ(task.counts.steps, 100);
  EXPECT_EQ(task.counts.arenas, 1);
  for (int t = 0; t < 10; ++t) EXPECT_EQ(evaluation.episodes[t].steps, t == 0 ? 100 : t);
}

TEST(Evaluator, NoLaneIdlesWhileEpisodesWait) {
  // Ten equal episodes a controller: with 3 lanes 12 controllers need 40 rounds of 7 steps.
  const CountingTask task(std::vector<int>(10, 7), 3);
  evaluated(task, controllers_of(task, 12), 1);
  EXPECT_EQ(task.counts.steps, 40 * 7);
}

TEST(Evaluator, EveryThreadHasAnArenaOfItsOwnAndEveryEpisodeRunsOnce) {
  for (const int threads : {1, 2, 3}) {
    const CountingTask task({3, 50, 1}, 2);
    evaluated(task, controllers_of(task, 20), threads);
    EXPECT_EQ(task.counts.arenas, threads);
    EXPECT_EQ(task.counts.starts, 60);
  }
}

TEST(Evaluator, EpisodesEqualThoseRunAloneForAnyNumberOfLanesThreadsAndControllers) {
  const std::vector<int> lengths = {17, 1, 5, 40};
  const CountingTask single(lengths, 1);
  const auto controllers = controllers_of(single, 20);
  const auto arena = single.make_arena();
  std::vector<Episode> expected;
  for (const Controller& controller : controllers) {
    for (int t = 0; t < 4; ++t) expected.push_back(alone(*arena, controller, t));
  }
  for (const int lanes : {1, 2, 4, 7}) {
    for (const int threads : {1, 2, 3}) {
      for (const std::size_t count : {1, 2, 20}) {
        const CountingTask task(lengths, lanes);
        const Evaluation evaluation = evaluated(task, std::span(controllers).first(count), threads);
        ASSERT_EQ(evaluation.episodes.size(), 4 * count);
        for (std::size_t i = 0; i < evaluation.episodes.size(); ++i) {
          EXPECT_EQ(evaluation.episodes[i].fitness, expected[i].fitness) << lanes << threads << i;
          EXPECT_EQ(evaluation.episodes[i].steps, expected[i].steps);
        }
      }
    }
  }
}

TEST(Evaluator, FitnessIsTheMeanOverTheTrialsAndDivergedEpisodesAreCounted) {
  const CountingTask task({4, 2, 6}, 4);  // trial 1 says that it diverged
  const Evaluation evaluation = evaluated(task, controllers_of(task, 5), 2);
  ASSERT_EQ(evaluation.fitness.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    const double sum = evaluation.episodes[3 * i].fitness + evaluation.episodes[3 * i + 1].fitness +
                       evaluation.episodes[3 * i + 2].fitness;
    EXPECT_EQ(evaluation.fitness[i], sum / 3);
  }
  EXPECT_EQ(evaluation.diverged, 5);
}

TEST(Evaluator, VoidTrialsCountInNoMeanAndWithoutOthersThereIsNone) {
  CountingTask task({4, 2, 6}, 4);
  task.void_trials = 1;
  const Evaluation evaluation = evaluated(task, controllers_of(task, 2), 1);
  for (int i = 0; i < 2; ++i) {
    const double sum =
        evaluation.episodes[3 * i + 1].fitness + evaluation.episodes[3 * i + 2].fitness;
    EXPECT_EQ(evaluation.fitness[i], sum / 2);
  }
  task.void_trials = 3;
  EXPECT_TRUE(std::isnan(evaluated(task, controllers_of(task, 1), 1).fitness[0]));
}

TEST(Evaluator, AnExceptionInAWorkerReachesTheCallerAndTheNextEvaluationIsSound) {
  for (const int threads : {1, 3}) {
    CountingTask task({9, 2, 3}, 2);
    const auto controllers = controllers_of(task, 8);
    Evaluator evaluator(task, Topology::fully_recurrent(controllers[0].size()),
                        Activation::kLogistic, threads);
    const Evaluation before = evaluator.evaluate(controllers);
    task.throws_at_last_trial = true;
    EXPECT_THROW(evaluator.evaluate(controllers), std::runtime_error);
    task.throws_at_last_trial = false;
    EXPECT_EQ(evaluator.evaluate(controllers).fitness, before.fitness);
  }
}

TEST(Evaluator, GenomesScoreAsTheNetworksThatTheyDecodeTo) {
  const CountingTask task({4, 9}, 2);
  const auto encoding = make_encoding("omega3", task.geometry(), 5);
  const auto genomes = uniform_numbers(3, 7 * 5, -2, 2);
  const Topology topology = Topology::fully_recurrent(encoding->network_size());
  std::vector<Controller> controllers;
  Weights weights(topology.size);
  for (int i = 0; i < 7; ++i) {
    encoding->decode(std::span(genomes).subspan(5 * i, 5), weights.values);
    controllers.emplace_back(topology, weights.values, Activation::kTanh);
  }
  const Evaluation expected = evaluated(task, controllers, 1);
  for (const int threads : {1, 2, 3}) {
    Evaluator evaluator(task, topology, Activation::kTanh, threads);
    EXPECT_EQ(evaluator.evaluate(*encoding, genomes).fitness, expected.fitness);
  }
}

TEST(Evaluator, SizesThatDoNotFitAreErrorsInAnyBuild) {
  const CountingTask task({4, 9}, 2);
  const auto encoding = make_encoding("omega3", task.geometry(), 5);
  const Topology topology = Topology::fully_recurrent(encoding->network_size());
  Evaluator evaluator(task, topology, Activation::kTanh, 1);
  EXPECT_THROW(evaluator.evaluate(*encoding, std::vector<double>(12)), Error);
  const Topology other = Topology::fully_recurrent({3, 3});
  EXPECT_THROW(
      Evaluator(task, other, Activation::kTanh, 1).evaluate(*encoding, std::vector<double>(10)),
      Error);
  const std::vector<Controller> larger{
      Controller(other, std::vector<double>(21), Activation::kTanh)};
  EXPECT_THROW(evaluator.evaluate(larger), Error);
  const CountingTask without_trials({}, 2);
  EXPECT_THROW(Evaluator(without_trials, topology, Activation::kTanh, 1), Error);
}

// ---- octopus ------------------------------------------------------------------------------------

ReachingOptions short_reaching(Actions actions, Precision precision = Precision::kDouble) {
  ReachingOptions options = paper_reaching(actions, 5);
  options.precision = precision;
  options.steps = 60;
  options.goal = {2.0, -0.5};  // some arms touch it
  return options;
}

void expect_the_same_fitness_everywhere(Precision precision) {
  const OctopusReaching task(short_reaching(Actions::kRaw, precision));
  const auto controllers = controllers_of(task, 30);
  const auto arena = task.make_octopus_arena(1);
  std::vector<double> expected;
  int touched = 0;
  for (const Controller& controller : controllers) {
    double sum = 0.0;
    for (int t = 0; t < 3; ++t) {
      const Episode episode = alone(*arena, controller, t);
      sum += episode.fitness;
      touched += episode.succeeded ? 1 : 0;
    }
    expected.push_back(sum / 3);
  }
  ASSERT_GT(touched, 0);  // so that episodes have different lengths
  on_every_target([&](const std::string& target) {
    for (const int threads : {1, 2, 3}) {
      for (const std::size_t count : {1, 3, 30}) {  // fewer and more than lanes x threads
        const Evaluation evaluation = evaluated(task, std::span(controllers).first(count), threads);
        EXPECT_EQ(bits_of(evaluation.fitness),
                  bits_of({expected.begin(), expected.begin() + static_cast<long>(count)}))
            << target << " " << threads << " threads, " << count << " individuals";
        EXPECT_EQ(evaluation.diverged, 0);
      }
    }
  });
}

TEST(Evaluator, OctopusFitnessHasTheSameBitsForAnyThreadsPopulationAndTarget) {
  expect_the_same_fitness_everywhere(Precision::kDouble);
}

TEST(Evaluator, InSinglePrecisionOctopusFitnessHasTheSameBitsEverywhereToo) {
  expect_the_same_fitness_everywhere(Precision::kSingle);
}

// Random networks with weights so large that muscles are switched on and off at once strain the arm
// more than any that evolves.
TEST(Evaluator, InSinglePrecisionEpisodesDivergeNoMoreOftenAndScoreAlike) {
  const auto evaluation = [](Precision precision) {
    const OctopusReaching task(short_reaching(Actions::kRaw, precision));
    const NetworkSize size{task.geometry().inputs.unit_count(),
                           task.geometry().neurons.unit_count()};
    std::vector<Controller> controllers;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const auto weights =
          uniform_numbers(i, static_cast<std::size_t>(size.weight_count()), -20, 20);
      controllers.emplace_back(Topology::fully_recurrent(size), weights, Activation::kLogistic,
                               precision);
    }
    return evaluated(task, controllers, 1);
  };
  const Evaluation in_double = evaluation(Precision::kDouble);
  const Evaluation in_single = evaluation(Precision::kSingle);
  EXPECT_LE(in_single.diverged, in_double.diverged);
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0.0;
    for (const double x : values) sum += x;
    return sum / static_cast<double>(values.size());
  };
  double squares = 0.0;
  for (const double f : in_double.fitness) {
    squares += (f - mean(in_double.fitness)) * (f - mean(in_double.fitness));
  }
  // Trajectories part, their statistics do not: within two standard errors of the mean.
  EXPECT_NEAR(mean(in_single.fitness), mean(in_double.fitness), 2 * std::sqrt(squares) / 200);
}

TEST(Evaluator, ADivergedOctopusIsCountedScoresZeroAndLeavesTheOthersAlone) {
  const OctopusReaching task(short_reaching(Actions::kMeta));
  std::vector<Controller> controllers = controllers_of(task, 6);
  const Evaluation sound = evaluated(task, controllers, 1);
  const NetworkSize size = controllers[0].size();
  const std::vector<double> nans(size.weight_count(), std::numeric_limits<double>::quiet_NaN());
  controllers[2] = Controller(Topology::fully_recurrent(size), nans, Activation::kLogistic);
  for (const int threads : {1, 2}) {
    const Evaluation evaluation = evaluated(task, controllers, threads);
    EXPECT_EQ(evaluation.diverged, 3);
    std::vector<double> expected = sound.fitness;
    expected[2] = 0.0;
    EXPECT_EQ(bits_of(evaluation.fitness), bits_of(expected));
  }
}

}  // namespace
}  // namespace lowpass
