#include "lowpass/report/legend.h"

#include <algorithm>
#include <string>

namespace lowpass {
namespace {

using Shape = DrawnShape::Kind;

// In units of a twelfth of the text's size, a pixel of a strip: digits are 8.64 high.
constexpr double kDigitHeight = 8.64;
constexpr double kLine = 20.0;
constexpr double kSignGap = 6.0;
constexpr double kEntryGap = 14.0;
constexpr double kSignWidth = 22.0, kSignHeight = 10.0, kSignLine = 1.5;

struct Entry {
  std::string name;
  double sign_width = 0.0;
  std::vector<DrawnShape> sign = {};  // from its left end, centred at y = 0
};

DrawnShape box(double left, double width, double height, Color color) {
  const double top = -height / 2, right = left + width;
  return {.role = "key",
          .kind = Shape::kFill,
          .points = {{left, top}, {right, top}, {right, -top}, {left, -top}},
          .color = color};
}

/// Steps from the part's own colour to that of its quantity.
Entry quantity_entry(const PosedPart& posed) {
  constexpr int kSteps = 5;
  constexpr double kStep = 7.0;
  const ScenePart& part = *posed.part;
  const bool is_area =
      part.kind == ScenePart::Kind::kPolygon || part.kind == ScenePart::Kind::kCircle;
  const Color own = is_area ? fill_color(part.fill) : line_color(part.line);
  // Heights of the steps: a line that gains width shows it.
  double least = 3, most = 3;
  if (is_area) least = most = 11;
  if (!is_area && part.gain > 0) least = 1.5, most = 5;
  Entry entry{posed.quantity->name, kSteps * kStep};
  // A frame, for white is the page's colour too.
  if (is_area) entry.sign.push_back(box(-1, kSteps * kStep + 2, most + 2, palette::kGrey));
  for (int i = 0; i < kSteps; ++i) {
    const double level = static_cast<double>(i) / (kSteps - 1);
    entry.sign.push_back(box(kStep * i, kStep, least + level * (most - least),
                             mixed(own, line_color(posed.quantity->tint), level)));
  }
  return entry;
}

/// A miniature of parts at one level, from `left` on; returns its width.
double add_miniature(std::vector<PosedPart> parts, double level, double left,
                     std::vector<DrawnShape>& sign) {
  SceneBox box = extent_of(*parts[0].part, parts[0].points);
  for (const PosedPart& posed : parts) box = united(box, extent_of(*posed.part, posed.points));
  const double across = std::max(box.width(), 1e-9), high = std::max(box.height(), 1e-9);
  const double scale = std::min(kSignWidth / across, kSignHeight / high);
  const View view{box, {left, -0.5 * high * scale}, scale};
  for (PosedPart& posed : parts) {
    posed.level = level;
    for (DrawnShape& shape : shapes_of(posed, view)) {
      shape.role = "key";
      shape.width = kSignLine;
      if (posed.part->kind == ScenePart::Kind::kTrace) {
        shape.points = {{left, 0}, {left + kSignWidth, 0}};
      }
      sign.push_back(std::move(shape));
    }
  }
  return parts[0].part->kind == ScenePart::Kind::kTrace ? kSignWidth : across * scale;
}

bool overlap(const SceneBox& a, const SceneBox& b) {
  return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

/// A part with those of its role that it overlaps: two lines make a cross.
Entry part_entry(const PosedPart& named, const std::vector<PosedPart>& all) {
  const SceneBox extent = extent_of(*named.part, named.points);
  std::vector<PosedPart> parts;
  for (const PosedPart& posed : all) {
    if (posed.part->role == named.part->role &&
        overlap(extent, extent_of(*posed.part, posed.points))) {
      parts.push_back(posed);
    }
  }
  Entry entry{named.part->legend};
  entry.sign_width = add_miniature(parts, 0.0, 0.0, entry.sign);
  if (named.quantity != nullptr) {
    const double left = entry.sign_width + 3;
    entry.sign_width = left + add_miniature(parts, 1.0, left, entry.sign);
  }
  return entry;
}

void add(Entry entry, std::vector<Entry>& entries) {
  if (std::ranges::find(entries, entry.name, &Entry::name) == entries.end()) {
    entries.push_back(std::move(entry));
  }
}

std::vector<Entry> entries_of(std::span<const SceneDrawing> drawings) {
  std::vector<Entry> quantities, parts, units;
  for (const SceneDrawing& drawing : drawings) {
    const std::vector<PosedPart> all = drawing.parts(0);
    for (const SceneQuantity& quantity : drawing.recording().scene.quantities) {
      const auto shows = [&](const PosedPart& posed) {
        return posed.quantity == &quantity && posed.part->legend.empty();
      };
      const auto first = std::ranges::find_if(all, shows);
      if (first != all.end()) add(quantity_entry(*first), quantities);
    }
    for (const PosedPart& posed : all) {
      // (A text says what it is.)
      if (posed.part->legend.empty() || posed.part->kind == ScenePart::Kind::kText) continue;
      add(part_entry(posed, all), parts);
    }
    if (drawing.recording().scene.time_unit.empty()) add({"t in time units"}, units);
  }
  quantities.insert(quantities.end(), parts.begin(), parts.end());
  quantities.insert(quantities.end(), units.begin(), units.end());
  return quantities;
}

/// The shape in units of `unit` pixels, at a place of the picture.
DrawnShape moved(DrawnShape shape, PixelPoint to, double unit) {
  for (PixelPoint& point : shape.points) point = {to.x + unit * point.x, to.y + unit * point.y};
  shape.width *= unit;
  shape.radius *= unit;
  return shape;
}

}  // namespace

Legend legend_of(std::span<const SceneDrawing> drawings, PixelPoint corner, double width,
                 const LegendStyle& style) {
  const double unit = style.text_height / kDigitHeight;
  Legend legend{{}, 0};
  double x = width;
  for (const Entry& entry : entries_of(drawings)) {
    const double text_at = unit * (entry.sign_width > 0 ? entry.sign_width + kSignGap : 0);
    const double entry_width = text_at + style.text_width(entry.name, style.text_height);
    if (legend.height == 0 || x + entry_width > width) {
      x = 0;
      legend.height += unit * kLine;
    }
    const PixelPoint at{corner.x + x, corner.y + legend.height - unit * kLine / 2};
    for (const DrawnShape& shape : entry.sign) legend.shapes.push_back(moved(shape, at, unit));
    legend.shapes.push_back({.role = "key",
                             .kind = Shape::kText,
                             .points = {{at.x + text_at, at.y + 0.5 * style.text_height}},
                             .color = palette::kFaint,
                             .width = style.text_height,
                             .text = entry.name});
    x += entry_width + unit * kEntryGap;
  }
  return legend;
}

}  // namespace lowpass
