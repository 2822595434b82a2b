#include "lowpass/experiment/run.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/experiment/run_state.h"
#include "tests/support/targets.h"
#include "tests/support/toy_task.h"

namespace lowpass {
namespace {

RunSummary finished(lowpass::Run& run) {
  while (!run.is_finished()) run.step();
  return run.summary();
}

/// A short run of the real task.
Configuration short_octopus() {
  const std::vector<std::string> settings{"task.preset=paper", "task.compartments=4",
                                          "task.steps=30", "budget.evaluations=100"};
  return load_configuration({}, settings);
}

TEST(Run, StartsAGenerationOnlyIfItFitsTheBudget) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.budget.evaluations = 50;
  lowpass::Run run(c, task, 1);
  EXPECT_EQ(run.population_size(), 13);
  EXPECT_EQ(finished(run).evaluations, 39);  // 3 x 13; a fourth would end at 52
}

TEST(Run, EvaluationsToTargetCountsIndividualsInOrder) {
  const ToyTask task;
  Configuration c = toy_configuration();
  lowpass::Run run(c, task, 1);
  const RunSummary whole = finished(run);
  ASSERT_TRUE(whole.evaluations_to_target.has_value());
  // The same run again, individual by individual.
  lowpass::Run again(c, task, 1);
  std::int64_t before = 0;
  while (!again.state().evaluations_to_target) {
    before = again.state().evaluations;
    again.step();
  }
  EXPECT_GT(*whole.evaluations_to_target, before);
  EXPECT_LE(*whole.evaluations_to_target, again.state().evaluations);
  EXPECT_GE(again.state().search.best_fitness, c.budget.target);
  c.budget.stop_at_target = true;
  lowpass::Run stopping(c, task, 1);
  EXPECT_EQ(finished(stopping).evaluations, again.state().evaluations);
}

TEST(Run, ATargetThatIsNotReachedHasNoEvaluations) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.budget.target = 2.0;
  lowpass::Run run(c, task, 1);
  EXPECT_FALSE(finished(run).evaluations_to_target.has_value());
}

TEST(Run, ContinuedFromItsBytesAtAnyGenerationItIsTheSameRun) {
  const ToyTask task;
  for (const bool growth : {false, true}) {
    Configuration c = toy_configuration();
    c.growth = {.enabled = growth, .step = 3, .evaluations = 60, .patience = 1};
    lowpass::Run whole(c, task, 1);
    const std::string expected = finished(whole).digest;
    const auto generations = whole.state().search.generation;
    for (std::uint32_t stop = 0; stop < generations; ++stop) {
      lowpass::Run first(c, task, 1);
      for (std::uint32_t g = 0; g < stop; ++g) first.step();
      lowpass::Run second(c, task, 1, state_from_bytes(state_bytes(first.state())));
      EXPECT_EQ(finished(second).digest, expected) << "stopped after " << stop;
    }
  }
}

TEST(Run, StateSurvivesItsBytesExactly) {
  const ToyTask task;
  lowpass::Run run(toy_configuration(), task, 1);
  run.step();
  const std::string bytes = state_bytes(run.state());
  EXPECT_EQ(state_bytes(state_from_bytes(bytes)), bytes);
  EXPECT_THROW(state_from_bytes(bytes.substr(0, bytes.size() - 1)), Error);
  EXPECT_THROW(state_from_bytes(bytes + "x"), Error);
}

TEST(Run, GrowthAddsCoefficientsUntilNothingIsGained) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.budget.evaluations = 0;
  c.growth = {.enabled = true, .step = 4, .evaluations = 100, .patience = 2};
  lowpass::Run run(c, task, 1);
  std::int64_t coefficients = 6, additions = 0;
  double best_before = -1.0;
  int fruitless = 0;
  while (!run.is_finished()) {
    const double best = run.state().search.best_fitness;
    run.step();
    if (run.state().coefficients == coefficients) continue;
    // A stage ended: genomes grew by the step, and what was found is kept.
    EXPECT_EQ(run.state().coefficients, std::min<std::int64_t>(coefficients + 4, 36));
    EXPECT_GE(run.state().search.best_fitness, best);
    EXPECT_EQ(run.state().search.best_genome.size(), run.state().search.array("mean").size());
    if (additions > 0) {
      fruitless = run.state().search.best_fitness > best_before ? 0 : fruitless + 1;
    }
    best_before = run.state().search.best_fitness;
    coefficients = run.state().coefficients;
    ++additions;
    EXPECT_LT(fruitless, 2);
  }
  EXPECT_GT(additions, 0);
  EXPECT_TRUE(run.state().fruitless_additions == 2 || run.state().coefficients == 36);
}

/// The toy task with a trial that is over before it begins.
class VoidTask : public ToyTask {
 public:
  bool is_void(int trial) const override { return trial == 1; }
};

