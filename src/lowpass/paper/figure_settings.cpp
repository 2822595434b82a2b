// How the results depend on settings that the paper leaves open.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/paper/figure_parts.h"
#include "lowpass/paper/sensitivity.h"
#include "lowpass/report/text_table.h"

namespace lowpass {
namespace {

constexpr double kRowHeight = 40.0, kLabels = 236.0, kTop = 58.0;
constexpr double kPublishedRatio = 11.0;

std::vector<VariationOutcome> setting_outcomes(const RunTable& runs) {
  std::vector<VariationOutcome> outcomes;
  bool has_any = false;
  for (const std::string& variation : runs.variations()) {
    if (goal_of(variation)) continue;
    VariationOutcome outcome = variation_outcome(runs, variation);
    const bool has_runs = std::any_of(outcome.setups.begin(), outcome.setups.end(),
                                      [](const SetupOutcome& o) { return o.evaluations; });
    if (!has_runs) continue;
    has_any = has_any || !variation.empty();
    outcomes.push_back(std::move(outcome));
  }
  if (!has_any) outcomes.clear();  // the preset alone is no comparison
  return outcomes;
}

std::string name_of(const VariationOutcome& outcome) {
  return outcome.variation.empty() ? "preset paper" : outcome.variation;
}

/// A third of the picture right of the labels, rows from top to bottom.
Plot plot_of(int third, std::size_t rows, ChartAxis x, const std::string& title) {
  const double width = (kFigureWidth - kLabels) / 3;
  return {.box = {.left = kLabels + third * width + 8,
                  .top = kTop,
                  .width = width - 26,
                  .height = kRowHeight * static_cast<double>(rows)},
          .x = std::move(x),
          .y = {.low = -static_cast<double>(rows) + 0.5, .high = 0.5},
          .title = title};
}

std::string labels(const Plot& plot, const std::vector<VariationOutcome>& outcomes) {
  std::string text;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto lines = wrapped(name_of(outcomes[i]), 34);
    double y = plot.at(plot.x.low, -static_cast<double>(i)).y + 4 -
               7 * (static_cast<double>(lines.size()) - 1);
    for (const std::string& line : lines) {
      text += svg_label({kFigureMargin, y}, line, {.size = 11.5});
      y += 14;
    }
    if (i == 0) continue;
    const double edge = plot.at(plot.x.low, 0.5 - static_cast<double>(i)).y;
    text += svg_line("grid", {{kFigureMargin, edge}, {kFigureWidth - 10, edge}},
                     {.color = {228, 231, 235}});
  }
  return text;
}

std::string ratio_marks(const Plot& plot, const std::vector<VariationOutcome>& outcomes) {
  const PixelPoint foot = plot.at(kPublishedRatio, plot.y.low);
  std::string text = svg_line("published", {foot, {foot.x, plot.box.top}},
                              {.color = palette::kPink, .width = 1.5, .dash = "2 3"});
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Measure& speed = outcomes[i].speed;
    if (!speed.value) continue;
    if (speed.bound == Bound::kUnknown) {
      const PixelPoint left = plot.at(plot.x.low, -static_cast<double>(i));
      text += svg_label({left.x + 8, left.y + 4}, "neither always reaches 0.75", {.size = 11});
      continue;
    }
    const ChartPoint at = {*speed.value, -static_cast<double>(i)};
    text += dot_mark(plot, at, palette::kInk, speed.interval);
    const char* const signs[] = {"", "≥ ", "≤ "};
    const std::string label =
        fmt::format("{}{:.1f}", signs[static_cast<int>(speed.bound)], *speed.value);
    const PixelPoint place = plot.at(at.x, at.y);
    const double width = estimated_width(label, 11) + 2;
    text +=
        svg_rectangle("ground", {place.x - 0.5 * width, place.y - 18}, width, 12, palette::kPage);
    text += svg_label({place.x, place.y - 8}, label, {.size = 11}, Anchor::kMiddle);
  }
  return text;
}

