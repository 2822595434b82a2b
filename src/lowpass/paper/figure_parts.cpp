#include "lowpass/paper/figure_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/report/text_table.h"

namespace lowpass {
namespace {

PanelConfiguration configuration(const std::string& actions, const std::string& mapping) {
  return {actions, mapping, configuration_title(indirect_setup(actions, mapping, 10))};
}

}  // namespace

std::vector<Setup> PanelConfiguration::setups() const {
  std::vector<Setup> setups = indirect_setups(actions, mapping);
  setups.push_back(direct_setup(actions));
  return setups;
}

std::vector<PanelConfiguration> configurations() {
  return {configuration("meta", "omega1"), configuration("meta", "omega2"),
          configuration("raw", "omega1"), configuration("raw", "omega3")};
}

std::vector<PanelConfiguration> tested_configurations() {
  return {configuration("meta", "omega1"), configuration("raw", "omega3")};
}

std::vector<PanelConfiguration> with_runs(std::vector<PanelConfiguration> all, const RunTable& runs,
                                          const RunValues& values) {
  std::erase_if(all, [&](const PanelConfiguration& configuration) {
    const auto setups = indirect_setups(configuration.actions, configuration.mapping);
    return std::all_of(setups.begin(), setups.end(),
                       [&](const Setup& setup) { return values(runs.of(setup)).empty(); });
  });
  return all;
}

std::vector<PixelBox> panel_boxes(std::size_t count, double height, double top) {
  return plot_boxes(static_cast<int>(count), count > 1 ? 2 : 1, kFigureWidth, height, top);
}

FigureValue value_or_nothing(const std::optional<double>& value) {
  if (value) return *value;
  return {};
}

std::string coefficients_label(const Setup& setup) {
  return setup.mapping == "direct" ? "direct" : fmt::format("{}", setup.coefficients);
}

std::size_t most_runs(const RunTable& runs, const std::vector<PanelConfiguration>& all) {
  std::size_t most = 0;
  for (const PanelConfiguration& configuration : all) {
    for (const Setup& setup : configuration.setups()) {
      most = std::max(most, runs.of(setup).size());
    }
  }
  return most;
}

std::string figure_document(const std::string& title, const std::string& body, double bottom,
                            const std::string& note) {
  constexpr double kLine = 15.0;
  constexpr int kCharacters = 150;  // of this size fit the width, also in the widest usual font
  std::string text = body;
  double y = bottom - 3;
  for (const std::string& line : wrapped(note, kCharacters)) {
    y += kLine;
    text += svg_label({kFigureMargin, y}, line, {.size = 11.5, .color = palette::kFaint});
  }
  return chart_document(kFigureWidth, y + 14, title, text);
}

}  // namespace lowpass
