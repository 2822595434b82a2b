#include "lowpass/report/heat_map.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace lowpass {
namespace {

constexpr Color kPositive = {0, 90, 178}, kNegative = {213, 94, 0}, kZero = {255, 255, 255};
constexpr Color kPale = {240, 246, 251}, kDark = {0, 74, 140};
constexpr Color kMissing = {222, 222, 220};
constexpr int kShades = 41;

/// Ink or white, whichever is read better on a colour: by its luma (ITU-R BT.601 weights).
Color text_color_on(Color ground) {
  const double luma = 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue;
  return luma > 140 ? palette::kInk : palette::kPage;
}

PixelBox cell_box(const PixelBox& box, const HeatMap& map, std::size_t row, std::size_t column) {
  const double width = box.width / static_cast<double>(map.columns.size());
  const double height = box.height / static_cast<double>(map.rows.size());
  return {box.left + width * static_cast<double>(column),
          box.top + height * static_cast<double>(row), width, height};
}

std::string cells(const PixelBox& box, const HeatMap& map) {
  std::string text;
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    const PixelBox cell = cell_box(box, map, i / map.columns.size(), i % map.columns.size());
    const Color fill = map.values[i] ? map.scale.color(*map.values[i]) : kMissing;
    // A gap of a pixel, so that neighbours of one colour are still two cells.
    text += svg_rectangle("cell", {cell.left + 0.5, cell.top + 0.5}, cell.width - 1,
                          cell.height - 1, fill);
    if (i < map.texts.size() && !map.texts[i].empty()) {
      text +=
          svg_label({cell.left + 0.5 * cell.width, cell.top + 0.5 * cell.height + 4}, map.texts[i],
                    {.size = kTickText, .color = text_color_on(fill)}, Anchor::kMiddle);
    }
  }
  return text;
}

std::string outline(const PixelBox& cell) {
  return svg_line("marked",
                  {{cell.left + 1, cell.top + 1},
                   {cell.right() - 1, cell.top + 1},
                   {cell.right() - 1, cell.bottom() - 1},
                   {cell.left + 1, cell.bottom() - 1},
                   {cell.left + 1, cell.top + 1}},
                  {.color = palette::kPink, .width = 2.0});
}

std::string names(const PixelBox& box, const HeatMap& map) {
  constexpr TextStyle kStyle = {.size = kTickText, .color = palette::kFaint};
  std::string text;
  for (std::size_t i = 0; i < map.columns.size(); ++i) {
    const PixelBox cell = cell_box(box, map, 0, i);
    text += svg_label({cell.left + 0.5 * cell.width, box.bottom() + 15}, map.columns[i], kStyle,
                      Anchor::kMiddle);
  }
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const PixelBox cell = cell_box(box, map, i, 0);
    text += svg_label({box.left - 7, cell.top + 0.5 * cell.height + 4}, map.rows[i], kStyle,
                      Anchor::kEnd);
  }
  return text;
}

/// Runs of equal shades in a row, as lines one cell thick.
using Strokes = std::map<int, std::string>;

Strokes strokes_of(int columns, const std::vector<double>& values, const ColorScale& scale) {
  const auto shade = [&](std::size_t i) {
    const double share = (values[i] - scale.low) / (scale.high - scale.low);
    return static_cast<int>(std::floor(std::clamp(share, 0.0, 1.0) * (kShades - 1) + 0.5));
  };
  Strokes strokes;
  const auto width = static_cast<std::size_t>(columns);
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end % width != 0 && end < values.size() && shade(end) == shade(i)) ++end;
    strokes[shade(i)] += fmt::format("M{} {}h{}", i % width, i / width, end - i);
    i = end;
  }
  return strokes;
}

}  // namespace

Color ColorScale::color(double value) const {
  const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (!is_diverging) return mixed(kPale, kDark, share);
  return share < 0.5 ? mixed(kZero, kNegative, 1 - 2 * share)
                     : mixed(kZero, kPositive, 2 * share - 1);
}

ColorScale diverging_scale(const std::vector<std::optional<double>>& values, double least_width) {
  double most = least_width;
  for (const auto& value : values) most = std::max(most, std::fabs(value.value_or(0.0)));
  return {.low = -most, .high = most, .is_diverging = true};
}

ColorScale sequential_scale(double low, double high) {
  return {.low = low, .high = high > low ? high : low + 1};
}

std::string heat_map(const PixelBox& box, const HeatMap& map) {
  std::string text = cells(box, map) + names(box, map);
  if (map.marked) {
    text += outline(
        cell_box(box, map, *map.marked / map.columns.size(), *map.marked % map.columns.size()));
  }
  text += svg_label({box.left, box.top - 8}, map.title, {.size = kTitleText, .is_bold = true});
  text += svg_label({box.left + 0.5 * box.width, box.bottom() + 33}, map.column_label,
                    {.size = kLabelText}, Anchor::kMiddle);
  return text + svg_label({box.left - 43, box.top + 0.5 * box.height}, map.row_label,
                          {.size = kLabelText}, Anchor::kMiddle, 90);
}

std::string color_bar(const PixelBox& box, const ColorScale& scale, const std::string& label,
                      int decimals) {
  std::string text;
  const double step = box.height / kShades;
  for (int i = 0; i < kShades; ++i) {
    const double value = scale.high - (scale.high - scale.low) * i / (kShades - 1);
    text += svg_rectangle("scale", {box.left, box.top + i * step}, box.width, step + 0.5,
                          scale.color(value));
  }
  for (const double share : {0.0, 0.5, 1.0}) {
    text += svg_label({box.right() + 6, box.bottom() - share * box.height + 4},
                      number_label(scale.low + share * (scale.high - scale.low), decimals),
                      {.size = kTickText, .color = palette::kFaint});
  }
  return text + svg_label({box.right() + 52, box.top + 0.5 * box.height}, label,
                          {.size = kLabelText}, Anchor::kMiddle, 90);
}

std::string cell_grid(const PixelBox& box, int columns, const std::vector<double>& values,
                      const ColorScale& scale) {
  const double cell_width = box.width / columns;
  const double cell_height = box.height * columns / static_cast<double>(values.size());
  // Crisp edges: otherwise seams show between cells of one shade.
  std::string text = fmt::format(
      "<g class=\"matrix\" transform=\"translate({:.2f} {:.2f}) scale({:.4f} {:.4f})\" "
      "stroke-linecap=\"butt\" fill=\"none\" shape-rendering=\"crispEdges\">\n",
      box.left, box.top + 0.5 * cell_height, cell_width, cell_height);
  for (const auto& [shade, path] : strokes_of(columns, values, scale)) {
    const double value = scale.low + (scale.high - scale.low) * shade / (kShades - 1);
    text += fmt::format("<path d=\"{}\" stroke=\"{}\"/>\n", path, svg_color(scale.color(value)));
  }
  return text + "</g>\n";
}

}  // namespace lowpass
