// Claims 1 to 5: how fast runs reach a fitness of 0.75, and how good they get ([FDE12] §4.4).

#include <fmt/format.h>

#include "lowpass/paper/claim_list.h"
#include "lowpass/paper/convergence.h"

namespace lowpass {
namespace {

/// How many times as fast is an advantage. Without a margin, a C exactly as fast as direct could
/// never be told from one that is faster. The paper names none; the advantages that it reports are
/// factors of 1.6 and more.
constexpr double kAdvantage = 1.1;

/// Where the mean curve crosses the target: the other reading of the paper's bars. Decides nothing.
Measure crossing_measure(const Evidence& evidence, const Setup& setup, CurveKind kind) {
  Measure measure{
      .what = fmt::format("evaluations to 0.75 of the mean curve, {}{}", short_label(setup),
                          kind == CurveKind::kBestOfGeneration ? ", best of each generation" : "")};
  const auto crossing = mean_crossing(evidence.of(setup), kTarget, kind);
  if (crossing) measure.value = static_cast<double>(*crossing);
  measure.ours = crossing ? fmt::format("{}", *crossing) : "not reached";
  return measure;
}

/// "p % faster" is a number that was measured, no bound: it holds if C is faster and the interval
/// does not lie below what was stated.
IntervalTest faster_by(double ratio) {
  return [ratio](const Interval& interval, Bound bound) {
    if (more_than(ratio)(interval, bound) == Verdict::kDoesNotHold) return Verdict::kDoesNotHold;
    return more_than(1.0)(interval, bound);
  };
}

/// Of the best of the last generation, as the paper's curves end; runs without a log have none.
Sample last_best(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) {
    if (!run.generations.empty()) values.push_back(run.generations.back().best);
  }
  return values;
}

void add_last_generation(const Evidence& evidence, const Setup& setup, const Setup& direct,
                         Claim& claim) {
  if (last_best(evidence.of(setup)).empty() || last_best(evidence.of(direct)).empty()) return;
  claim.measures.push_back(
      measured(evidence, {.what = fmt::format("best of the last generation, {} − {}",
                                              short_label(setup), short_label(direct)),
                          .setups = {setup, direct},
                          .values = last_best,
                          .statistic = difference_of_means}));
}

Measure mean_final_fitness(const Evidence& evidence, const Setup& setup,
                           const std::string& published, IntervalTest test) {
  return measured(evidence, {.what = fmt::format("final fitness, {}, mean", short_label(setup)),
                             .published = published,
                             .setups = {setup},
                             .values = best_fitness,
                             .statistic = mean_of,
                             .test = std::move(test)});
}

Claim headline_words() {
  Claim claim;
  claim.title = "Eleven times faster with 20 coefficients";
  claim.statement =
      "Ψ2Ω3: 20 coefficients for 3680 weights (184:1) reach a fitness of 0.75 in only 455 "
      "evaluations, more than 11 times faster than the direct encoding.";
  claim.rule =
      "Mean evaluations to 0.75, direct divided by C = 20. Holds if the 95 % interval lies above "
      "11, does not hold if it lies below. Runs that never reach 0.75 count as their budget: with "
      "them the ratio is only a bound.";
  return claim;
}

}  // namespace

Claim claim_headline(const Evidence& evidence) {
  const Setup twenty = indirect_setup("raw", "omega3", 20), direct = direct_setup("raw");
  Claim claim = headline_words();
  claim.depends = "goal, time, learning rate of the search, activation, σ0";
  claim.measures = {evaluations_measure(evidence, twenty, "455", 455.0),
                    evaluations_measure(evidence, direct, "> 5005 (11 × 455)"),
                    speed_measure(evidence, direct, twenty,
                                  {.published = "> 11",
                                   .test = more_than(11.0),
                                   .published_value = 11.0,
                                   .is_published_bound = true,
                                   .direction = more_than(1.0)})};
  for (const CurveKind kind : {CurveKind::kBestSoFar, CurveKind::kBestOfGeneration}) {
    claim.measures.push_back(crossing_measure(evidence, twenty, kind));
    claim.measures.push_back(crossing_measure(evidence, direct, kind));
  }
  return claim;
}

namespace {

Claim direct_beats_only_ten_words() {
  Claim claim;
  claim.title = "Direct beats only 10 coefficients";
  claim.statement =
      "Ψ2Ω3: the direct encoding outperforms only C = 10, which is too simple to represent a "
      "successful controller.";
  claim.rule =
      "Final fitness: best of a run within its budget, mean over runs. Holds if the 95 % interval "
      "of direct − C lies above 0 for C = 10, and that of C − direct above 0 for every other C; "
      "does not hold if one of them lies below 0. Speed is shown beside.";
  return claim;
}

}  // namespace

