#include "lowpass/paper/inference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowpass/configuration/configuration.h"
#include "lowpass/paper/claim_parts.h"
#include "tests/paper/run_examples.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

// ---- readings -----------------------------------------------------------------------------------

TEST(Readings, HaveNamesOfTheirOwnAndMoreThan400CanBeRun) {
  std::set<std::string> names;
  int valid = 0;
  for (const Reading& reading : readings()) {
    names.insert(reading.name());
    EXPECT_EQ(*find_reading(reading.name()), reading);
    valid += reading.is_void() ? 0 : 1;
  }
  EXPECT_EQ(names.size(), readings().size());
  EXPECT_EQ(readings().size(), 576u);
  EXPECT_EQ(valid, 528);
  EXPECT_EQ(find_reading("none"), nullptr);
}

TEST(Readings, AreVoidExactlyWhereTheGoalLiesInTheArmThatPointsUp) {
  for (const Reading& reading : readings()) {
    EXPECT_EQ(reading.is_void(), reading.goal_x == -0.4 && reading.touch == "any")
        << reading.name();
  }
}

TEST(Readings, SayTheirSettingsToEverySetup) {
  const Reading reading{"2009-2", 7.8, -1.0, "last", 1.0, 200, 10.0, 1.0, "tanh"};
  EXPECT_EQ(reading.name(), "2009-2_7.8_-1_last_1x200_10-1_tanh");
  lowpass::Setup setup = indirect_setup("raw", "omega3", 20);
  setup.variation = reading.settings(setup);
  const Configuration c = setup_configuration(setup, {}, 3);
  EXPECT_EQ(c.task.keys.text("environment"), "2009-2");
  EXPECT_EQ(c.task.keys.real("muscle_active"), 0.24);
  EXPECT_EQ(c.task.keys.numbers("goal"), (std::vector{7.8, -1.0}));
  EXPECT_EQ(c.task.keys.text("touch"), "last");
  EXPECT_EQ(c.task.keys.integer("steps"), 200);
  EXPECT_EQ(c.network.activation, "tanh");
  EXPECT_EQ(c.optimizer.sigma0, 10.0);
  EXPECT_EQ(reading.settings(direct_setup("raw")).find("sigma0=10"), std::string::npos);
}

// ---- ladder -------------------------------------------------------------------------------------

TEST(Ladder, EveryStageHasFewerReadingsAndSeedsOfItsOwn) {
  std::set<std::uint64_t> seeds;
  std::size_t before = readings().size() + 1, expected = 0;
  for (const LadderStage& stage : ladder()) {
    EXPECT_LT(stage.readings, before);
    before = stage.readings;
    int most = 0;
    for (const StageSetup& entry : stage.setups) most = std::max(most, entry.runs);
    for (int i = 0; i < most; ++i) seeds.insert(stage.first_seed + static_cast<std::uint64_t>(i));
    expected += static_cast<std::size_t>(most);
  }
  EXPECT_EQ(seeds.size(), expected);
  EXPECT_GE(ladder()[2].readings, 40u);
  EXPECT_GE(ladder()[3].readings, 5u);
}

TEST(Ladder, OnlyTheLastStageHasWhatClaims6To8Need) {
  for (std::size_t i = 0; i < ladder().size(); ++i) {
    const bool is_last = i + 1 == ladder().size();
    EXPECT_EQ(ladder()[i].is_held_back, is_last);
    for (const StageSetup& entry : ladder()[i].setups) {
      EXPECT_TRUE(is_last || !entry.setup.is_growing);
      EXPECT_TRUE(!is_last || entry.runs == 20);
    }
  }
}

TEST(Ladder, RunsHaveTheirStagesBudgetAndSettings) {
  const std::vector<Reading> some = {readings()[0], readings()[100]};
  const auto runs =
      stage_runs(ladder()[0], some, {.folder = "x", .settings = {"task.score=closest"}});
  ASSERT_EQ(runs.size(), 6u);
  std::set<std::uint64_t> hashes;
  for (const SweepRun& run : runs) {
    hashes.insert(configuration_hash(run.configuration));
    EXPECT_LE(run.configuration.budget.evaluations, 700);
    EXPECT_EQ(run.configuration.task.keys.text("score"), "closest");
    EXPECT_TRUE(run.attachments.empty());
  }
  EXPECT_EQ(hashes.size(), runs.size());
  EXPECT_EQ(runs[0].folder, "x/screen/" + some[0].name() + "/psi2omega3-c20/1001");
  EXPECT_TRUE(runs[0].configuration.budget.stop_at_target);
}

