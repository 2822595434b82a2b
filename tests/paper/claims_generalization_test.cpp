// Claims 6 to 8 on invented runs.

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/length_values.h"
#include "lowpass/paper/stages.h"
#include "tests/paper/run_examples.h"

namespace lowpass {
namespace {

Claim judged(int number, const std::vector<RunRecord>& runs) {
  return judged_claim(number, RunTable(runs), {.bootstrap = {.resamples = 500}});
}

/// An incremental run whose stages of 10, 20, ... coefficients had these best values.
RunRecord grown(std::uint64_t seed, const std::vector<double>& stages) {
  RunRecord run;
  run.setup = incremental_setup();
  run.seed = seed;
  run.budget = 0;
  std::int64_t coefficients = 0;
  for (const double best : stages) {
    coefficients += 10;
    for (const double fitness : {0.5 * best, best, 0.9 * best}) {
      GenerationRecord generation{};
      generation.evaluations = run.evaluations += 100;
      generation.coefficients = coefficients;
      generation.best = fitness;
      run.best_fitness = generation.best_so_far = std::max(run.best_fitness, fitness);
      run.generations.push_back(generation);
    }
  }
  return run;
}

TEST(Stages, HaveTheBestOfTheirGenerations) {
  const auto stages = stages_of(grown(1, {0.6, 0.8, 0.7}));
  ASSERT_EQ(stages.size(), 3u);
  EXPECT_EQ(stages[1].coefficients, 20);
  EXPECT_EQ(stages[1].best, 0.8);
  EXPECT_EQ(best_coefficients(stages), 20);
}

TEST(Stages, AnEqualStageIsNoImprovement) {
  EXPECT_EQ(best_coefficients(stages_of(grown(1, {0.6, 0.6, 0.6}))), 10);
  EXPECT_EQ(best_coefficients(stages_of(grown(1, {0.6, 0.5, 0.7}))), 30);
}

TEST(Stages, AMarginTellsWhereGrowingWouldHaveEnded) {
  const auto stages =
      stages_of(grown(1, {0.60, 0.70, 0.71, 0.72, 0.73, 0.74, 0.741, 0.742, 0.743, 0.9}));
  EXPECT_EQ(best_coefficients(stages), 100);
  EXPECT_EQ(best_coefficients(stages, 0.015), 100);  // 0.70, 0.72, 0.74, then the leap
  EXPECT_EQ(best_coefficients(stages, 0.045), 20);   // six in vain before the leap
}

TEST(Stages, ColumnsHoldTheRunsThatCameSoFar) {
  const std::vector<RunRecord> runs = {grown(1, {0.6, 0.8}), grown(2, {0.5, 0.7, 0.9})};
  const auto columns = stage_columns(runs);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].best, (Sample{0.6, 0.5}));
  EXPECT_EQ(columns[2].best, (Sample{0.9}));
}

/// As the paper tells it, or with the peak elsewhere.
std::vector<RunRecord> incremental(std::size_t peak) {
  std::vector<RunRecord> runs;
  for (int i = 0; i < 20; ++i) {
    const double offset = (i + 0.5) / 20 - 0.5;
    std::vector<double> stages;
    for (std::size_t stage = 0; stage < 9; ++stage) {
      const double spread = 0.02 + 0.05 * std::fabs(static_cast<double>(stage) - 3.0);
      const double height = stage == 0 ? 0.86 : stage == peak ? 0.96 : 0.89;
      stages.push_back(height + spread * offset);
    }
    runs.push_back(grown(static_cast<std::uint64_t>(i), stages));
  }
  return runs;
}

TEST(ClaimSix, HoldsForRunsLikeThePapers) {
  const Claim claim = judged(6, incremental(2));
  EXPECT_EQ(claim.verdict, Verdict::kHolds) << claim.reason;
  EXPECT_EQ(claim.measures[2].value, 30);
  EXPECT_EQ(claim.measures[3].value, 40);
  EXPECT_EQ(claim.measures[4].value, 30);
  ASSERT_EQ(claim.measures.size(), 7u);  // with two margins, for comparison
  EXPECT_FALSE(claim.measures[5].verdict);
}

