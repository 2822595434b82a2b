// Claims 7, 10 and 12: other starts than those that were trained ([FDE12] §4.5).

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_list.h"

namespace lowpass {
namespace {

Measure start_median(const Evidence& evidence, const Setup& setup) {
  Measure measure =
      measured(evidence, {.what = fmt::format("fitness at ±π/4, {}, median", short_label(setup)),
                          .setups = {setup},
                          .values = untrained_start_fitness,
                          .statistic = median_of});
  if (measure.value) {
    measure.note =
        fmt::format("interquartile range {:.3f}; {:.3f} from the trained starts",
                    box_summary(untrained_start_fitness(evidence.of(setup))).interquartile_range(),
                    median(best_fitness(evidence.of(setup))));
  }
  return measure;
}

Measure start_difference(const Evidence& evidence, const Setup& a, const Setup& b,
                         const std::string& published, IntervalTest test) {
  return measured(evidence, {.what = fmt::format("fitness at ±π/4, {} − {}, medians",
                                                 short_label(a), short_label(b)),
                             .published = published,
                             .setups = {a, b},
                             .values = untrained_start_fitness,
                             .statistic = difference_of_medians,
                             .test = std::move(test)});
}

Measure spread_difference(const Evidence& evidence, const Setup& wide, const Setup& narrow) {
  return measured(evidence, {.what = fmt::format("interquartile range at ±π/4, {} − {}",
                                                 short_label(wide), short_label(narrow)),
                             .published = "> 0",
                             .setups = {wide, narrow},
                             .values = untrained_start_fitness,
                             .statistic = difference_of_ranges,
                             .test = more_than(0.0)});
}

/// Which of the starts are void: with the goal inside the arm every controller scores there.
std::string start_validity(const Evidence& evidence, const std::string& actions,
                           const std::string& mapping) {
  for (const Setup& setup : indirect_setups(actions, mapping)) {
    for (const RunRecord& run : evidence.of(setup)) {
      if (!run.generalization) continue;
      const auto& starts = run.generalization->starts;
      const auto count = std::count(starts.begin(), starts.end(), std::nullopt);
      if (count > 0) return fmt::format("{} of {} starts void, left out", count, starts.size());
    }
  }
  return "valid";
}

Setup raw(int coefficients) { return indirect_setup("raw", "omega3", coefficients); }

Claim starts_words() {
  Claim claim;
  claim.title = "Few coefficients carry to other starts";
  claim.statement =
      "Ψ2Ω3 from the starts ±π/4, which were not trained: C = 20 is best; C = 40 and 80 are "
      "better than direct; C = 160 and 320 are comparable with direct at lower variance.";
  claim.rule = fmt::format(
      "Fitness of a run's best controller, mean of both starts; medians over runs. Holds if the "
      "95 % interval of the difference lies above 0 for C = 20 against every other and direct, "
      "and for C = 40, 80 against direct; and if for C = 160, 320 the difference lies within "
      "±{0:.2f} and the interquartile range below that of direct. Does not hold if one lies on "
      "the other side.",
      kSimilarFitness);
  return claim;
}

}  // namespace

Claim claim_starts(const Evidence& evidence) {
  const Setup direct = direct_setup("raw");
  Claim claim = starts_words();
  claim.validity = start_validity(evidence, "raw", "omega3");
  claim.depends = "goal, which changes its sign";
  for (const int count : kCoefficientCounts) {
    if (count == 20) continue;
    claim.measures.push_back(
        start_difference(evidence, raw(20), raw(count), "> 0", more_than(0.0)));
  }
  for (const int count : {20, 40, 80}) {
    claim.measures.push_back(start_difference(evidence, raw(count), direct, "> 0", more_than(0.0)));
  }
  for (const int count : {160, 320}) {
    claim.measures.push_back(
        start_difference(evidence, raw(count), direct, "≈ 0", within(0.0, kSimilarFitness)));
    claim.measures.push_back(spread_difference(evidence, direct, raw(count)));
  }
  for (const int count : kCoefficientCounts) {
    claim.measures.push_back(start_median(evidence, raw(count)));
  }
  claim.measures.push_back(start_median(evidence, direct));
  return claim;
}

Claim claim_meta_starts(const Evidence& evidence) {
  const Setup direct = direct_setup("meta");
  Claim claim;
  claim.title = "With meta-actions few coefficients carry to other starts too";
  claim.statement =
      "The best controllers of the two most successful indirect encodings, Ψ1Ω1 and Ψ2Ω3, are "
      "tested from ±π/4: networks of less than 160 coefficients capture the general behaviour.";
  claim.rule =
      "As claim 7, for Ψ1Ω1: holds if the median of C = 20, 40 and 80 less that of direct lies "
      "above 0, does not hold if one lies below.";
  claim.validity = start_validity(evidence, "meta", "omega1");
  for (const Setup& setup : indirect_setups("meta", "omega1")) {
    const bool is_part = 20 <= setup.coefficients && setup.coefficients <= 80;
    claim.measures.push_back(start_difference(evidence, setup, direct, is_part ? "> 0" : "",
                                              is_part ? more_than(0.0) : IntervalTest()));
  }
  return claim;
}

Claim claim_narrow_starts(const Evidence& evidence) {
  Claim claim;
  claim.title = "Forty and eighty coefficients carry to other starts at lower variance";
  claim.statement =
      "Ψ2Ω3 from ±π/4: C = 40 and 80 generalise better than the direct nets, again with lower "
      "variance; C = 20 very consistently.";
  claim.rule =
      "Interquartile range over runs of direct less that of C = 20, 40 and 80: holds if it lies "
      "above 0, does not hold if one lies below.";
  claim.validity = start_validity(evidence, "raw", "omega3");
  for (const int count : {20, 40, 80}) {
    claim.measures.push_back(spread_difference(evidence, direct_setup("raw"), raw(count)));
  }
  return claim;
}

}  // namespace lowpass
