#include "lowpass/report/chart.h"

#include <algorithm>

#include <fmt/format.h>

namespace lowpass {
namespace {

constexpr Color kGrid = {228, 231, 235};
constexpr Color kPlotGround = {252, 252, 251};

std::string grid_lines(const Plot& plot) {
  std::string text;
  const PixelBox& box = plot.box;
  for (const Tick& tick : plot.y.ticks) {
    const double y = plot.at(plot.x.low, tick.value).y;
    text += svg_line("grid", {{box.left, y}, {box.right(), y}}, {.color = kGrid});
  }
  if (!plot.has_x_grid) return text;
  for (const Tick& tick : plot.x.ticks) {
    const double x = plot.at(tick.value, plot.y.low).x;
    text += svg_line("grid", {{x, box.top}, {x, box.bottom()}}, {.color = kGrid});
  }
  return text;
}

std::string tick_labels(const Plot& plot) {
  constexpr TextStyle kStyle = {.size = kTickText, .color = palette::kFaint};
  std::string text;
  for (const Tick& tick : plot.x.ticks) {
    text += svg_label({plot.at(tick.value, plot.y.low).x, plot.box.bottom() + 15}, tick.label,
                      kStyle, Anchor::kMiddle);
  }
  for (const Tick& tick : plot.y.ticks) {
    text += svg_label({plot.box.left - 7, plot.at(plot.x.low, tick.value).y + 4}, tick.label,
                      kStyle, Anchor::kEnd);
  }
  return text;
}

std::string axis_labels(const Plot& plot) {
  constexpr TextStyle kStyle = {.size = kLabelText};
  const PixelBox& box = plot.box;
  std::string text;
  if (!plot.x.label.empty()) {
    text += svg_label({box.left + 0.5 * box.width, box.bottom() + 33}, plot.x.label, kStyle,
                      Anchor::kMiddle);
  }
  if (!plot.y.label.empty()) {
    text += svg_label({box.left - 43, box.top + 0.5 * box.height}, plot.y.label, kStyle,
                      Anchor::kMiddle, 90);
  }
  return text;
}

}  // namespace

PixelPoint Plot::at(double x_value, double y_value) const {
  return {box.left + x.share(x_value) * box.width, box.bottom() - y.share(y_value) * box.height};
}

std::vector<PixelBox> plot_boxes(int count, int columns, double picture_width, double plot_height,
                                 double top) {
  const double column = picture_width / columns;
  const double row = kRoomAbove + plot_height + kRoomBelow;
  std::vector<PixelBox> boxes;
  for (int i = 0; i < count; ++i) {
    boxes.push_back({.left = (i % columns) * column + kRoomLeft,
                     .top = top + (i / columns) * row + kRoomAbove,
                     .width = column - kRoomLeft - kRoomRight,
                     .height = plot_height});
  }
  return boxes;
}

std::string plot_frame(const Plot& plot) {
  const PixelBox& box = plot.box;
  std::string text = svg_rectangle("plot", {box.left, box.top}, box.width, box.height, kPlotGround);
  text += grid_lines(plot);
  text +=
      svg_line("axis", {{box.left, box.top}, {box.left, box.bottom()}, {box.right(), box.bottom()}},
               {.color = palette::kGrey});
  text += tick_labels(plot) + axis_labels(plot);
  if (!plot.title.empty()) {
    text += svg_label({box.left, box.top - 8}, plot.title, {.size = kTitleText, .is_bold = true});
  }
  return text;
}

std::string chart_legend(PixelPoint at, const std::vector<LegendEntry>& entries) {
  std::string text;
  for (const LegendEntry& entry : entries) {
    if (entry.is_box) {
      text += svg_rectangle("legend", {at.x, at.y - 10}, 14, 12, entry.stroke.color, 2);
    } else {
      text += svg_line("legend", {{at.x, at.y - 4}, {at.x + 24, at.y - 4}}, entry.stroke);
    }
    const double sign = entry.is_box ? 20 : 30;
    text += svg_label({at.x + sign, at.y}, entry.name, {.size = kLabelText});
    at.x += sign + estimated_width(entry.name, kLabelText) + 22;
  }
  return text;
}

std::string chart_document(double width, double height, const std::string& title,
                           const std::string& body) {
  return svg_document(width, height, title,
                      svg_rectangle("page", {0, 0}, width, height, palette::kPage) + body);
}

}  // namespace lowpass
