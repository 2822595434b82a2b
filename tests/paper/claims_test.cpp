// Claims on invented runs: each holds where runs are as the paper says, does not where they are
// not, and is not decided where they cannot tell.

#include "lowpass/paper/claims.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "lowpass/paper/reproduction.h"
#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/claims_text.h"
#include "tests/paper/run_examples.h"

namespace lowpass {
namespace {

constexpr BootstrapOptions kFew = {.resamples = 500};

Verdict verdict(int number, const std::vector<RunRecord>& runs) {
  return judged_claim(number, RunTable(runs), {.bootstrap = kFew}).verdict;
}

/// All of a configuration's numbers of coefficients alike, and direct.
std::vector<RunRecord> alike(const std::string& actions, const std::string& mapping,
                             const ExampleRuns& indirect, const ExampleRuns& direct) {
  std::vector<RunRecord> runs;
  for (const auto& setup : indirect_setups(actions, mapping)) {
    ExampleRuns example = indirect;
    example.setup = setup;
    add_runs(runs, example);
  }
  ExampleRuns example = direct;
  example.setup = direct_setup(actions);
  add_runs(runs, example);
  return runs;
}

/// Takes the runs of one number of coefficients out and adds others.
void replace(std::vector<RunRecord>& runs, ExampleRuns example) {
  std::erase_if(runs, [&](const RunRecord& run) { return run.setup == example.setup; });
  add_runs(runs, example);
}

std::vector<RunRecord> headline(const ExampleRuns& twenty, const ExampleRuns& direct) {
  return alike("raw", "omega3", twenty, direct);
}

TEST(Claims, NoRunsDecideNothingAndSayWhatIsMissing) {
  for (const Claim& claim : judged_claims(RunTable({}))) {
    EXPECT_EQ(claim.verdict, Verdict::kNotDecided) << claim.name;
    EXPECT_FALSE(claim.statement.empty());
    EXPECT_FALSE(claim.rule.empty());
    for (const Measure& measure : claim.measures) EXPECT_FALSE(measure.value) << measure.what;
  }
  const Claim first = judged_claim(1, RunTable({}));
  EXPECT_EQ(first.measures[2].note, "needs 5 runs of psi2-direct, there are 0");
}

TEST(Claims, FourRunsDecideNothing) {
  const auto runs = headline({.evaluations_to_target = 400, .runs = 4},
                             {.evaluations_to_target = 5500, .runs = 4});
  EXPECT_EQ(verdict(1, runs), Verdict::kNotDecided);
  const Claim claim = judged_claim(1, RunTable(runs));
  EXPECT_EQ(claim.measures[2].note, "needs 5 runs of psi2-direct, there are 4");
}

TEST(ClaimOne, HoldsAboveElevenTimesAndDoesNotBelow) {
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 400}, {.evaluations_to_target = 5500})),
            Verdict::kHolds);
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 600}, {.evaluations_to_target = 4800})),
            Verdict::kDoesNotHold);
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 500}, {.evaluations_to_target = 5500})),
            Verdict::kNotDecided);  // 11 exactly
}

TEST(ClaimOne, ABoundDecidesOnlyOnTheSideWhereItIsOne) {
  // Direct runs that never get there: the ratio is at least so much.
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 400}, {.never = 20})), Verdict::kHolds);
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 1000}, {.never = 20})),
            Verdict::kNotDecided);
  // Indirect runs that never get there: at most.
  EXPECT_EQ(verdict(1, headline({.evaluations_to_target = 50, .never = 1},
                                {.evaluations_to_target = 5900})),
            Verdict::kNotDecided);
  EXPECT_EQ(verdict(1, headline({.never = 20}, {.evaluations_to_target = 5000})),
            Verdict::kDoesNotHold);
  // Both: nothing is known.
  EXPECT_EQ(verdict(1, headline({.never = 20}, {.never = 20})), Verdict::kNotDecided);
}

TEST(ClaimOne, SaysHowManyRunsReachTheTarget) {
  const Claim claim = judged_claim(1,
                                   RunTable(headline({.evaluations_to_target = 400},
                                                     {.evaluations_to_target = 5000, .never = 12})),
                                   {.bootstrap = kFew});
  EXPECT_EQ(claim.measures[1].bound, Bound::kAtLeast);
  EXPECT_TRUE(claim.measures[1].ours.starts_with("≥ ")) << claim.measures[1].ours;
  EXPECT_EQ(claim.measures[1].note, "8 of 20 runs reach it; median not reached");
}