TEST(Run, NothingIsTrainedOnAVoidTrial) {
  const VoidTask task;
  EXPECT_THROW(lowpass::Run(toy_configuration(), task, 1), Error);
}

TEST(Run, GrowthEndsWhereFitnessRisesByLessThanCounts) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.budget.evaluations = 0;
  c.growth = {.enabled = true, .step = 4, .evaluations = 100, .patience = 2, .improvement = 2.0};
  lowpass::Run run(c, task, 1);  // fitness is at most 1: after the first stage no rise counts
  finished(run);
  EXPECT_EQ(run.state().coefficients, 6 + 2 * 4);
  EXPECT_EQ(run.state().fruitless_additions, 2);
}

TEST(Run, GrowthKeepsTheBestNetwork) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.budget.evaluations = 0;
  c.growth = {.enabled = true, .step = 5, .evaluations = 60, .patience = 1};
  lowpass::Run run(c, task, 1);
  while (run.state().coefficients == 6) run.step();
  std::vector<double> weights(run.encoding().network_size().weight_count());
  run.encoding().decode(run.state().search.best_genome, weights);
  Evaluator evaluator(task, Topology::fully_recurrent(run.encoding().network_size()),
                      Activation::kLogistic, 1);
  const std::vector<Controller> best{Controller(
      Topology::fully_recurrent(run.encoding().network_size()), weights, Activation::kLogistic)};
  EXPECT_NEAR(evaluator.evaluate(best).fitness[0], run.state().search.best_fitness, 1e-12);
}

TEST(Run, EndsWithAClearMessageIfEveryEpisodeDiverges) {
  const ToyTask task(3, /*always_diverges=*/true);
  lowpass::Run run(toy_configuration(), task, 1);
  const std::string before = state_bytes(run.state());
  try {
    run.step();
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFailure);
    EXPECT_NE(std::string(error.what()).find("all 26 episodes diverged"), std::string::npos);
  }
  EXPECT_EQ(state_bytes(run.state()), before);
}

TEST(Run, ASearchThatHasRunAwayEndsItsRun) {
  const ToyTask task;
  lowpass::Run sound(toy_configuration(), task, 1);
  sound.step();
  const ToyTask abyss(3, /*always_diverges=*/true);
  lowpass::Run run(toy_configuration(), abyss, 1, sound.state());
  EXPECT_EQ(run.step().diverged, 26);
  EXPECT_TRUE(run.is_finished());
  EXPECT_EQ(run.summary().best_fitness, sound.summary().best_fitness);
}

TEST(Run, AFitnessThatIsNoNumberIsNeverTheBestAndNotInTheRecord) {
  for (const double gap : {NAN, INFINITY, -INFINITY}) {
    const ToyTask task(3, false, {.fitness = gap, .above = 0.5});
    lowpass::Run run(toy_configuration(), task, 1);
    while (!run.is_finished()) {
      const GenerationRecord record = run.step();
      for (const double number : {record.best, record.mean, record.worst, record.best_so_far}) {
        EXPECT_TRUE(std::isfinite(number)) << gap;
      }
      EXPECT_LE(record.worst, record.best);
    }
    EXPECT_FALSE(run.state().last_best_genome.empty());
  }
}

TEST(Run, EndsWithAClearMessageIfNoFitnessIsANumber) {
  const ToyTask task(3, false, {.fitness = NAN, .above = -1.0});
  lowpass::Run run(toy_configuration(), task, 1);
  const std::string before = state_bytes(run.state());
  EXPECT_THROW(run.step(), Error);
  EXPECT_EQ(state_bytes(run.state()), before);
}

// The behaviour of the whole loop in one number: the same for any number of threads, SIMD target,
// compiler and build. A change of it is a change of behaviour.
TEST(Run, DigestIsTheSameForAnyThreadsTargetCompilerAndBuild) {
  const Configuration c = short_octopus();
  on_every_target([&](const std::string& target) {
    const auto task = make_task(c);
    for (const int threads : {1, 2, 3}) {
      lowpass::Run run(c, *task, threads);
      EXPECT_EQ(finished(run).digest, "611dc6006b633945")
          << target << ", " << threads << " threads";
    }
  });
}

TEST(Run, InSinglePrecisionTheDigestIsAnotherOneAndTheSameEverywhereToo) {
  std::vector<std::string> settings{"task.preset=paper",     "task.compartments=4",
                                    "task.steps=30",         "budget.evaluations=100",
                                    "task.precision=single", "optimizer.precision=single"};
  const Configuration c = load_configuration({}, settings);
  on_every_target([&](const std::string& target) {
    const auto task = make_task(c);
    for (const int threads : {1, 2, 3}) {
      lowpass::Run run(c, *task, threads);
      EXPECT_EQ(finished(run).digest, "a2502ea707ad1855")
          << target << ", " << threads << " threads";
    }
  });
}