Claim claim_direct_beats_only_ten(const Evidence& evidence) {
  const Setup direct = direct_setup("raw");
  Claim claim = direct_beats_only_ten_words();
  claim.measures.push_back(final_fitness_measure(
      evidence, direct, indirect_setup("raw", "omega3", 10), "> 0", more_than(0.0)));
  for (const Setup& setup : indirect_setups("raw", "omega3")) {
    if (setup.coefficients == 10) continue;
    claim.measures.push_back(final_fitness_measure(evidence, setup, direct, "> 0", more_than(0.0)));
  }
  claim.depends = "goal, time, learning rate of the search";
  for (const Setup& setup : indirect_setups("raw", "omega3")) {
    claim.measures.push_back(speed_measure(evidence, direct, setup,
                                           {.published = setup.coefficients == 20 ? "> 11" : ""}));
  }
  for (const Setup& setup : indirect_setups("raw", "omega3")) {
    add_last_generation(evidence, setup, direct, claim);
  }
  return claim;
}

namespace {

Claim plain_mapping_raw_words() {
  Claim claim;
  claim.title = "Ω1 with raw actions needs 160 coefficients";
  claim.statement =
      "Ψ2Ω1: C = 160, less than 5 % as many parameters as the direct encoding, converges 60 % "
      "faster; up to 80 coefficients do not reach an average fitness of 0.75.";
  claim.rule =
      "Speed: mean evaluations to 0.75, direct divided by C = 160; 60 % faster is 1.6. Holds if "
      "the 95 % interval lies above 1 and not wholly below 1.6, does not hold if it lies below "
      "1.6. Fitness: the mean best fitness of C = 10, 20, 40 and 80 at the end; holds if the "
      "interval lies below 0.75, does not hold if it lies above.";
  return claim;
}

}  // namespace

Claim claim_plain_mapping_raw(const Evidence& evidence) {
  const Setup direct = direct_setup("raw");
  Claim claim = plain_mapping_raw_words();
  claim.measures = {evaluations_measure(evidence, indirect_setup("raw", "omega1", 160), ""),
                    evaluations_measure(evidence, direct, ""),
                    speed_measure(evidence, direct, indirect_setup("raw", "omega1", 160),
                                  {.published = "1.6",
                                   .test = faster_by(1.6),
                                   .published_value = 1.6,
                                   .direction = more_than(1.0)})};
  for (const int count : {10, 20, 40, 80}) {
    claim.measures.push_back(mean_final_fitness(evidence, indirect_setup("raw", "omega1", count),
                                                "< 0.75", less_than(kTarget)));
  }
  return claim;
}

namespace {

Claim plain_mapping_meta_words() {
  Claim claim;
  claim.title = "Ω1 with meta-actions is faster, and ends alike";
  claim.statement =
      "Ψ1Ω1: controllers of 40 coefficients or less (C = 10, 20, 40) reach high fitness more "
      "quickly than direct ones; the final fitness is similar across all encodings.";
  claim.rule = fmt::format(
      "High fitness: 0.75. Mean evaluations to it, direct divided by C: holds if the 95 % "
      "interval lies above 1 for C = 10, 20 and 40, does not hold if one lies below. Similar: the "
      "interval of the mean best fitness at the end, C − direct, lies within ±{0:.2f} for every "
      "C; does not hold if one lies outside. The paper names no margin.",
      kSimilarFitness);
  return claim;
}

}  // namespace

Claim claim_plain_mapping_meta(const Evidence& evidence) {
  const Setup direct = direct_setup("meta");
  Claim claim = plain_mapping_meta_words();
  for (const int count : {10, 20, 40}) {
    claim.measures.push_back(speed_measure(evidence, direct,
                                           indirect_setup("meta", "omega1", count),
                                           {.published = "> 1", .test = more_than(1.0)}));
  }
  for (const Setup& setup : indirect_setups("meta", "omega1")) {
    claim.measures.push_back(
        final_fitness_measure(evidence, setup, direct, "≈ 0", within(0.0, kSimilarFitness)));
  }
  claim.measures.push_back(mean_final_fitness(evidence, direct, "", nullptr));
  return claim;
}

namespace {

Claim no_advantage_words() {
  Claim claim;
  claim.title = "Ω2 with meta-actions gains nothing";
  claim.statement =
      "Ψ1Ω2: the advantage of the indirect encoding is lost: the number of coefficients that sets "
      "the weights properly is so close to the number of weights that nothing is gained.";
  claim.rule = fmt::format(
      "The advantage, of C = 10, 20 and 40 through Ω1, was speed: mean evaluations to 0.75, direct "
      "divided by C; at least 10 % is an advantage. Holds if the interval lies below {0} for those "
      "C, does not hold if one lies above. What large C gain is shown beside: that it takes many "
      "is what the sentence says. Final fitness too.",
      kAdvantage);
  claim.earlier_rule =
      "It was read as: no number of coefficients has an advantage, large ones neither.";
  return claim;
}

}  // namespace

Claim claim_no_advantage(const Evidence& evidence) {
  const Setup direct = direct_setup("meta");
  Claim claim = no_advantage_words();
  for (const Setup& setup : indirect_setups("meta", "omega2")) {
    const bool is_small = setup.coefficients <= 40;
    claim.measures.push_back(
        speed_measure(evidence, direct, setup,
                      {.published = is_small ? "≤ 1" : "",
                       .test = is_small ? less_than(kAdvantage) : IntervalTest(),
                       .earlier = less_than(kAdvantage)}));
  }
  for (const Setup& setup : indirect_setups("meta", "omega2")) {
    claim.measures.push_back(final_fitness_measure(evidence, setup, direct, "", nullptr));
  }
  return claim;
}

}  // namespace lowpass