TEST(ClaimTwo, HoldsIfDirectBeatsTenAlone) {
  auto runs = alike("raw", "omega3", {.fitness = 0.85}, {.fitness = 0.8});
  EXPECT_EQ(verdict(2, runs), Verdict::kDoesNotHold);  // it does not beat ten
  replace(runs, {.setup = indirect_setup("raw", "omega3", 10), .fitness = 0.6});
  EXPECT_EQ(verdict(2, runs), Verdict::kHolds);
  replace(runs, {.setup = indirect_setup("raw", "omega3", 320), .fitness = 0.75});
  EXPECT_EQ(verdict(2, runs), Verdict::kDoesNotHold);
  replace(runs, {.setup = indirect_setup("raw", "omega3", 320), .fitness = 0.8});
  EXPECT_EQ(verdict(2, runs), Verdict::kNotDecided);
}

TEST(ClaimThree, SixtyPerCentFasterAndNoneOfTheFewerReachTheTarget) {
  auto runs =
      alike("raw", "omega1", {.fitness = 0.5, .never = 20}, {.evaluations_to_target = 5000});
  const auto with = [&](std::int64_t evaluations) {
    replace(runs,
            {.setup = indirect_setup("raw", "omega1", 160), .evaluations_to_target = evaluations});
    return verdict(3, runs);
  };
  EXPECT_EQ(with(3125), Verdict::kHolds);  // 1.6
  EXPECT_EQ(with(1000), Verdict::kHolds);
  EXPECT_EQ(with(4500), Verdict::kDoesNotHold);  // 1.1
  with(3125);
  replace(runs, {.setup = indirect_setup("raw", "omega1", 80), .fitness = 0.8});
  EXPECT_EQ(verdict(3, runs), Verdict::kDoesNotHold);
  replace(runs, {.setup = indirect_setup("raw", "omega1", 80), .fitness = 0.75});
  EXPECT_EQ(verdict(3, runs), Verdict::kNotDecided);
}

TEST(ClaimFour, FasterAndAlikeAtTheEnd) {
  auto runs = alike("meta", "omega1", {.fitness = 0.9, .evaluations_to_target = 300},
                    {.fitness = 0.9, .evaluations_to_target = 1000});
  EXPECT_EQ(verdict(4, runs), Verdict::kHolds);
  replace(runs, {.setup = indirect_setup("meta", "omega1", 320), .fitness = 0.94});
  EXPECT_EQ(verdict(4, runs), Verdict::kHolds);  // slower, but only ten to forty are to be faster
  replace(runs, {.setup = indirect_setup("meta", "omega1", 320), .fitness = 0.95});
  EXPECT_EQ(verdict(4, runs), Verdict::kNotDecided);  // on the margin
  replace(runs, {.setup = indirect_setup("meta", "omega1", 320), .fitness = 0.97});
  EXPECT_EQ(verdict(4, runs), Verdict::kDoesNotHold);
}

TEST(ClaimOne, HasADirectionAndAMagnitudeOfItsOwn) {
  const auto claim = [](std::int64_t twenty, std::int64_t direct) {
    return judged_claim(
        1, RunTable(headline({.evaluations_to_target = twenty}, {.evaluations_to_target = direct})),
        {.bootstrap = kFew});
  };
  // Eight times: faster, but 20 more runs would not give eleven, nor 600 evaluations 455.
  const Claim eight = claim(600, 4800);
  EXPECT_EQ(eight.direction, Verdict::kHolds);
  EXPECT_EQ(eight.magnitude, Verdict::kDoesNotHold);
  EXPECT_EQ(claim(455, 5100).magnitude, Verdict::kHolds);
  // "More than" bounds the ratio from below alone, but 455 is a number.
  EXPECT_EQ(claim(455, 5900).measures[2].magnitude, Verdict::kHolds);
  EXPECT_EQ(claim(455, 400).direction, Verdict::kDoesNotHold);
}

TEST(ClaimOne, MeansThatNeverReachedRunsCutAreCalledRestricted) {
  const Claim claim = judged_claim(1,
                                   RunTable(headline({.evaluations_to_target = 400},
                                                     {.evaluations_to_target = 5000, .never = 3})),
                                   {.bootstrap = kFew});
  EXPECT_EQ(claim.measures[0].what, "evaluations to 0.75, C = 20, mean");
  EXPECT_EQ(claim.measures[1].what, "evaluations to 0.75, direct, restricted mean");
  EXPECT_TRUE(claim.measures[2].note.starts_with(
      "of restricted means; 17/20 and 20/20 runs reach it, medians "))
      << claim.measures[2].note;
  EXPECT_LT(*claim.measures[2].rank_p, 0.01);
}

/// A claim of parts that are decided up to these confidences.
Claim of_parts(const std::vector<double>& confidences) {
  Claim claim;
  for (const double most : confidences) {
    Measure measure;
    measure.verdict = Verdict::kNotDecided;
    measure.verdict_at = [=](double confidence) {
      return confidence <= most ? Verdict::kHolds : Verdict::kNotDecided;
    };
    claim.measures.push_back(measure);
  }
  return claim;
}

