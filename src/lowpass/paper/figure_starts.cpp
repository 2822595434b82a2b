#include <fmt/format.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/figure_parts.h"

namespace lowpass {
namespace {

/// Direct as lines across: median solid, quartiles dashed, as in the paper.
std::string direct_lines(const Plot& plot, const BoxSummary& box) {
  const Color color = palette::kInk;
  return level_mark(plot, box.lower_quartile, {.color = color, .dash = "6 4"}) +
         level_mark(plot, box.upper_quartile, {.color = color, .dash = "6 4"}) +
         level_mark(plot, box.median, {.color = color, .width = 1.8});
}

std::string panel(const PixelBox& box, const PanelConfiguration& configuration,
                  const RunTable& runs) {
  std::vector<std::string> names;
  const std::vector<Setup> indirect = indirect_setups(configuration.actions, configuration.mapping);
  for (const Setup& setup : indirect) names.push_back(coefficients_label(setup));
  const Plot plot{.box = box,
                  .x = category_axis(names, "coefficients"),
                  .y = linear_axis(0.0, 1.0, "fitness from ±π/4", 6),
                  .title = configuration.title,
                  .has_x_grid = false};
  std::string text = plot_frame(plot);
  const Sample direct = untrained_start_fitness(runs.of(direct_setup(configuration.actions)));
  if (!direct.empty()) text += direct_lines(plot, box_summary(direct));
  for (std::size_t i = 0; i < indirect.size(); ++i) {
    const Sample fitness = untrained_start_fitness(runs.of(indirect[i]));
    if (fitness.empty()) continue;
    text += box_mark(plot, {.x = static_cast<double>(i),
                            .summary = box_summary(fitness),
                            .color = setup_color(indirect[i])});
  }
  return text;
}

std::string picture(const RunTable& runs, const std::vector<PanelConfiguration>& all,
                    const std::string& title) {
  const auto boxes = panel_boxes(all.size(), 280, 8);
  std::string body;
  for (std::size_t i = 0; i < all.size(); ++i) body += panel(boxes[i], all[i], runs);
  const double bottom = boxes.back().bottom() + kRoomBelow;
  return figure_document(
      title, body, bottom,
      fmt::format("Best controller of up to {} runs, mean of both starts: median, "
                  "quartiles, least and most. Lines across: direct, median and quartiles.",
                  most_runs(runs, all)));
}

}  // namespace

std::optional<Figure> starts_figure(const RunTable& runs) {
  const std::vector<PanelConfiguration> all =
      with_runs(tested_configurations(), runs, untrained_start_fitness);
  if (all.empty()) return std::nullopt;
  Figure figure{.name = "starts",
                .title = "Fitness from the untrained starts −π/4 and π/4",
                .columns = {"configuration", "coefficients", "runs", "least", "lower_quartile",
                            "median", "upper_quartile", "most"}};
  for (const PanelConfiguration& configuration : all) {
    for (const Setup& setup : configuration.setups()) {
      const Sample fitness = untrained_start_fitness(runs.of(setup));
      if (fitness.empty()) continue;
      const BoxSummary box = box_summary(fitness);
      figure.rows.push_back({configuration.title, coefficients_label(setup),
                             static_cast<double>(fitness.size()), box.least, box.lower_quartile,
                             box.median, box.upper_quartile, box.most});
    }
  }
  figure.svg = picture(runs, all, figure.title);
  return figure;
}

}  // namespace lowpass
