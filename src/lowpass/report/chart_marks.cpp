// What stands on a chart.

#include <algorithm>

#include "lowpass/report/chart.h"

namespace lowpass {
namespace {

constexpr double kMarkText = 11.0;

/// The ends of a mark around x, in pixels.
struct Sides {
  double left, middle, right;
};

Sides sides_of(const Plot& plot, double x, double width) {
  return {plot.at(x - 0.5 * width, plot.y.low).x, plot.at(x, plot.y.low).x,
          plot.at(x + 0.5 * width, plot.y.low).x};
}

/// A line up with a short line across at each end.
std::string whisker(double x, double from, double to, double cap, const Stroke& stroke) {
  return svg_line("whisker", {{x, from}, {x, to}}, stroke) +
         svg_line("whisker", {{x - cap, from}, {x + cap, from}}, stroke) +
         svg_line("whisker", {{x - cap, to}, {x + cap, to}}, stroke);
}

}  // namespace

std::string line_mark(const Plot& plot, const std::vector<ChartPoint>& points,
                      const Stroke& stroke) {
  std::vector<PixelPoint> pixels;
  for (const ChartPoint& point : points) pixels.push_back(plot.at(point.x, point.y));
  return svg_line("curve", pixels, stroke);
}

std::string band_mark(const Plot& plot, const std::vector<BandPoint>& points, Color color) {
  std::vector<PixelPoint> outline;
  for (const BandPoint& point : points) outline.push_back(plot.at(point.x, point.high));
  std::for_each(points.rbegin(), points.rend(),
                [&](const BandPoint& point) { outline.push_back(plot.at(point.x, point.low)); });
  return svg_area("band", outline, color, 0.14);
}

std::string level_mark(const Plot& plot, double y, const Stroke& stroke, const std::string& label) {
  const PixelPoint left = plot.at(plot.x.low, y), right = plot.at(plot.x.high, y);
  std::string text = svg_line("level", {left, right}, stroke);
  if (!label.empty()) {
    text += svg_label({right.x - 3, right.y - 4}, label, {.size = kMarkText, .color = stroke.color},
                      Anchor::kEnd);
  }
  return text;
}

std::string bar_mark(const Plot& plot, const Bar& bar) {
  const Sides sides = sides_of(plot, bar.x, bar.width);
  const double top = plot.at(bar.x, bar.y).y, foot = plot.box.bottom();
  const Color fill = bar.is_lower_bound ? mixed(bar.color, palette::kPage, 0.65) : bar.color;
  std::string text =
      svg_rectangle("bar", {sides.left, top}, sides.right - sides.left, foot - top, fill);
  double label_foot = top;
  if (bar.is_lower_bound) {
    text += svg_line("bound", {{sides.left, foot}, {sides.left, top}},
                     {.color = bar.color, .width = 1.5, .dash = "3 3"});
    text += svg_line("bound", {{sides.right, foot}, {sides.right, top}},
                     {.color = bar.color, .width = 1.5, .dash = "3 3"});
  }
  if (bar.interval) {
    const double high = plot.at(bar.x, bar.interval->high).y;
    text += whisker(sides.middle, plot.at(bar.x, bar.interval->low).y, high, 4,
                    {.color = palette::kInk, .width = 1.2});
    label_foot = std::min(label_foot, high);
  }
  return text +
         svg_label({sides.middle, label_foot - 5}, bar.label, {.size = kMarkText}, Anchor::kMiddle);
}

std::string box_mark(const Plot& plot, const BoxMark& box) {
  const Sides sides = sides_of(plot, box.x, box.width);
  const auto y = [&](double value) { return plot.at(box.x, value).y; };
  const BoxSummary& summary = box.summary;
  const Stroke edge = {.color = box.color, .width = 1.5};
  const double cap = 0.22 * (sides.right - sides.left);
  std::string text = whisker(sides.middle, y(summary.least), y(summary.most), cap, edge);
  const std::vector<PixelPoint> outline = {{sides.left, y(summary.lower_quartile)},
                                           {sides.left, y(summary.upper_quartile)},
                                           {sides.right, y(summary.upper_quartile)},
                                           {sides.right, y(summary.lower_quartile)},
                                           {sides.left, y(summary.lower_quartile)}};
  text += svg_area("box", outline, mixed(box.color, palette::kPage, 0.7), 1.0);
  text += svg_line("box", outline, edge);
  return text + svg_line("median",
                         {{sides.left, y(summary.median)}, {sides.right, y(summary.median)}},
                         {.color = box.color, .width = 3.0});
}

std::string dot_mark(const Plot& plot, ChartPoint at, Color color,
                     const std::optional<Interval>& x_interval) {
  std::string text;
  if (x_interval) {
    text += svg_line("whisker", {plot.at(x_interval->low, at.y), plot.at(x_interval->high, at.y)},
                     {.color = color, .width = 2.0});
  }
  return text + svg_element({.role = "dot",
                             .kind = DrawnShape::Kind::kDisc,
                             .points = {plot.at(at.x, at.y)},
                             .color = color,
                             .radius = 4.5});
}

}  // namespace lowpass
