#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/figure_parts.h"

namespace lowpass {
namespace {

constexpr int kFirstDegree = -90, kDegrees = 5;  // the task's test "dense starts"

/// Fitness from the start of that place, of the runs whose best controllers were tried there; none
/// where it is void.
Sample fitness_from(std::span<const RunRecord> runs, std::size_t place) {
  Sample values;
  for (const RunRecord& run : runs) {
    if (!run.generalization || place >= run.generalization->dense_starts.size()) continue;
    if (const auto& fitness = run.generalization->dense_starts[place]) values.push_back(*fitness);
  }
  return values;
}

std::size_t places(std::span<const RunRecord> runs) {
  std::size_t most = 0;
  for (const RunRecord& run : runs) {
    if (run.generalization) most = std::max(most, run.generalization->dense_starts.size());
  }
  return most;
}

int degrees(std::size_t place) { return kFirstDegree + kDegrees * static_cast<int>(place); }

/// All of a run's untrained starts, to ask whether there are any.
Sample any_fitness(std::span<const RunRecord> runs) {
  return places(runs) > 0 ? fitness_from(runs, 1) : Sample{};
}

std::string angle_panel(const PixelBox& box, const PanelConfiguration& configuration,
                        const RunTable& runs) {
  const Plot plot{.box = box,
                  .x = linear_axis(-90.0, 90.0, "start, degrees", 7),
                  .y = linear_axis(0.0, 1.0, "fitness", 6),
                  .title = configuration.title};
  std::string text = plot_frame(plot);
  for (const Setup& setup : configuration.setups()) {
    std::vector<ChartPoint> line;
    for (std::size_t i = 0; i < places(runs.of(setup)); ++i) {
      const Sample fitness = fitness_from(runs.of(setup), i);
      if (!fitness.empty()) line.push_back({static_cast<double>(degrees(i)), median(fitness)});
    }
    if (!line.empty()) text += line_mark(plot, line, setup_stroke(setup));
  }
  return text;
}

std::string angle_picture(const RunTable& runs, const std::vector<PanelConfiguration>& all,
                          const std::string& title) {
  std::string body = chart_legend({kFigureMargin + 38, 24}, setup_entries(all[0].setups(), false));
  const auto boxes = panel_boxes(all.size(), 240, kBelowLegend);
  for (std::size_t i = 0; i < all.size(); ++i) body += angle_panel(boxes[i], all[i], runs);
  return figure_document(title, body, boxes.back().bottom() + kRoomBelow,
                         fmt::format("Best controller of up to {} runs, median. Trained: −90, 0 "
                                     "and 90 degrees; the paper tests −45 and 45.",
                                     most_runs(runs, all)));
}

}  // namespace

std::optional<Figure> angles_figure(const RunTable& runs) {
  const std::vector<PanelConfiguration> all = with_runs(tested_configurations(), runs, any_fitness);
  if (all.empty()) return std::nullopt;
  Figure figure{.name = "angles",
                .title = "Fitness from starts every 5 degrees",
                .columns = {"configuration", "coefficients", "degrees", "runs", "lower_quartile",
                            "median", "upper_quartile"}};
  for (const PanelConfiguration& configuration : all) {
    for (const Setup& setup : configuration.setups()) {
      for (std::size_t i = 0; i < places(runs.of(setup)); ++i) {
        const Sample fitness = fitness_from(runs.of(setup), i);
        if (fitness.empty()) continue;
        const BoxSummary box = box_summary(fitness);
        figure.rows.push_back({configuration.title, coefficients_label(setup),
                               static_cast<double>(degrees(i)), static_cast<double>(fitness.size()),
                               box.lower_quartile, box.median, box.upper_quartile});
      }
    }
  }
  figure.svg = angle_picture(runs, all, figure.title);
  return figure;
}

}  // namespace lowpass
