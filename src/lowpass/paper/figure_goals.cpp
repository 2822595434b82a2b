// How the results depend on where the goal is.

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "lowpass/paper/figure_parts.h"
#include "lowpass/report/heat_map.h"
#include "lowpass/paper/sensitivity.h"

namespace lowpass {
namespace {

struct GoalOutcome {
  Goal goal;
  VariationOutcome outcome;
};

std::vector<GoalOutcome> goal_outcomes(const RunTable& runs) {
  std::vector<GoalOutcome> outcomes;
  for (const std::string& variation : runs.variations()) {
    if (const auto goal = goal_of(variation)) {
      outcomes.push_back({*goal, variation_outcome(runs, variation)});
    }
  }
  if (outcomes.empty()) return {};
  // The preset's own runs stand for its place in the grid: they are the same, and more.
  const VariationOutcome preset = variation_outcome(runs, "");
  if (!preset.twenty().evaluations) return outcomes;
  std::erase_if(outcomes, [](const GoalOutcome& o) {
    return o.goal.x == kPresetGoal.x && o.goal.y == kPresetGoal.y;
  });
  outcomes.push_back({kPresetGoal, preset});
  return outcomes;
}

/// A number of a goal, and how its cell writes it.
struct GoalCell {
  std::optional<double> value;
  std::string text;
};

// Cells are narrow: thousands are k, and small numbers have no 0 before the point.

GoalCell count_cell(const SetupOutcome& outcome) {
  if (!outcome.evaluations) return {};
  if (outcome.evaluations->reached == 0) return {outcome.evaluations->mean, "–"};
  const double mean = outcome.evaluations->mean;
  const bool is_bound = outcome.evaluations->is_lower_bound;
  if (mean < 999.5) return {mean, fmt::format("{}{:.0f}", is_bound ? "≥" : "", mean)};
  return {mean, is_bound ? fmt::format("≥{:.0f}k", std::floor(mean / 1000))
                         : fmt::format("{:.1f}k", mean / 1000)};
}

GoalCell fitness_cell(const std::optional<double>& fitness) {
  if (!fitness) return {};
  return {fitness, number_label(*fitness, 2)};
}

/// ".25" of "0.25", for numbers below 1.
std::string without_zero(std::string number) {
  const auto zero = number.find("0.");
  return zero == std::string::npos ? number : number.erase(zero, 1);
}

GoalCell difference_cell(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b) return {};
  return {*a - *b, without_zero(number_label(*a - *b, 2))};
}

/// The advantage as a colour: equal speed is white, and twice as fast is as blue as half is orange.
GoalCell ratio_cell(const VariationOutcome& outcome) {
  if (!outcome.speed.value) return {};
  if (outcome.speed.bound == Bound::kUnknown) return {{}, "?"};
  const double ratio = *outcome.speed.value;
  const char* const signs[] = {"", "≥", "≤"};
  const int decimals = ratio < 0.095 ? 2 : ratio < 9.95 ? 1 : 0;
  const std::string number = fmt::format("{:.{}f}", ratio, decimals);
  return {std::log2(ratio), signs[static_cast<int>(outcome.speed.bound)] +
                                (ratio < 0.95 ? without_zero(number) : number)};
}

enum class Shade { kCount, kRatio, kFitness, kDifference };

struct Panel {
  std::string title;
  GoalCell (*cell)(const VariationOutcome&);
  Shade shade;
};

std::vector<Panel> panels() {
  using Outcome = const VariationOutcome&;
  return {
      {"evaluations to 0.75, C = 20", [](Outcome o) { return count_cell(o.twenty()); },
       Shade::kCount},
      {"evaluations to 0.75, direct", [](Outcome o) { return count_cell(o.direct()); },
       Shade::kCount},
      {"evaluations, direct / C = 20", ratio_cell, Shade::kRatio},
      {"final fitness, C = 20", [](Outcome o) { return fitness_cell(o.twenty().final_fitness); },
       Shade::kFitness},
      {"final fitness, direct", [](Outcome o) { return fitness_cell(o.direct().final_fitness); },
       Shade::kFitness},
      {"final fitness, C = 20 − direct",
       [](Outcome o) {
         return difference_cell(o.twenty().final_fitness, o.direct().final_fitness);
       },
       Shade::kDifference},
      {"fitness from ±π/4, C = 20",
       [](Outcome o) { return fitness_cell(o.twenty().start_fitness); }, Shade::kFitness},
      {"fitness from ±π/4, direct",
       [](Outcome o) { return fitness_cell(o.direct().start_fitness); }, Shade::kFitness},
      {"from ±π/4, C = 20 − direct",
       [](Outcome o) {
         return difference_cell(o.twenty().start_fitness, o.direct().start_fitness);
       },
       Shade::kDifference},
  };
}

/// Columns and rows of the maps; the highest goals in the first row.
struct GoalGrid {
  std::vector<double> xs, ys;
};

GoalGrid grid_of(const std::vector<GoalOutcome>& outcomes) {
  std::set<double> xs, ys;
  for (const GoalOutcome& outcome : outcomes) {
    if (outcome.outcome.variation.empty()) continue;  // the preset adds no row of its own
    xs.insert(outcome.goal.x);
    ys.insert(outcome.goal.y);
  }
  return {{xs.begin(), xs.end()}, {ys.rbegin(), ys.rend()}};
}

ColorScale scale_for(Shade shade, const std::vector<std::optional<double>>& values) {
  if (shade == Shade::kFitness) return sequential_scale(0.0, 1.0);
  if (shade == Shade::kDifference) return diverging_scale(values, 0.1);
  if (shade == Shade::kRatio) return diverging_scale(values, 1.0);
  double most = 0;
  for (const auto& value : values) most = std::max(most, value.value_or(0.0));
  return sequential_scale(0.0, most);
}

HeatMap map_of(const Panel& panel, const GoalGrid& grid, const std::vector<GoalOutcome>& outcomes) {
  HeatMap map{.title = panel.title, .column_label = "goal x", .row_label = "goal y"};
  for (const double x : grid.xs) map.columns.push_back(fmt::format("{}", x));
  for (const double y : grid.ys)
    map.rows.push_back(fmt::format("{}{}", y < 0 ? "−" : "", std::abs(y)));
  map.values.resize(grid.xs.size() * grid.ys.size());
  map.texts.resize(map.values.size());
  for (const GoalOutcome& outcome : outcomes) {
    const auto x = std::find(grid.xs.begin(), grid.xs.end(), outcome.goal.x);
    const auto y = std::find(grid.ys.begin(), grid.ys.end(), outcome.goal.y);
    if (x == grid.xs.end() || y == grid.ys.end()) continue;
    const auto at = static_cast<std::size_t>(y - grid.ys.begin()) * grid.xs.size() +
                    static_cast<std::size_t>(x - grid.xs.begin());
    const GoalCell cell = panel.cell(outcome.outcome);
    map.values[at] = cell.value;
    map.texts[at] = cell.text;
    if (outcome.goal.x == kPresetGoal.x && outcome.goal.y == kPresetGoal.y) map.marked = at;
  }
  map.scale = scale_for(panel.shade, map.values);
  return map;
}

/// Maps that have a cell at all.
std::vector<HeatMap> maps_of(const std::vector<GoalOutcome>& outcomes) {
  const GoalGrid grid = grid_of(outcomes);
  std::vector<HeatMap> maps;
  for (const Panel& panel : panels()) {
    HeatMap map = map_of(panel, grid, outcomes);
    const auto is_set = [](const std::string& text) { return !text.empty(); };
    if (std::any_of(map.texts.begin(), map.texts.end(), is_set)) maps.push_back(std::move(map));
  }
  return maps;
}

std::string picture(const std::vector<HeatMap>& maps, const std::string& title) {
  const double height = std::max(60.0, 24.0 * static_cast<double>(maps[0].rows.size()));
  const auto boxes = plot_boxes(static_cast<int>(maps.size()), 3, kFigureWidth, height, 8);
  std::string body;
  for (std::size_t i = 0; i < maps.size(); ++i) body += heat_map(boxes[i], maps[i]);
  const double bottom = boxes.back().bottom() + kRoomBelow;
  return figure_document(
      title, body, bottom,
      "Ψ2Ω3 with C = 20 against Ψ2 direct, for goals at (x, y); the arm is 10 long, its "
      "base at (0, 0). –: no run reached 0.75; ≥, ≤: not every run did, the number is a bound; ?: "
      "nor did every run of the other encoding. Where the goal lies inside the arm at −π/4 or π/4, "
      "that start is void and the other one counts alone. Outlined: preset paper.");
}

std::vector<FigureValue> row_of(const GoalOutcome& entry) {
  const VariationOutcome& outcome = entry.outcome;
  std::vector<FigureValue> row = {entry.goal.x, entry.goal.y};
  for (const SetupOutcome* setup : {&outcome.twenty(), &outcome.direct()}) {
    append_counts(row, *setup);
    row.push_back(value_or_nothing(setup->final_fitness));
    row.push_back(value_or_nothing(setup->start_fitness));
  }
  append_measure(row, outcome.speed);
  return row;
}

}  // namespace

std::optional<Figure> sensitivity_goals_figure(const RunTable& runs) {
  const std::vector<GoalOutcome> outcomes = goal_outcomes(runs);
  const std::vector<HeatMap> maps = maps_of(outcomes);
  if (maps.empty()) return std::nullopt;
  Figure figure{.name = "sensitivity_goals",
                .title = "What C = 20 and direct reach for goals elsewhere, Ψ2",
                .columns = {"goal_x", "goal_y", "c20_runs", "c20_reached", "c20_evaluations",
                            "c20_final_fitness", "c20_start_fitness", "direct_runs",
                            "direct_reached", "direct_evaluations", "direct_final_fitness",
                            "direct_start_fitness", "ratio", "ratio_low", "ratio_high"}};
  for (const GoalOutcome& outcome : outcomes) figure.rows.push_back(row_of(outcome));
  figure.svg = picture(maps, figure.title);
  return figure;
}

}  // namespace lowpass