/// A dot a number of coefficients, and a line for direct.
std::string fitness_marks(const Plot& plot, const std::vector<VariationOutcome>& outcomes,
                          std::optional<double> SetupOutcome::*fitness) {
  std::string text;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const double row = -static_cast<double>(i);
    for (const SetupOutcome& outcome : outcomes[i].setups) {
      const std::optional<double>& value = outcome.*fitness;
      if (!value) continue;
      if (outcome.setup.mapping == "direct") {
        text += line_mark(plot, {{*value, row - 0.3}, {*value, row + 0.3}},
                          {.color = palette::kInk, .width = 2.5});
      } else {
        text += dot_mark(plot, {*value, row}, setup_color(outcome.setup));
      }
    }
  }
  return text;
}

ChartAxis ratio_axis(const std::vector<VariationOutcome>& outcomes) {
  double low = 0.8, high = 20;
  for (const VariationOutcome& outcome : outcomes) {
    if (!outcome.speed.value) continue;
    const double ratio = *outcome.speed.value;
    const Interval range = outcome.speed.interval.value_or(Interval{ratio, ratio});
    low = std::min(low, 0.8 * range.low);
    high = std::max(high, 1.25 * range.high);
  }
  return logarithmic_axis(low, high, "");
}

std::string picture(const std::vector<VariationOutcome>& outcomes, const std::string& title) {
  const std::size_t rows = outcomes.size();
  const Plot ratio = plot_of(0, rows, ratio_axis(outcomes), "evaluations, direct / C = 20");
  const Plot final_fitness = plot_of(1, rows, linear_axis(0, 1, ""), "final fitness, mean");
  const Plot starts = plot_of(2, rows, linear_axis(0, 1, ""), "fitness from ±π/4, median");
  std::vector<Setup> setups;
  for (const SetupOutcome& outcome : outcomes[0].setups) setups.push_back(outcome.setup);
  std::vector<LegendEntry> entries = setup_entries(setups, true);
  entries.back() = {.name = "direct", .stroke = {.color = palette::kInk, .width = 2.5}};
  std::string body = chart_legend({kLabels + 8, 24}, entries);
  for (const Plot& plot : {ratio, final_fitness, starts}) body += plot_frame(plot);
  body += labels(ratio, outcomes);
  body += ratio_marks(ratio, outcomes);
  body += fitness_marks(final_fitness, outcomes, &SetupOutcome::final_fitness);
  body += fitness_marks(starts, outcomes, &SetupOutcome::start_fitness);
  const double bottom = ratio.box.bottom();
  return figure_document(
      title, body, bottom + 26,
      "Ψ2Ω3 and Ψ2 direct. Ratio of mean evaluations to 0.75, with its 95 % interval where there "
      "are five runs or more; dotted: the paper's 11.");
}

std::vector<FigureValue> row_of(const VariationOutcome& outcome) {
  std::vector<FigureValue> row = {name_of(outcome)};
  append_counts(row, outcome.twenty());
  append_counts(row, outcome.direct());
  append_measure(row, outcome.speed);
  row.push_back(fmt::format("{}", fmt::join(outcome.beaten_by_direct, " ")));
  for (const SetupOutcome& setup : outcome.setups) {
    row.push_back(value_or_nothing(setup.final_fitness));
  }
  for (const SetupOutcome& setup : outcome.setups) {
    row.push_back(value_or_nothing(setup.start_fitness));
  }
  return row;
}

std::vector<std::string> column_names(const VariationOutcome& outcome) {
  std::vector<std::string> names = {"variation",          "c20_runs",        "c20_reached",
                                    "c20_evaluations",    "direct_runs",     "direct_reached",
                                    "direct_evaluations", "ratio",           "ratio_low",
                                    "ratio_high",         "beaten_by_direct"};
  for (const char* what : {"final_fitness", "start_fitness"}) {
    for (const SetupOutcome& setup : outcome.setups) {
      const std::string label = coefficients_label(setup.setup);
      names.push_back(fmt::format("{}{}_{}", label == "direct" ? "" : "c", label, what));
    }
  }
  return names;
}

}  // namespace

std::optional<Figure> sensitivity_settings_figure(const RunTable& runs) {
  const std::vector<VariationOutcome> outcomes = setting_outcomes(runs);
  if (outcomes.empty()) return std::nullopt;
  Figure figure{.name = "sensitivity_settings",
                .title = "The main results under other settings",
                .columns = column_names(outcomes[0])};
  for (const VariationOutcome& outcome : outcomes) figure.rows.push_back(row_of(outcome));
  figure.svg = picture(outcomes, figure.title);
  return figure;
}

}  // namespace lowpass
