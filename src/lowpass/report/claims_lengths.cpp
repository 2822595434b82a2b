// Claim 8: arms of other lengths than the trained one ([FDE12] §4.5).

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/report/claim_list.h"
#include "lowpass/report/length_values.h"

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
                           .test = more_than(0.0)},
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
                           .test = more_than(0.0)},
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
       .statistic = others_over_first},
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

void add_beside(const Evidence& evidence, Claim& claim) {
  for (const char* resize : {"omega1", "omega2"}) {
    claim.measures.push_back(elevation_measure(evidence, "meta", "omega1", resize));
  }
  for (const char* resize : {"omega3", "omega2"}) {
    claim.measures.push_back(elevation_measure(evidence, "raw", "omega3", resize));
  }
  for (const char* resize : {"omega1", "omega2"}) {
    claim.measures.push_back(neighbour_measure(evidence, "meta", resize));
  }
}

Claim lengths_words() {
  Claim claim;
  claim.title = "Twenty and forty coefficients carry to other arms";
  claim.statement =
      "Arms of 3 to 20 compartments: for Ψ1Ω1 and Ψ2Ω3 the best generalisation is obtained with "
      "20 and 40 coefficients; for Ψ1Ω1 the direct encoding is slightly better on average at "
      "exactly 10 compartments, the length it was evolved with.";
  claim.rule =
      "Fitness of the best controller of a run's final generation, mean over arms and runs. Holds "
      "if the 95 % interval of the lesser of C = 20, 40 less every other C lies above 0 for both "
      "configurations, and that of direct less the mean of all C at 10 compartments too; does not "
      "hold if one lies below 0. Beside: the best controller of the whole run, how far indirect "
      "networks are above direct ones, and direct ones resized through Ω2.";
  return claim;
}

}  // namespace

Claim claim_lengths(const Evidence& evidence) {
  Claim claim = lengths_words();
  for (const auto& [actions, mapping] : {std::pair{"meta", "omega1"}, std::pair{"raw", "omega3"}}) {
    for (const int other : {10, 80, 160, 320}) {
      claim.measures.push_back(best_counts_measure(evidence, actions, mapping, other));
    }
  }
  claim.measures.push_back(trained_length_measure(evidence));
  add_beside(evidence, claim);
  return claim;
}

}  // namespace lowpass