/// A short run of another task, with another search and hidden neurons.
Configuration short_poles(const std::string& search) {
  const std::vector<std::string> settings{
      "task.name=poles",    "task.poles=2",     "task.steps=300",    "budget.evaluations=200",
      "network.kind=elman", "network.hidden=3", "budget.target=1e9", "optimizer.name=" + search};
  return load_configuration({}, settings);
}

TEST(Run, OfAnotherTaskAndSearchTheDigestIsTheSameEverywhereToo) {
  const std::vector<std::pair<std::string, std::string>> digests = {{"snes", "d335abc113539d9d"},
                                                                    {"cma-es", "e01d9f1dbc2b23b6"}};
  for (const auto& [search, digest] : digests) {
    const Configuration c = short_poles(search);
    on_every_target([&, &search = search, &digest = digest](const std::string& target) {
      const auto task = make_task(c);
      for (const int threads : {1, 2, 3}) {
        lowpass::Run run(c, *task, threads);
        EXPECT_EQ(finished(run).digest, digest)
            << search << ", " << target << ", " << threads << " threads";
      }
    });
  }
}

TEST(Run, AProofDecidesWhereFitnessDoesNotTell) {
  const std::vector<std::string> settings{"task.name=poles", "task.fitness=damping",
                                          "optimizer.sigma0=1", "encoding.mapping=direct"};
  const Configuration c = load_configuration({}, settings);
  const auto task = make_task(c);
  lowpass::Run run(c, *task, 1);
  const RunSummary summary = finished(run);
  ASSERT_TRUE(summary.evaluations_to_target);
  // It stopped with the generation whose best balances for 100,000 steps.
  EXPECT_EQ(*summary.evaluations_to_target, summary.evaluations);
  const auto proof = task->proof();
  Evaluator evaluator(*proof->task, network_topology(c), network_activations(c), 1);
  EXPECT_GE(evaluator.evaluate(run.encoding(), run.state().last_best_genome).fitness[0],
            proof->fitness);
}

TEST(Run, ThroughTheSpectrumTheDigestIsAnotherOneAndTheSameEverywhereToo) {
  Configuration c = short_octopus();
  c.network.step = "spectral";
  on_every_target([&](const std::string& target) {
    const auto task = make_task(c);
    for (const int threads : {1, 2}) {
      lowpass::Run run(c, *task, threads);
      EXPECT_EQ(finished(run).digest, "8df466c55c787f33")
          << target << ", " << threads << " threads";
    }
  });
}

TEST(Run, GrowthGoesOnThroughTheSpectrum) {
  const ToyTask task;
  Configuration c = toy_configuration();
  c.network.step = "spectral";
  c.budget.evaluations = 0;
  c.growth = {.enabled = true, .step = 5, .evaluations = 60, .patience = 1};
  lowpass::Run run(c, task, 1);
  while (run.state().coefficients == 6) run.step();
  EXPECT_NE(run.encoding().drive(run.state().search.best_genome), nullptr);
}

TEST(Run, EverySearchGoesOnFromItsBytes) {
  const ToyTask task;
  for (const SearchEntry& search : searches()) {
    Configuration c = changed_configuration(
        toy_configuration(), std::vector<std::string>{"optimizer.name=" + search.name});
    lowpass::Run whole(c, task, 1);
    const std::string expected = finished(whole).digest;
    lowpass::Run first(c, task, 1);
    for (int g = 0; g < 2; ++g) first.step();
    lowpass::Run second(c, task, 1, state_from_bytes(state_bytes(first.state())));
    EXPECT_EQ(finished(second).digest, expected) << search.name;
  }
}

TEST(Run, EverySearchGrows) {
  const ToyTask task;
  for (const SearchEntry& search : searches()) {
    Configuration c = changed_configuration(
        toy_configuration(), std::vector<std::string>{"optimizer.name=" + search.name});
    c.budget.evaluations = 0;
    c.growth = {.enabled = true, .step = 5, .evaluations = 150, .patience = 1};
    lowpass::Run run(c, task, 1);
    while (run.state().coefficients == 6) run.step();
    EXPECT_EQ(run.state().coefficients, 11) << search.name;
    run.step();
    lowpass::Run resumed(c, task, 1, state_from_bytes(state_bytes(run.state())));
    EXPECT_EQ(finished(resumed).digest, finished(run).digest) << search.name;
  }
}

TEST(Run, AnotherSeedIsAnotherRun) {
  Configuration c = short_octopus();
  const auto task = make_task(c);
  lowpass::Run first(c, *task, 1);
  c.run.seed = 2;
  lowpass::Run second(c, *task, 1);
  EXPECT_NE(finished(first).digest, finished(second).digest);
}

}  // namespace
}  // namespace lowpass