// Holm's own: of three parts the surest must stand 1 - 0.05 / 3, the next 1 - 0.05 / 2, the last
// 0.95.
TEST(Claims, PartsAreDecidedTogether) {
  const auto verdicts = [](const std::vector<double>& confidences) {
    Claim claim = of_parts(confidences);
    decide(claim);
    return claim.verdict;
  };
  EXPECT_EQ(verdicts({0.951, 0.976, 0.984}), Verdict::kHolds);
  EXPECT_EQ(verdicts({0.984, 0.951, 0.976}), Verdict::kHolds);
  EXPECT_EQ(verdicts({0.951, 0.974, 0.984}), Verdict::kNotDecided);
  EXPECT_EQ(verdicts({0.98, 0.98, 0.98}), Verdict::kNotDecided);
  EXPECT_EQ(verdicts({0.951}), Verdict::kHolds);
}

TEST(ClaimFive, LargeNumbersOfCoefficientsMayGainSomething) {
  auto runs =
      alike("meta", "omega2", {.evaluations_to_target = 2000}, {.evaluations_to_target = 1900});
  replace(runs, {.setup = indirect_setup("meta", "omega2", 320), .evaluations_to_target = 900});
  const Claim claim = judged_claim(5, RunTable(runs), {.bootstrap = kFew});
  EXPECT_EQ(claim.verdict, Verdict::kHolds);
  EXPECT_EQ(claim.earlier, Verdict::kDoesNotHold);
}

TEST(ClaimNine, HoldsWhereOneMappingReachesTheTargetAndTheOtherDoesNot) {
  auto runs = alike("raw", "omega3", {}, {});
  for (const auto& setup : indirect_setups("raw", "omega1")) {
    add_runs(runs, {.setup = setup, .never = 20});
  }
  EXPECT_EQ(verdict(9, runs), Verdict::kHolds);
  replace(runs, {.setup = indirect_setup("raw", "omega3", 80), .never = 20});
  EXPECT_EQ(verdict(9, runs), Verdict::kNotDecided);
}

TEST(ClaimFive, HoldsIfNoNumberOfCoefficientsIsFaster) {
  auto runs =
      alike("meta", "omega2", {.evaluations_to_target = 2000}, {.evaluations_to_target = 1900});
  EXPECT_EQ(verdict(5, runs), Verdict::kHolds);
  replace(runs, {.setup = indirect_setup("meta", "omega2", 20), .never = 20});
  EXPECT_EQ(verdict(5, runs), Verdict::kHolds);
  replace(runs, {.setup = indirect_setup("meta", "omega2", 20), .evaluations_to_target = 900});
  EXPECT_EQ(verdict(5, runs), Verdict::kDoesNotHold);
}

TEST(Claims, AVariationIsJudgedByItsOwnRuns) {
  auto runs = headline({.evaluations_to_target = 400}, {.evaluations_to_target = 5500});
  for (RunRecord& run : runs) run.setup.variation = "task.goal=[5,-4]";
  const RunTable table(runs);
  EXPECT_EQ(judged_claim(1, table, {.bootstrap = kFew}).verdict, Verdict::kNotDecided);
  EXPECT_EQ(judged_claim(1, table, {.variation = "task.goal=[5,-4]", .bootstrap = kFew}).verdict,
            Verdict::kHolds);
}

TEST(Claims, DoNotDependOnTheOrderOfTheRuns) {
  auto runs = headline({.evaluations_to_target = 400}, {.evaluations_to_target = 5500});
  const std::string before = claims_json(judged_claims(RunTable(runs), {.bootstrap = kFew}));
  std::reverse(runs.begin(), runs.end());
  std::rotate(runs.begin(), runs.begin() + 33, runs.end());
  EXPECT_EQ(claims_json(judged_claims(RunTable(runs), {.bootstrap = kFew})), before);
}

TEST(Claims, TargetsOfTheReproductionHaveTheRunsThatTheirClaimsNeed) {
  for (const Target& target : reproduction_targets()) {
    if (target.name.size() != 1 || (target.name > "5" && target.name != "9"))
      continue;  // the rest need more than records
    std::vector<RunRecord> runs;
    for (const auto& setup : target.setups) add_runs(runs, {.setup = setup, .runs = 5});
    for (const Measure& m : judged_claim(std::stoi(target.name), RunTable(runs)).measures) {
      EXPECT_NE(m.ours, "too few runs") << target.name << ": " << m.what;
    }
  }
}

}  // namespace
}  // namespace lowpass
