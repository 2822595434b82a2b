#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/figure_parts.h"
#include "lowpass/report/heat_map.h"
#include "lowpass/paper/length_values.h"

namespace lowpass {
namespace {

/// A configuration, and the mapping that its direct networks were resized through.
struct Surface {
  PanelConfiguration configuration;
  std::string direct_resize;
};

std::vector<Surface> surfaces() {
  const std::vector<PanelConfiguration> all = tested_configurations();
  return {{all[0], "omega1"}, {all[1], "omega3"}, {all[0], "omega2"}, {all[1], "omega2"}};
}

/// Mean fitness over runs on one arm.
std::optional<double> mean_on_arm(const RunTable& runs, const Setup& setup,
                                  const std::string& controller, const std::string& resize,
                                  int arm) {
  const Sample fitness = length_fitness(
      {.controller = controller, .direct_resize = resize, .arms = {arm}})(runs.of(setup));
  if (fitness.empty()) return std::nullopt;
  return mean(fitness);
}

/// Indirect less direct, a row a number of coefficients and a column an arm.
std::vector<std::optional<double>> differences(const RunTable& runs, const Surface& surface,
                                               const std::string& controller) {
  const PanelConfiguration& configuration = surface.configuration;
  const Setup direct = direct_setup(configuration.actions);
  std::vector<std::optional<double>> values;
  for (const Setup& setup : indirect_setups(configuration.actions, configuration.mapping)) {
    for (const int arm : all_arms()) {
      const auto a = mean_on_arm(runs, setup, controller, surface.direct_resize, arm);
      const auto b = mean_on_arm(runs, direct, controller, surface.direct_resize, arm);
      values.push_back(a && b ? std::optional(*a - *b) : std::nullopt);
    }
  }
  return values;
}

void add_rows(Figure& figure, const RunTable& runs, const Surface& surface,
              const std::string& controller) {
  const PanelConfiguration& configuration = surface.configuration;
  const Setup direct = direct_setup(configuration.actions);
  for (const Setup& setup : indirect_setups(configuration.actions, configuration.mapping)) {
    for (const int arm : all_arms()) {
      const auto a = mean_on_arm(runs, setup, controller, surface.direct_resize, arm);
      const auto b = mean_on_arm(runs, direct, controller, surface.direct_resize, arm);
      if (!a || !b) continue;
      figure.rows.push_back({configuration.title, surface.direct_resize, controller,
                             static_cast<double>(setup.coefficients), static_cast<double>(arm), *a,
                             *b, *a - *b});
    }
  }
}

std::string panel(const PixelBox& box, const Surface& surface,
                  const std::vector<std::optional<double>>& values, const ColorScale& scale) {
  HeatMap map{.title = fmt::format("{}, direct resized through Ω{}", surface.configuration.title,
                                   surface.direct_resize.back()),
              .column_label = "compartments",
              .row_label = "coefficients",
              .values = values,
              .scale = scale};
  for (const int arm : all_arms()) map.columns.push_back(fmt::format("{}", arm));
  for (const int count : kCoefficientCounts) map.rows.push_back(fmt::format("{}", count));
  return heat_map(box, map);
}

/// A surface with a value at all, and its values.
struct Filled {
  Surface surface;
  std::vector<std::optional<double>> values;
};

std::vector<Filled> filled_surfaces(const RunTable& runs) {
  std::vector<Filled> filled;
  for (const Surface& surface : surfaces()) {
    auto values = differences(runs, surface, "last");
    const auto is_set = [](const std::optional<double>& value) { return value.has_value(); };
    if (std::any_of(values.begin(), values.end(), is_set)) {
      filled.push_back({surface, std::move(values)});
    }
  }
  return filled;
}

std::string picture(const std::vector<Filled>& all, const std::string& title) {
  constexpr double kBarRoom = 76.0, kHeight = 150.0, kBarHeight = 180.0;
  std::vector<std::optional<double>> together;
  for (const Filled& filled : all) {
    together.insert(together.end(), filled.values.begin(), filled.values.end());
  }
  const ColorScale scale = diverging_scale(together, 0.1);
  const auto boxes =
      plot_boxes(static_cast<int>(all.size()), 2, kFigureWidth - kBarRoom, kHeight, 8);
  std::string body;
  for (std::size_t i = 0; i < all.size(); ++i) {
    body += panel(boxes[i], all[i].surface, all[i].values, scale);
  }
  const double bottom = boxes.back().bottom() + kRoomBelow;
  const double middle = 0.5 * (boxes.front().top + boxes.back().bottom());
  body += color_bar({kFigureWidth - kBarRoom + 4, middle - 0.5 * kBarHeight, 14, kBarHeight}, scale,
                    "indirect − direct fitness", 2);
  return figure_document(
      title, body, bottom,
      "Mean over runs of the best controller of the final generation, by closest "
      "approach. Blue: indirect is better; orange: direct is better.");
}

}  // namespace

std::optional<Figure> lengths_figure(const RunTable& runs) {
  Figure figure{.name = "lengths",
                .title = "Indirect less direct fitness on arms of 3 to 20 compartments",
                .columns = {"configuration", "direct_resized_through", "controller", "coefficients",
                            "compartments", "indirect_mean", "direct_mean", "difference"}};
  for (const Surface& surface : surfaces()) {
    for (const char* controller : {"last", "best"}) add_rows(figure, runs, surface, controller);
  }
  const std::vector<Filled> filled = filled_surfaces(runs);
  if (filled.empty()) return std::nullopt;
  figure.svg = picture(filled, figure.title);
  return figure;
}

}  // namespace lowpass
