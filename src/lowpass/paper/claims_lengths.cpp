// Claims 8 and 11: arms of other lengths than the trained one ([FDE12] §4.5).

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_list.h"
#include "lowpass/paper/length_values.h"

namespace lowpass {
namespace {

/// The better-generalising counts of the paper, against another one: the lesser of the two means.
double lesser_of_two_over_third(std::span<const Sample> groups) {
  return std::min(mean(groups[0]), mean(groups[1])) - mean(groups[2]);
}

/// The first group's mean against the mean of all others'.
double first_over_others(std::span<const Sample> groups) {
  double others = 0;
  for (const Sample& group : groups.subspan(1)) others += mean(group);
  return mean(groups[0]) - others / static_cast<double>(groups.size() - 1);
}

double others_over_first(std::span<const Sample> groups) { return -first_over_others(groups); }

/// The quantity of the final generation's best controllers, which decide; those of the whole runs
/// in the note.
Measure both_controllers(const Evidence& evidence, Quantity quantity, LengthTest test) {
  quantity.values = length_fitness(test);
  Measure measure = measured(evidence, quantity);
  test.controller = "best";
  quantity.values = length_fitness(test);
  const Measure of_best = measured(evidence, quantity);
  if (measure.value && of_best.value) measure.note = "best of the whole run: " + of_best.ours;
  return measure;
}

/// C = 20 and C = 40 against another C.
Measure best_counts_measure(const Evidence& evidence, const std::string& actions,
                            const std::string& mapping, int other) {
  const std::vector<Setup> setups = {indirect_setup(actions, mapping, 20),
                                     indirect_setup(actions, mapping, 40),
                                     indirect_setup(actions, mapping, other)};
  return both_controllers(evidence,
                          {.what = fmt::format("{}, arms of 3 to 20: lesser of C = 20, 40 − C = {}",
                                               configuration_title(setups[0]), other),
                           .published = "> 0",
                           .setups = setups,
                           .statistic = lesser_of_two_over_third,
                           .earlier = more_than(0.0)},
                          {.arms = all_arms()});
}

/// Direct, then all others: the trough of the paper's surface (a).
Measure trained_length_measure(const Evidence& evidence) {
  std::vector<Setup> setups = indirect_setups("meta", "omega1");
  setups.insert(setups.begin(), direct_setup("meta"));
  return both_controllers(evidence,
                          {.what = "Ψ1Ω1, arm of 10: direct − mean of all C",
                           .published = "> 0, slightly",
                           .setups = setups,
                           .statistic = first_over_others,
                           .earlier = more_than(0.0)},
                          {.direct_resize = "omega1", .arms = {10}});
}

/// How high the surface stands above the water, besides at 10 compartments.
Measure elevation_measure(const Evidence& evidence, const std::string& actions,
                          const std::string& mapping, const std::string& direct_resize) {
  const std::vector<Setup> setups = {direct_setup(actions), indirect_setup(actions, mapping, 20),
                                     indirect_setup(actions, mapping, 40)};
  std::vector<int> arms = all_arms();
  std::erase(arms, 10);
  return both_controllers(
      evidence,
      {.what =
           fmt::format("{}, arms other than 10: mean of C = 20, 40 − direct resized through Ω{}",
                       configuration_title(setups[1]), direct_resize.back()),
       .published = direct_resize == mapping ? "> 0" : "",
       .setups = setups,
       .statistic = others_over_first,
       .test = direct_resize == mapping ? more_than(0.0) : IntervalTest()},
      {.direct_resize = direct_resize, .arms = arms});
}

/// What one compartment more or less costs a direct network.
Measure neighbour_measure(const Evidence& evidence, const std::string& actions,
                          const std::string& direct_resize) {
  const Setup direct = direct_setup(actions);
  return measured(evidence,
                  {.what = fmt::format("{} resized through Ω{}: arm of 10 − arms of 9 and 11",
                                       configuration_title(direct), direct_resize.back()),
                   .published = direct_resize == "omega1" ? "large" : "",
                   .setups = {direct},
                   .values = length_loss({.direct_resize = direct_resize}),
                   .statistic = mean_of});
}

/// Trials on other arms that begin with the goal inside the arm, of three starts each.
std::string length_validity(const Evidence& evidence) {
  for (const RunRecord& run : evidence.of(direct_setup("raw"))) {
    if (!run.generalization || run.generalization->void_arm_trials == 0) continue;
    return fmt::format("{} of {} trials void, left out", run.generalization->void_arm_trials,
                       3 * all_arms().size());
  }
  return "valid";
}

void add_elevations(const Evidence& evidence, Claim& claim) {
  for (const char* resize : {"omega1", "omega2"}) {
    claim.measures.push_back(elevation_measure(evidence, "meta", "omega1", resize));
  }
  for (const char* resize : {"omega3", "omega2"}) {
    claim.measures.push_back(elevation_measure(evidence, "raw", "omega3", resize));
  }
}

void add_neighbours(const Evidence& evidence, Claim& claim) {
  for (const char* resize : {"omega1", "omega2"}) {
    claim.measures.push_back(neighbour_measure(evidence, "meta", resize));
  }
}

Claim lengths_words() {
  Claim claim;
  claim.title = "Indirect networks carry to other arms";
  claim.statement =
      "Arms of 3 to 20 compartments: indirect encodings are less sensitive to changes of the size "
      "than direct ones, whose solutions are overspecialised, for Ψ1Ω1 and Ψ2Ω3, best with 20 and "
      "40 coefficients; for Ψ1Ω1 direct is slightly better on average at exactly 10 compartments.";
  claim.rule =
      "Fitness of the best controller of a run's final generation, mean over arms and runs. Holds "
      "if the interval of the mean of C = 20 and 40 less direct, on arms other than 10, direct "
      "resized as in the paper, lies above 0 for both configurations; does not hold if one lies "
      "below. Beside: direct resized through Ω2, the best controller of the whole run, other C, "
      "the trained length.";
  claim.earlier_rule =
      "The details were taken for the claim: the lesser of C = 20, 40 above every other C, and "
      "direct above the mean of all C at 10 compartments.";
  claim.depends = "how direct networks are resized, which the paper does say";
  return claim;
}

}  // namespace

Claim claim_lengths(const Evidence& evidence) {
  Claim claim = lengths_words();
  claim.validity = length_validity(evidence);
  add_elevations(evidence, claim);
  for (const auto& [actions, mapping] : {std::pair{"meta", "omega1"}, std::pair{"raw", "omega3"}}) {
    for (const int other : {10, 80, 160, 320}) {
      claim.measures.push_back(best_counts_measure(evidence, actions, mapping, other));
    }
  }
  claim.measures.push_back(trained_length_measure(evidence));
  add_neighbours(evidence, claim);
  return claim;
}

namespace {

/// One number a run: mean fitness on some arms less that on others.
RunValues length_difference(const LengthTest& test, std::vector<int> arms, std::vector<int> less) {
  return [=](std::span<const RunRecord> runs) {
    Sample values;
    for (const RunRecord& run : runs) {
      LengthTest first = test, second = test;
      first.arms = arms;
      second.arms = less;
      const Sample a = length_fitness(first)(std::span(&run, 1));
      const Sample b = length_fitness(second)(std::span(&run, 1));
      if (!a.empty() && !b.empty()) values.push_back(a[0] - b[0]);
    }
    return values;
  };
}

std::vector<int> arms_from(int low, int high) {
  std::vector<int> arms;
  for (int p = low; p <= high; ++p) arms.push_back(p);
  return arms;
}

/// What the surface has at 10 compartments less what it has at 9 and 11.
Measure trough_measure(const Evidence& evidence) {
  return measured(evidence,
                  {.what = "Ψ1Ω1, mean of C = 20, 40 − direct: arm of 10 less arms of 9 and 11",
                   .published = "< 0",
                   .setups = {direct_setup("meta"), indirect_setup("meta", "omega1", 20),
                              indirect_setup("meta", "omega1", 40)},
                   .values = length_loss({.direct_resize = "omega1"}),
                   .statistic = others_over_first,
                   .test = less_than(0.0)});
}

Measure ends_measure(const Evidence& evidence) {
  return measured(evidence, {.what = "Ψ2Ω3 C = 40: arms of 4 to 19 less arms of 3 and 20",
                             .published = "> 0",
                             .setups = {indirect_setup("raw", "omega3", 40)},
                             .values = length_difference({}, arms_from(4, 19), {3, 20}),
                             .statistic = mean_of,
                             .test = more_than(0.0)});
}

/// How much faster large C lose on short arms than small C do.
Measure decline_measure(const Evidence& evidence, const std::string& actions,
                        const std::string& mapping) {
  const auto of = [&](int count) { return indirect_setup(actions, mapping, count); };
  return measured(
      evidence,
      {.what = fmt::format("{}: loss from arms of 8 to 12 to arms of 3 to 7, C = 160, 320 less C = "
                           "20, 40",
                           configuration_title(of(20))),
       .published = "> 0",
       .setups = {of(160), of(320), of(20), of(40)},
       .values = length_difference({}, arms_from(8, 12), arms_from(3, 7)),
       .statistic =
           [](std::span<const Sample> groups) {
             return 0.5 * (mean(groups[0]) + mean(groups[1]) - mean(groups[2]) - mean(groups[3]));
           },
       .test = more_than(0.0)});
}

}  // namespace

Claim claim_shape_of_lengths(const Evidence& evidence) {
  Claim claim;
  claim.title = "How generalisation falls with the length";
  claim.statement =
      "A deep trough at 10 compartments for Ψ1Ω1; a controller of 40 coefficients scales well but "
      "for arms of 3 and 20; for larger numbers of coefficients generalisation declines gradually "
      "around 10 and more rapidly for shorter arms.";
  claim.rule =
      "Best controller of the final generation. Each part holds if its interval lies on the "
      "paper's side of 0, does not hold if it lies on the other.";
  claim.validity = length_validity(evidence);
  claim.measures = {trough_measure(evidence), ends_measure(evidence),
                    decline_measure(evidence, "meta", "omega1"),
                    decline_measure(evidence, "raw", "omega3")};
  return claim;
}

}  // namespace lowpass
