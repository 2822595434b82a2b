#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/paper/figure_parts.h"
#include "lowpass/report/heat_map.h"

namespace lowpass {
namespace {

// Pixels. One height for all matrices, so that both kinds of networks stand beside each other.
constexpr double kMatrixGap = 8.0, kMatrixHeight = 88.0, kRowGap = 12.0;
constexpr double kLabelWidth = 58.0, kBelowHeads = 30.0;

/// Parts of a network's weights: input, recurrent, bias.
struct Part {
  const char* name;
  int columns;
  std::vector<double> weights;
};

std::vector<Part> parts_of(const NetworkFile& network) {
  const auto inputs = static_cast<std::ptrdiff_t>(network.inputs) * network.neurons;
  const auto recurrent = static_cast<std::ptrdiff_t>(network.neurons) * network.neurons;
  const auto first = network.weights.begin();
  return {{"input", network.inputs, {first, first + inputs}},
          {"recurrent", network.neurons, {first + inputs, first + inputs + recurrent}},
          {"bias", 1, {first + inputs + recurrent, network.weights.end()}}};
}

/// The scale of one network, as wide as all but its largest fiftieth of weights: a single large one
/// would make all others white.
ColorScale scale_of(const NetworkFile& network) {
  Sample sizes;
  for (const double weight : network.weights) sizes.push_back(std::fabs(weight));
  constexpr double kLeast = 1e-6;  // a network of zeros has a scale too
  return diverging_scale({quantile(sizes, 0.98)}, kLeast);
}

std::string network_row(const SetupNetwork& entry, PixelPoint corner, double width) {
  const ColorScale scale = scale_of(entry.network);
  const std::string name = coefficients_label(entry.setup);
  std::string text =
      svg_label({corner.x, corner.y + 12}, name == "direct" ? name : "C = " + name, {.size = 12});
  text += svg_label({corner.x, corner.y + 26}, "±" + number_label(scale.high, 2),
                    {.size = 11, .color = palette::kFaint});
  const double cells = entry.network.inputs + entry.network.neurons + 1;
  const double cell = (width - kLabelWidth - 2 * kMatrixGap - kFigureMargin) / cells;
  double x = corner.x + kLabelWidth;
  for (const Part& part : parts_of(entry.network)) {
    const PixelBox box = {x, corner.y, cell * part.columns, kMatrixHeight};
    text += svg_rectangle("frame", {box.left - 0.75, box.top - 0.75}, box.width + 1.5,
                          box.height + 1.5, palette::kGrey);
    text += svg_rectangle("ground", {box.left, box.top}, box.width, box.height, palette::kPage);
    text += cell_grid(box, part.columns, part.weights, scale);
    x += box.width + kMatrixGap;
  }
  return text;
}

struct Drawn {
  std::string text;
  double height;
};

/// All networks of one kind of actions below each other.
Drawn column(std::span<const SetupNetwork> networks, const std::string& actions, double left,
             double width) {
  double y = kBelowHeads;
  std::string text;
  std::string title;
  for (const SetupNetwork& entry : networks) {
    if (entry.setup.actions != actions) continue;
    if (title.empty() || entry.setup.mapping != "direct") title = configuration_title(entry.setup);
    text += network_row(entry, {left, y}, width);
    y += kMatrixHeight + kRowGap;
  }
  text += svg_label({left, 18}, title, {.size = 13.5, .is_bold = true});
  return {text, y};
}

void add_rows(Figure& figure, const SetupNetwork& entry) {
  for (const Part& part : parts_of(entry.network)) {
    for (std::size_t i = 0; i < part.weights.size(); ++i) {
      const auto columns = static_cast<std::size_t>(part.columns);
      figure.rows.push_back({setup_name(entry.setup), std::string(part.name),
                             static_cast<double>(i / columns), static_cast<double>(i % columns),
                             part.weights[i]});
    }
  }
}

}  // namespace

std::optional<Figure> weights_figure(std::span<const SetupNetwork> networks) {
  if (networks.empty()) return std::nullopt;
  Figure figure{.name = "weights",
                .title = "Weights of evolved networks: input, recurrent, bias",
                .columns = {"setup", "part", "row", "column", "weight"}};
  for (const SetupNetwork& entry : networks) add_rows(figure, entry);
  const double width = 0.5 * (kFigureWidth - kFigureMargin);
  const Drawn meta = column(networks, "meta", kFigureMargin, width);
  const Drawn raw = column(networks, "raw", kFigureMargin + width, width);
  const double bottom = std::max(meta.height, raw.height);
  figure.svg = figure_document(
      figure.title, meta.text + raw.text, bottom - 4,
      "Each row: input, recurrent and bias weights; rows of a matrix are neurons. Blue is "
      "positive, orange negative, full colour at the number under the label.");
  return figure;
}

}  // namespace lowpass
