#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/figure_parts.h"
#include "lowpass/paper/stages.h"

namespace lowpass {
namespace {

/// Tenths below and above what all runs have.
Interval fitness_range(const std::vector<StageColumn>& columns) {
  double least = 1, most = 0;
  for (const StageColumn& column : columns) {
    for (const double fitness : column.best) {
      least = std::min(least, fitness);
      most = std::max(most, fitness);
    }
  }
  const auto tenth = [](double value) { return static_cast<double>(static_cast<int>(10 * value)); };
  return {tenth(least) / 10, std::max(tenth(least) + 1, tenth(most) + 1) / 10};
}

/// Whether a column has room for text: runs that grow for long have too many for all.
bool is_labelled(std::size_t column, std::size_t columns) {
  constexpr std::size_t kMost = 30;
  const std::size_t every = columns <= kMost ? 1 : columns <= 5 * kMost ? 5 : 10;
  return (column + 1) % every == 0;
}

std::string counts_line(const Plot& plot, const std::vector<StageColumn>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!is_labelled(i, columns.size())) continue;
    text += svg_label({plot.at(static_cast<double>(i), plot.y.low).x, plot.box.top + 13},
                      fmt::format("{}", columns[i].best.size()),
                      {.size = 11, .color = palette::kFaint}, Anchor::kMiddle);
  }
  return text;
}

/// The medians, from box to box.
std::string median_line(const Plot& plot, const std::vector<StageColumn>& columns) {
  std::vector<ChartPoint> line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    line.push_back({static_cast<double>(i), median(columns[i].best)});
  }
  return line_mark(plot, line, {.color = palette::kGrey, .width = 1.0, .dash = "2 3"});
}

std::string picture(const std::vector<StageColumn>& columns, const std::string& title,
                    double median_coefficients) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_named = is_labelled(i, columns.size());
    names.push_back(is_named ? fmt::format("{}", columns[i].coefficients) : "");
  }
  const Interval range = fitness_range(columns);
  const Plot plot{.box = plot_boxes(1, 1, kFigureWidth, 300, 0)[0],
                  .x = category_axis(names, "coefficients"),
                  .y = linear_axis(range.low, range.high, "fitness", 8),
                  .has_x_grid = false};
  std::string body = plot_frame(plot) + median_line(plot, columns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    body += box_mark(plot, {.x = static_cast<double>(i),
                            .summary = box_summary(columns[i].best),
                            .color = setup_color(indirect_setup("raw", "omega3", 320))});
  }
  body += counts_line(plot, columns);
  return figure_document(
      title, body, plot.box.bottom() + 44,
      fmt::format("Best of each stage: median, quartiles, least and most; above, the "
                  "runs that came so far. Median of the best numbers of coefficients: {}.",
                  median_coefficients));
}

}  // namespace

std::optional<Figure> incremental_figure(const RunTable& runs) {
  const std::span<const RunRecord> found = runs.of(incremental_setup());
  const std::vector<StageColumn> columns = stage_columns(found);
  if (columns.empty()) return std::nullopt;
  Figure figure{.name = "incremental",
                .title = "Fitness for each number of coefficients of growing runs, Ψ2Ω3",
                .columns = {"coefficients", "runs", "least", "lower_quartile", "median",
                            "upper_quartile", "most", "runs_with_this_best_number"}};
  const Sample best = stopping_coefficients(found);
  for (const StageColumn& column : columns) {
    const BoxSummary box = box_summary(column.best);
    const auto coefficients = static_cast<double>(column.coefficients);
    figure.rows.push_back(
        {coefficients, static_cast<double>(column.best.size()), box.least, box.lower_quartile,
         box.median, box.upper_quartile, box.most,
         static_cast<double>(std::count(best.begin(), best.end(), coefficients))});
  }
  figure.svg = picture(columns, figure.title, median(best));
  return figure;
}

}  // namespace lowpass
