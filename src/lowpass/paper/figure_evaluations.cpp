#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/figure_parts.h"

namespace lowpass {
namespace {

struct Entry {
  PanelConfiguration configuration;
  Setup setup;
  EvaluationsToTarget counts;
  std::optional<Interval> interval;  // of the mean; too few runs have none
};

std::vector<Entry> entries_of(const RunTable& runs) {
  std::vector<Entry> entries;
  for (const PanelConfiguration& configuration : with_runs(configurations(), runs)) {
    for (const Setup& setup : configuration.setups()) {
      const std::span<const RunRecord> found = runs.of(setup);
      if (found.empty()) continue;
      Entry entry{configuration, setup, evaluations_to_target(found), {}};
      const Sample groups[] = {evaluations_needed(found)};
      if (found.size() >= kLeastRunsOfAnInterval) {
        entry.interval = bootstrap_interval(groups, mean_of);
      }
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

FigureValue end_of(const Entry& entry, double Interval::*end) {
  return value_or_nothing(entry.interval ? std::optional((*entry.interval).*end) : std::nullopt);
}

std::vector<FigureValue> row_of(const Entry& entry) {
  return {entry.configuration.title,
          coefficients_label(entry.setup),
          static_cast<double>(entry.counts.runs),
          static_cast<double>(entry.counts.reached),
          entry.counts.mean,
          end_of(entry, &Interval::low),
          end_of(entry, &Interval::high),
          std::string(entry.counts.is_lower_bound ? "yes" : "no"),
          value_or_nothing(entry.counts.median)};
}

Bar bar_of(const Entry& entry, double x) {
  const bool is_bound = entry.counts.is_lower_bound;
  Bar bar{.x = x,
          .y = entry.counts.mean,
          .color = setup_color(entry.setup),
          .is_lower_bound = is_bound,
          .label = fmt::format("{}{:.0f}", is_bound ? "≥ " : "", entry.counts.mean)};
  if (entry.counts.reached == 0) {
    bar.label = "none";
  } else {
    bar.interval = entry.interval;
  }
  return bar;
}

std::string panel(const PixelBox& box, const PanelConfiguration& configuration,
                  const std::vector<Entry>& entries, double most) {
  std::vector<std::string> names;
  for (const Setup& setup : configuration.setups()) names.push_back(coefficients_label(setup));
  const Plot plot{.box = box,
                  .x = category_axis(names, "coefficients"),
                  .y = linear_axis(0.0, 1.12 * most, "evaluations", 8),
                  .title = configuration.title,
                  .has_x_grid = false};
  std::string text = plot_frame(plot);
  for (const Entry& entry : entries) {
    if (entry.configuration.title != configuration.title) continue;
    const std::string name = coefficients_label(entry.setup);
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    text += bar_mark(plot, bar_of(entry, static_cast<double>(place)));
  }
  return text;
}

std::string picture(const RunTable& runs, const std::vector<Entry>& entries,
                    const std::string& title) {
  constexpr double kPlotHeight = 210.0, kTop = 8.0;
  double most = 1;
  for (const Entry& entry : entries) {
    most = std::max(most, entry.interval ? entry.interval->high : entry.counts.mean);
  }
  const std::vector<PanelConfiguration> all = with_runs(configurations(), runs);
  const auto boxes = panel_boxes(all.size(), kPlotHeight, kTop);
  std::string body;
  for (std::size_t i = 0; i < all.size(); ++i) body += panel(boxes[i], all[i], entries, most);
  const double bottom = boxes.back().bottom() + kRoomBelow;
  return figure_document(title, body, bottom,
                         "Mean over runs, with its 95 % interval where there are five or more. "
                         "Pale, ≥: some runs never reached the target "
                         "and count as their budget; “none”: no run did.");
}

}  // namespace

std::optional<Figure> evaluations_figure(const RunTable& runs) {
  const std::vector<Entry> entries = entries_of(runs);
  if (entries.empty()) return std::nullopt;
  Figure figure{.name = "evaluations",
                .title = "Evaluations to a fitness of 0.75 for every configuration",
                .columns = {"configuration", "coefficients", "runs", "runs_that_reached_it", "mean",
                            "interval_low", "interval_high", "is_lower_bound", "median"}};
  for (const Entry& entry : entries) figure.rows.push_back(row_of(entry));
  figure.svg = picture(runs, entries, figure.title);
  return figure;
}

}  // namespace lowpass
