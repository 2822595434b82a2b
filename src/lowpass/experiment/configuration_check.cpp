#include "lowpass/experiment/configuration_check.h"

#include <climits>

#include <fmt/format.h>

#include "lowpass/experiment/problem.h"

namespace lowpass {
namespace {

/// Every coefficient has a cell of its own.
void check_coefficients(const Configuration& configuration, const ExpectedElse& expected) {
  const Configuration::Encoding& encoding = configuration.encoding;
  if (encoding.mapping == "direct") {
    if (encoding.coefficients < 1) {
      expected("encoding.coefficients", fmt::format("1 to {} (of no meaning for direct)", INT_MAX));
    }
    return;
  }
  const Cell most = coefficient_limit(configuration);
  if (encoding.coefficients < 1 || encoding.coefficients > most) {
    expected(
        "encoding.coefficients",
        fmt::format("1 to {} (cells of the arrays of {} for {} actions, {} compartments)", most,
                    encoding.mapping, configuration.task.actions, configuration.task.compartments));
  }
}

/// A generation is evaluated whole or not at all: a budget below one would evaluate nothing.
void check_budgets(const Configuration& configuration, const ExpectedElse& expected) {
  const Cell genes = initial_genome_size(configuration);
  const int population = snes_rates(configuration, genes).population_size;
  const std::string range = fmt::format(
      "{} to {} (at least one generation, the population of {} "
      "genes)",
      population, INT_MAX, genes);
  const bool is_grown = configuration.growth.enabled;
  const int evaluations = configuration.budget.evaluations;
  if (evaluations < population && !(is_grown && evaluations == 0)) {
    expected("budget.evaluations", range + (is_grown ? ", or 0 for no limit" : ""));
  }
  if (is_grown && configuration.growth.evaluations < population) {
    expected("growth.evaluations", range);
  }
}

}  // namespace

void check_together(const Configuration& configuration, const ExpectedElse& expected) {
  if (configuration.growth.enabled && configuration.encoding.mapping == "direct") {
    expected("growth.enabled",
             "false with encoding.mapping = \"direct\" (a direct genome has no genes to add)");
  }
  if (configuration.network.step == "spectral" && configuration.encoding.mapping == "direct") {
    expected("network.step",
             "dense with encoding.mapping = \"direct\" (a direct genome has no spectrum)");
  }
  check_coefficients(configuration, expected);
  check_budgets(configuration, expected);
}

}  // namespace lowpass