TEST(ClaimSix, DoesNotHoldWithThePeakElsewhere) {
  const Claim claim = judged(6, incremental(7));
  EXPECT_EQ(claim.verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(claim.measures[2].value, 80);
  EXPECT_EQ(claim.measures[0].verdict, Verdict::kHolds);
}

TEST(ClaimSix, RunsThatStopEarlyDecideNothingOfWhatTheyLack) {
  const Claim claim = judged(6, {grown(1, {0.86}), grown(2, {0.86}), grown(3, {0.86})});
  EXPECT_EQ(claim.measures[1].verdict, Verdict::kNotDecided);
  EXPECT_EQ(judged(6, {grown(1, {}), grown(2, {})}).verdict, Verdict::kNotDecided);
}

/// Gives each run a test with these mean fitness values, give or take.
void add_tests(std::vector<RunRecord>& runs, double starts, double spread, double lengths,
               double trained_length) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double offset = (static_cast<double>(i) + 0.5) / static_cast<double>(runs.size()) - 0.5;
    GeneralizationRecord record;
    record.starts = {starts + spread * offset - 0.1, starts + spread * offset + 0.1};
    const bool is_direct = runs[i].setup.mapping == "direct";
    for (const char* controller : {"best", "last"}) {
      for (const std::string resize : {"omega1", "omega2", "omega3"}) {
        if (!is_direct && resize != runs[i].setup.mapping) continue;
        GeneralizationRecord::Scores fitness(18, lengths + 0.02 * offset);
        fitness[7] = trained_length + 0.02 * offset;
        record.lengths.push_back({controller, resize, fitness});
      }
    }
    runs[i].generalization = record;
  }
}

struct Tested {
  double starts = 0.7, spread = 0.02, lengths = 0.5, trained_length = 0.85;
};

void add_tested(std::vector<RunRecord>& runs, const Setup& setup, const Tested& tested) {
  std::vector<RunRecord> more;
  add_runs(more, {.setup = setup});
  add_tests(more, tested.starts, tested.spread, tested.lengths, tested.trained_length);
  runs.insert(runs.end(), more.begin(), more.end());
}

std::vector<RunRecord> start_runs(double twenty, double forty, double hundred_sixty) {
  std::vector<RunRecord> runs;
  for (const auto& [count, fitness] : {std::pair{10, 0.6},
                                       {20, twenty},
                                       {40, forty},
                                       {80, 0.75},
                                       {160, hundred_sixty},
                                       {320, 0.7}}) {
    add_tested(runs, indirect_setup("raw", "omega3", count), {.starts = fitness});
  }
  add_tested(runs, direct_setup("raw"), {.starts = 0.7, .spread = 0.08});
  return runs;
}

TEST(ClaimSeven, HoldsForRunsLikeThePapers) {
  const Claim claim = judged(7, start_runs(0.8, 0.75, 0.7));
  EXPECT_EQ(claim.verdict, Verdict::kHolds) << claim.reason;
}

