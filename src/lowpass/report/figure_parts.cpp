#include "lowpass/report/figure_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/report/claim_parts.h"

namespace lowpass {
namespace {

Configuration configuration(const std::string& actions, const std::string& mapping) {
  return {actions, mapping, configuration_title(indirect_setup(actions, mapping, 10))};
}

}  // namespace

std::vector<Setup> Configuration::setups() const {
  std::vector<Setup> setups = indirect_setups(actions, mapping);
  setups.push_back(direct_setup(actions));
  return setups;
}

std::vector<Configuration> configurations() {
  return {configuration("meta", "omega1"), configuration("meta", "omega2"),
          configuration("raw", "omega1"), configuration("raw", "omega3")};
}

std::vector<Configuration> tested_configurations() {
  return {configuration("meta", "omega1"), configuration("raw", "omega3")};
}

std::string coefficients_label(const Setup& setup) {
  return setup.mapping == "direct" ? "direct" : fmt::format("{}", setup.coefficients);
}

std::size_t most_runs(const RunTable& runs, const std::vector<Configuration>& all) {
  std::size_t most = 0;
  for (const Configuration& configuration : all) {
    for (const Setup& setup : configuration.setups()) {
      most = std::max(most, runs.of(setup).size());
    }
  }
  return most;
}

std::string footnote(double top, const std::string& text) {
  return svg_label({kFigureMargin, top}, text, {.size = 11.5, .color = palette::kFaintInk});
}

std::vector<Figure> run_figures(const RunTable& runs) {
  std::vector<Figure> figures;
  for (const auto make : {convergence_figure, evaluations_figure, incremental_figure, starts_figure,
                          lengths_figure, sensitivity_goals_figure, sensitivity_settings_figure}) {
    if (auto figure = make(runs)) figures.push_back(std::move(*figure));
  }
  return figures;
}

}  // namespace lowpass