// The machine's time is what is scarce: docs/protocol/README.md promises these.
TEST(Ladder, CostsWhatTheProtocolSays) {
  std::vector<double> costs;
  for (const LadderStage& stage : ladder()) {
    double mean = 0;
    int valid = 0;
    for (const Reading& reading : readings()) {
      if (reading.is_void()) continue;
      mean += stage.cost(reading);
      ++valid;
    }
    const auto count = std::min<double>(static_cast<double>(stage.readings), valid);
    costs.push_back(mean / valid * count);
  }
  EXPECT_LT(costs[0], 2.0e6);
  EXPECT_LT(costs[1] + costs[2], 7.0e6);
  EXPECT_LT(costs[3], 18.0e6);
}

// ---- likelihood ---------------------------------------------------------------------------------

using Observed = std::map<std::string, LikelihoodTerm>;

Observed terms_of(const std::vector<RunRecord>& runs) {
  Observed terms;
  for (const LikelihoodTerm& term : likelihood_terms(RunTable(runs))) terms[term.name] = term;
  return terms;
}

std::vector<RunRecord> with_counts(std::int64_t twenty, std::int64_t direct) {
  std::vector<RunRecord> runs;
  add_runs(runs, {.setup = indirect_setup("raw", "omega3", 20), .evaluations_to_target = twenty});
  add_runs(runs, {.setup = direct_setup("raw"), .evaluations_to_target = direct});
  return runs;
}