TEST(ClaimSeven, DoesNotHoldIfAnotherIsBestOrNotBetterThanDirect) {
  EXPECT_EQ(judged(7, start_runs(0.8, 0.85, 0.7)).verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(judged(7, start_runs(0.8, 0.6, 0.7)).verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(judged(7, start_runs(0.8, 0.75, 0.79)).verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(judged(7, start_runs(0.8, 0.8, 0.7)).verdict, Verdict::kNotDecided);
}

TEST(ClaimSeven, UntestedRunsDoNotCount) {
  std::vector<RunRecord> runs;
  for (const auto& setup : indirect_setups("raw", "omega3")) add_runs(runs, {.setup = setup});
  add_runs(runs, {.setup = direct_setup("raw")});
  EXPECT_EQ(judged(7, runs).verdict, Verdict::kNotDecided);
}

std::vector<RunRecord> length_runs(double eighty, double direct_at_ten) {
  std::vector<RunRecord> runs;
  for (const auto& [actions, mapping] : {std::pair{"meta", "omega1"}, {"raw", "omega3"}}) {
    for (const int count : kCoefficientCounts) {
      const double lengths = count == 20 || count == 40 ? 0.6 : count == 80 ? eighty : 0.4;
      add_tested(runs, indirect_setup(actions, mapping, count), {.lengths = lengths});
    }
    add_tested(runs, direct_setup(actions), {.lengths = 0.3, .trained_length = direct_at_ten});
  }
  return runs;
}

TEST(ClaimEight, HoldsForRunsLikeThePapers) {
  const Claim claim = judged(8, length_runs(0.5, 0.9));
  EXPECT_EQ(claim.verdict, Verdict::kHolds) << claim.reason;
  EXPECT_EQ(claim.measures.back().what,
            "Ψ1 direct resized through Ω2: arm of 10 − arms of 9 and 11");
  EXPECT_NEAR(*claim.measures.back().value, 0.6, 1e-12);
}

TEST(ClaimEight, TheDetailsDecidedByTheEarlierRuleAlone) {
  EXPECT_EQ(judged(8, length_runs(0.7, 0.9)).earlier, Verdict::kDoesNotHold);
  EXPECT_EQ(judged(8, length_runs(0.5, 0.8)).earlier, Verdict::kDoesNotHold);
  EXPECT_EQ(judged(8, length_runs(0.6, 0.9)).earlier, Verdict::kNotDecided);
  for (const double eighty : {0.5, 0.6, 0.7}) {
    EXPECT_EQ(judged(8, length_runs(eighty, 0.8)).verdict, Verdict::kHolds);
  }
}

TEST(ClaimEight, DoesNotHoldIfDirectCarriesFarther) {
  std::vector<RunRecord> runs = length_runs(0.5, 0.9);
  std::erase_if(runs, [](const RunRecord& run) { return run.setup == direct_setup("raw"); });
  add_tested(runs, direct_setup("raw"), {.lengths = 0.8, .trained_length = 0.9});
  EXPECT_EQ(judged(8, runs).verdict, Verdict::kDoesNotHold);
}

TEST(ClaimEleven, SeesTheTroughAtTheTrainedLength) {
  const Claim claim = judged(11, length_runs(0.5, 0.9));
  // Ten above its neighbours by 0.25 for C = 20 and 40, by 0.6 for direct.
  EXPECT_NEAR(*claim.measures[0].value, -0.35, 1e-9);
  EXPECT_EQ(claim.measures[0].verdict, Verdict::kHolds);
}

TEST(ClaimTwelve, HoldsWhereDirectVariesMore) {
  EXPECT_EQ(judged(12, start_runs(0.8, 0.75, 0.7)).verdict, Verdict::kHolds);
}

TEST(ClaimSeven, AVoidStartIsLeftOutAndTold) {
  std::vector<RunRecord> runs = start_runs(0.8, 0.75, 0.7);
  EXPECT_EQ(judged(7, runs).validity, "valid");
  for (RunRecord& run : runs) run.generalization->starts[0].reset();
  EXPECT_EQ(judged(7, runs).validity, "1 of 2 starts void, left out");
  EXPECT_EQ(judged(7, runs).verdict, Verdict::kHolds);
}

TEST(Lengths, VoidTrialsAreTold) {
  std::vector<RunRecord> runs = length_runs(0.5, 0.9);
  for (const int claim : {8, 11}) EXPECT_EQ(judged(claim, runs).validity, "valid");
  for (RunRecord& run : runs) run.generalization->void_arm_trials = 2;
  for (const int claim : {8, 11}) {
    EXPECT_EQ(judged(claim, runs).validity, "2 of 54 trials void, left out");
  }
}

TEST(Starts, VoidOnesAreInNoMean) {
  std::vector<RunRecord> runs(3);
  runs[0].generalization = GeneralizationRecord{.starts = {std::nullopt, 0.6}, .lengths = {}};
  runs[1].generalization = GeneralizationRecord{.starts = {0.2, 0.6}, .lengths = {}};
  runs[2].generalization =
      GeneralizationRecord{.starts = {std::nullopt, std::nullopt}, .lengths = {}};
  EXPECT_EQ(untrained_start_fitness(runs), (Sample{0.6, 0.4}));
}

TEST(Lengths, AreThoseOfTheControllerAndTheResize) {
  RunRecord run;
  run.setup = direct_setup("raw");
  EXPECT_FALSE(arm_fitness(run, {.direct_resize = "omega3"}, 10));
  GeneralizationRecord::Scores fitness(18, 0.1);
  fitness[17] = 0.9;
  run.generalization = GeneralizationRecord{{0.5}, {{"last", "omega3", fitness}}};
  EXPECT_EQ(arm_fitness(run, {.direct_resize = "omega3"}, 20), 0.9);
  EXPECT_EQ(arm_fitness(run, {.direct_resize = "omega3"}, 3), 0.1);
  EXPECT_FALSE(arm_fitness(run, {.direct_resize = "omega2"}, 20));
  EXPECT_FALSE(arm_fitness(run, {.controller = "best", .direct_resize = "omega3"}, 20));
  EXPECT_FALSE(arm_fitness(run, {.direct_resize = "omega3"}, 21));
}

}  // namespace
}  // namespace lowpass
