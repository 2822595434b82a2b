// What the paper claims and shows ([FDE12] §4.4 and §4.5), and which runs each of it needs.

#include <set>

#include <fmt/format.h>

#include "lowpass/paper/reproduction.h"

namespace lowpass {
namespace {

constexpr int kCoefficients[] = {10, 20, 40, 80, 160, 320};

using Setups = std::vector<Setup>;

Setup direct(const std::string& actions) {
  return {.actions = actions, .mapping = "direct", .coefficients = 0};
}

/// One architecture and mapping at each of the paper's numbers of coefficients, and the direct
/// encoding that it is compared with.
Setups compared(const std::string& actions, const std::string& mapping) {
  Setups setups;
  for (const int coefficients : kCoefficients) {
    setups.push_back({.actions = actions, .mapping = mapping, .coefficients = coefficients});
  }
  setups.push_back(direct(actions));
  return setups;
}

Setups together(std::initializer_list<Setups> lists) {
  Setups all;
  std::set<Setup> seen;
  for (const Setups& list : lists) {
    for (const Setup& setup : list) {
      if (seen.insert(setup).second) all.push_back(setup);
    }
  }
  return all;
}

Setups varied(const Setups& setups, const std::string& variation) {
  Setups result = setups;
  for (Setup& setup : result) setup.variation = variation;
  return result;
}

/// The plane of goals that an arm of 10 compartments (length about 9) reaches or nearly reaches, 8
/// x 8 of them, the goal of preset `paper` among them; and other values of what else the paper
/// leaves open. Goals take the headline setup and direct, the rest all of Ψ2Ω3.
Setups sensitivity_setups() {
  const Setups headline = {{.coefficients = 20}, direct("raw")};
  Setups all;
  const auto add = [&](const Setups& setups, const std::string& variation) {
    for (const Setup& setup : varied(setups, variation)) all.push_back(setup);
  };
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      add(headline, fmt::format("task.goal=[{:.1f},{:.1f}]", 0.5 + column, -7.0 + 2.0 * row));
    }
  }
  for (const char* variation :
       {"optimizer.sigma0=1.0", "optimizer.sigma0=\"weight-rms\"", "optimizer.preset=schaul",
        "network.activation=tanh", "task.steps=125", "task.steps=500", "task.control_step=2.0"}) {
    add(compared("raw", "omega3"), variation);
  }
  return all;
}

std::vector<Target> make_targets() {
  using enum Target::Kind;
  const Setups psi1omega1 = compared("meta", "omega1"), psi1omega2 = compared("meta", "omega2"),
               psi2omega1 = compared("raw", "omega1"), psi2omega3 = compared("raw", "omega3");
  const Setups all = together({psi2omega3, psi1omega1, psi1omega2, psi2omega1});
  const Setups best = together({psi1omega1, psi2omega3});  // those that the paper looks at closely
  const Setups growing = {{.coefficients = 10, .is_growing = true}};
  const Setups forty = {{.coefficients = 40}};
  return {
      {"1",
       kClaim,
       "Ψ2Ω3 with 20 coefficients is 11 times faster than direct",
       {{.coefficients = 20}, direct("raw")}},
      {"2", kClaim, "Ψ2Ω3: direct beats only 10 coefficients", psi2omega3},
      {"3", kClaim, "Ψ2Ω1: 160 coefficients are 60 % faster, 80 do not reach 0.75", psi2omega1},
      {"4", kClaim, "Ψ1Ω1: up to 40 coefficients are faster, all end alike", psi1omega1},
      {"5", kClaim, "Ψ1Ω2: no advantage over direct", psi1omega2},
      {"6", kClaim, "Incremental search stops at 30 coefficients", growing},
      {"7", kClaim, "Other starts: 20 coefficients generalise best", psi2omega3, true},
      {"8", kClaim, "Other arm lengths: 20 and 40 coefficients generalise best", best, true},
      {"9", kClaim, "With raw actions the mapping decides", together({psi2omega3, psi2omega1})},
      {"10", kClaim, "Other starts with meta-actions", psi1omega1, true},
      {"11", kClaim, "How generalisation falls with the length", best, true},
      {"12", kClaim, "Other starts at lower variance", psi2omega3, true},
      {"convergence", kFigure, "Best fitness against evaluations", all},
      {"evaluations", kFigure, "Evaluations to fitness 0.75", all},
      {"weights", kFigure, "Weight matrices of typical controllers", best},
      {"incremental", kFigure, "Fitness against coefficients, growing", growing},
      {"starts", kFigure, "Fitness from other starts", best, true},
      {"angles", kFigure, "Fitness from starts every 5 degrees", best, true},
      {"lengths", kFigure, "Fitness on other arm lengths, against direct", best, true},
      {"behaviour", kFigure, "A controller of 40 coefficients from the three starts", forty},
      {"arms", kFigure, "The same controller on other arm lengths", forty},
      {"sensitivity", kSensitivity, "What goal, step size, time and the rest change",
       sensitivity_setups(), true},
      {"infer", kInference, "Which reading of the paper did its authors run?", {}},
  };
}

}  // namespace

const std::vector<Target>& reproduction_targets() {
  static const std::vector<Target> targets = make_targets();
  return targets;
}

}  // namespace lowpass