TEST(Likelihood, IsHighestForThePapersOwnNumber) {
  const auto of = [](std::int64_t count) {
    return terms_of(with_counts(count, 5500))["c20_evaluations"];
  };
  EXPECT_GT(of(455).log_likelihood, of(600).log_likelihood);
  EXPECT_GT(of(455).log_likelihood, of(300).log_likelihood);
  EXPECT_GT(of(600).log_likelihood, of(3000).log_likelihood);
  EXPECT_TRUE(of(455).agrees);
  EXPECT_FALSE(of(3000).agrees);
  // Tails are those of t: a number that is off by a factor of 100 is still finite evidence.
  EXPECT_GT(of(45'500).log_likelihood, -20);
}

TEST(Likelihood, MoreThanElevenTimesIsABound) {
  const auto of = [](std::int64_t direct) {
    return terms_of(with_counts(455, direct))["direct_over_c20"];
  };
  EXPECT_FALSE(of(2000).agrees);
  EXPECT_TRUE(of(5500).agrees);
  EXPECT_LT(of(2000).log_likelihood, of(5500).log_likelihood);
  EXPECT_NEAR(of(50'000).log_likelihood, 0.0, 1e-3);
  EXPECT_NEAR(of(5005).log_likelihood, std::log(0.5), 0.01);
  EXPECT_EQ(of(5005).subject + " " + of(5005).published, "Ψ2 direct / Ω3 C = 20 > 11");
}

std::vector<RunRecord> cut(std::vector<RunRecord> runs, std::int64_t budget) {
  for (RunRecord& run : runs) {
    run.budget = run.evaluations = budget;
    if (run.evaluations_to_target > budget) run.evaluations_to_target.reset();
  }
  return runs;
}

TEST(Likelihood, WhatCutRunsLeaveOpenSpeaksAgainstNothing) {
  // Neither got there within 300: the paper's 455 may still be.
  const Observed open = terms_of(cut(with_counts(400, 5500), 300));
  const Observed whole = terms_of(with_counts(455, 5500));
  EXPECT_NEAR(open.at("c20_evaluations").log_likelihood, whole.at("c20_evaluations").log_likelihood,
              0.01);
  EXPECT_EQ(open.at("direct_over_c20").log_likelihood, 0.0);
  // Not there within 2000: that is a bound, and 455 is on its wrong side.
  EXPECT_FALSE(terms_of(cut(with_counts(3000, 5500), 2000)).at("c20_evaluations").agrees);
  // Direct got there within the cut: then the factor is known.
  EXPECT_FALSE(terms_of(cut(with_counts(400, 600), 900)).at("direct_over_c20").agrees);
}

TEST(Likelihood, RunsOfTheWholeBudgetCountAsThePapersMustHave) {
  std::vector<RunRecord> runs;
  add_runs(runs, {.setup = indirect_setup("raw", "omega3", 20), .evaluations_to_target = 1500});
  add_runs(runs, {.setup = direct_setup("raw"), .evaluations_to_target = 0});
  EXPECT_FALSE(terms_of(runs).at("direct_over_c20").agrees);  // 6000 / 1500 at the most
}

TEST(Likelihood, ShortRunsHaveNoFinalFitness) {
  const Observed terms = terms_of(cut(with_counts(400, 600), 900));
  EXPECT_FALSE(terms.contains("direct_fitness"));
  EXPECT_FALSE(terms.contains("c20_less_direct"));
  EXPECT_TRUE(terms_of(with_counts(400, 600)).contains("c20_less_direct"));
}

TEST(Likelihood, ClaimsThatAreHeldBackHaveNoPart) {
  std::vector<RunRecord> runs = with_counts(455, 5500);
  const double before = log_likelihood(likelihood_terms(RunTable(runs)));
  for (RunRecord& run : runs) {
    run.generalization = GeneralizationRecord{.starts = {0.9, 0.1}, .lengths = {}};
  }
  add_runs(runs, {.setup = incremental_setup()});
  EXPECT_EQ(log_likelihood(likelihood_terms(RunTable(runs))), before);
}

TEST(Likelihood, SharesAreInProportionAndSumToOne) {
  const std::vector<double> shares = normalized({0.0, -std::log(3.0), -2000.0});
  EXPECT_NEAR(shares[0], 0.75, 1e-12);
  EXPECT_NEAR(shares[1], 0.25, 1e-12);
  EXPECT_LT(shares[2], 1e-300);
  EXPECT_TRUE(normalized({}).empty());
}

// ---- the ladder climbed -------------------------------------------------------------------------

TEST(Inference, WithoutRunsEveryReadingStandsAtTheFoot) {
  const TemporaryFolder folder;
  const InferenceOptions options{.folder = folder / "infer"};
  const std::vector<ReadingResult> results = inference(options);
  ASSERT_EQ(results.size(), readings().size());
  for (const ReadingResult& result : results) EXPECT_EQ(result.stage, -1);
  EXPECT_EQ(stage_readings(0, options).size(), 528u);
  EXPECT_TRUE(stage_readings(1, options).empty());
  const Figure figure = readings_figure(results);
  EXPECT_EQ(figure.rows.size(), readings().size());
  for (const auto& row : figure.rows) EXPECT_EQ(row.size(), figure.columns.size());
}

TEST(Inference, ThePictureTellsUnderHowMuchOfTheJudgedPosteriorAHeldBackClaimHolds) {
  const auto judged = [](double posterior, Verdict of_claim_8) {
    std::vector<Claim> claims(3);
    for (int i = 0; i < 3; ++i) claims[i].name = std::to_string(6 + i);
    claims[2].verdict = of_claim_8;
    return ReadingResult{
        .reading = default_reading(), .posterior = posterior, .held_back = std::move(claims)};
  };
  const std::string svg = readings_figure({judged(0.327, Verdict::kHolds),
                                           judged(0.173, Verdict::kNotDecided),
                                           {.reading = scanned_reading(), .posterior = 0.5}})
                              .svg;
  EXPECT_THAT(svg, testing::ContainsRegex("claim 6: growing</text>[^>]*>[^>]*>0\\.00<"));
  EXPECT_THAT(
      svg, testing::ContainsRegex("claim 8: other arms</text>[^>]*>[^>]*>0\\.65<"));  // 0.327 / 0.5
}

}  // namespace
}  // namespace lowpass
