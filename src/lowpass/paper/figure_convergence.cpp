#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/convergence.h"
#include "lowpass/paper/figure_parts.h"

namespace lowpass {
namespace {

std::int64_t longest_run(const RunTable& runs) {
  std::int64_t longest = 0;
  for (const PanelConfiguration& configuration : configurations()) {
    for (const Setup& setup : configuration.setups()) {
      for (const RunRecord& run : runs.of(setup)) longest = std::max(longest, run.evaluations);
    }
  }
  return longest;
}

/// Both curves of a setup in one row a point.
void add_rows(Figure& figure, const PanelConfiguration& configuration, const Setup& setup,
              std::span<const RunRecord> runs, std::span<const std::int64_t> grid) {
  const auto so_far = convergence(runs, grid, CurveKind::kBestSoFar);
  const auto of_generation = convergence(runs, grid, CurveKind::kBestOfGeneration);
  for (std::size_t i = 0; i < so_far.size(); ++i) {
    const CurvePoint& best = so_far[i];
    const CurvePoint& generation = of_generation[i];
    figure.rows.push_back({configuration.title, coefficients_label(setup),
                           static_cast<double>(runs.size()), static_cast<double>(best.evaluations),
                           best.mean, best.lower_quartile, best.median, best.upper_quartile,
                           generation.mean, generation.lower_quartile, generation.median,
                           generation.upper_quartile});
  }
}

std::string curve_marks(const Plot& plot, const Setup& setup,
                        const std::vector<CurvePoint>& curve) {
  std::vector<ChartPoint> line;
  std::vector<BandPoint> band;
  for (const CurvePoint& point : curve) {
    const auto x = static_cast<double>(point.evaluations);
    line.push_back({x, point.mean});
    band.push_back({x, point.lower_quartile, point.upper_quartile});
  }
  return band_mark(plot, band, setup_color(setup)) + line_mark(plot, line, setup_stroke(setup));
}

std::string panel(const PixelBox& box, const PanelConfiguration& configuration,
                  const RunTable& runs, std::span<const std::int64_t> grid) {
  const auto last = static_cast<double>(grid.back());
  const Plot plot{.box = box,
                  .x = logarithmic_axis(10.0, std::max(last, 20.0), "evaluations"),
                  .y = linear_axis(0.0, 1.0, "fitness"),
                  .title = configuration.title};
  std::string text = plot_frame(plot);
  text += level_mark(plot, kTarget, {.color = palette::kFaint, .dash = "2 4"});
  for (const Setup& setup : configuration.setups()) {
    const auto curve = convergence(runs.of(setup), grid, CurveKind::kBestSoFar);
    if (!curve.empty()) text += curve_marks(plot, setup, curve);
  }
  return text;
}

std::string picture(const RunTable& runs, const std::vector<PanelConfiguration>& all,
                    const std::string& title, std::span<const std::int64_t> grid) {
  constexpr double kPlotHeight = 240.0;
  std::string body = chart_legend({kFigureMargin + 38, 24}, setup_entries(all[0].setups(), false));
  const auto boxes = panel_boxes(all.size(), kPlotHeight, kBelowLegend);
  for (std::size_t i = 0; i < all.size(); ++i) body += panel(boxes[i], all[i], runs, grid);
  const double bottom = boxes.back().bottom() + kRoomBelow;
  return figure_document(
      title, body, bottom,
      fmt::format("Best fitness so far: mean of up to {} runs, bands from quartile to "
                  "quartile. Dotted: the target, 0.75.",
                  most_runs(runs, all)));
}

}  // namespace

std::optional<Figure> convergence_figure(const RunTable& runs) {
  const std::vector<PanelConfiguration> all = with_runs(configurations(), runs);
  if (all.empty()) return std::nullopt;
  const std::vector<std::int64_t> grid = logarithmic_grid(longest_run(runs));
  Figure figure{
      .name = "convergence",
      .title = "Fitness against evaluations for every configuration",
      .columns = {"configuration", "coefficients", "runs", "evaluations", "best_mean",
                  "best_lower_quartile", "best_median", "best_upper_quartile", "generation_mean",
                  "generation_lower_quartile", "generation_median", "generation_upper_quartile"}};
  for (const PanelConfiguration& configuration : all) {
    for (const Setup& setup : configuration.setups()) {
      add_rows(figure, configuration, setup, runs.of(setup), grid);
    }
  }
  figure.svg = picture(runs, all, figure.title, grid);
  return figure;
}

}  // namespace lowpass
