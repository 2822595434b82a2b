#include "lowpass/configuration/configuration_check.h"

#include <climits>

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"

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
  if (encoding.coefficients >= 1 && encoding.coefficients <= most) return;
  const NetworkSize size = network_size(configuration);
  const std::string name =
      encoding.mapping.starts_with('[') ? "the listed mapping" : encoding.mapping;
  expected("encoding.coefficients",
           fmt::format("1 to {} (cells of the arrays of {} for {} inputs and {} neurons)", most,
                       name, size.inputs, size.neurons));
}

/// What the search says of its keys and of the genes it is to search.
void check_search(const Configuration& configuration, const ExpectedElse& expected) {
  const SearchEntry& search = *find_search(configuration.optimizer.name);
  const Cell genes = initial_genome_size(configuration);
  if (static_cast<std::size_t>(genes) <= search.largest_dimension) return;
  expected("optimizer.name", fmt::format("another search for {} genes ({} takes at most {})", genes,
                                         search.name, search.largest_dimension));
}

/// A generation is evaluated whole or not at all: a budget below one would evaluate nothing.
void check_budgets(const Configuration& configuration, const ExpectedElse& expected) {
  const Cell genes = initial_genome_size(configuration);
  const int population = make_search(configuration.optimizer.name, configuration.optimizer.keys,
                                     {.dimension = static_cast<std::size_t>(genes)})
                             ->population_size();
  const std::string range = fmt::format(
      "{} to {} (at least one generation, the population of {} genes)", population, INT_MAX, genes);
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
  const TaskEntry& task = task_entry(configuration);
  if (task.check) task.check(configuration.task.keys, expected);
  if (configuration.growth.enabled && configuration.encoding.mapping == "direct") {
    expected("growth.enabled",
             "false with encoding.mapping = \"direct\" (a direct genome has no genes to add)");
  }
  if (configuration.network.step == "spectral" && configuration.encoding.mapping == "direct") {
    expected("network.step",
             "dense with encoding.mapping = \"direct\" (a direct genome has no spectrum)");
  }
  check_coefficients(configuration, expected);
  check_search(configuration, expected);
  check_budgets(configuration, expected);
}

}  // namespace lowpass
