#include "lowpass/report/part_drawing.h"

#include <algorithm>

#include "lowpass/report/stroke_font.h"

namespace lowpass {
namespace {

using Kind = ScenePart::Kind;
using Shape = DrawnShape::Kind;

// Lines are as wide as if all that is in sight were so many pixels wide.
constexpr double kLeastPicture = 140.0, kMostPicture = 1000.0;
// Pixels.
constexpr double kThinnestLine = 0.5;
constexpr double kSmallestCircle = 1.5;
constexpr double kSmallestText = 8.0, kLargestText = 24.0;

double line_width(const PosedPart& posed, const View& view) {
  const double width = view.world.width();
  const double scale = std::clamp(view.scale, kLeastPicture / width, kMostPicture / width);
  const double world = posed.part->width + posed.level * posed.part->gain;
  return std::max(world * scale, kThinnestLine);
}

struct Paint {
  Color color;
  double opacity;  // 0: nothing to paint
};

/// A part's own colour, or the quantity's by its level; without an own colour, the level is how
/// opaque the quantity's is.
Paint paint_of(Tint own, const PosedPart& posed, Color (&color_of)(Tint)) {
  if (posed.quantity == nullptr) return {color_of(own), own == Tint::kNone ? 0.0 : 1.0};
  const Color full = color_of(posed.quantity->tint);
  if (own == Tint::kNone) return {full, posed.level};
  return {mixed(color_of(own), full, posed.level), 1.0};
}

std::vector<PixelPoint> pixels_of(const PosedPart& posed, const View& view) {
  std::vector<PixelPoint> pixels;
  for (std::size_t i = 0; i + 1 < posed.points.size(); i += 2) {
    pixels.push_back(view.pixel(posed.points[i], posed.points[i + 1]));
  }
  return pixels;
}

/// The area by fill and quantity, then the outline.
std::vector<DrawnShape> area(const PosedPart& posed, const View& view) {
  const ScenePart& part = *posed.part;
  const bool is_circle = part.kind == Kind::kCircle;
  const double radius = std::max(part.radius * view.scale, kSmallestCircle);
  std::vector<PixelPoint> points = pixels_of(posed, view);
  std::vector<DrawnShape> shapes;
  if (const Paint fill = paint_of(part.fill, posed, fill_color); fill.opacity > 0) {
    shapes.push_back({.role = part.role,
                      .kind = is_circle ? Shape::kDisc : Shape::kFill,
                      .points = points,
                      .color = fill.color,
                      .radius = radius,
                      .opacity = fill.opacity});
  }
  if (part.line == Tint::kNone) return shapes;
  if (!is_circle) points.push_back(points.front());
  shapes.push_back({.role = part.role,
                    .kind = is_circle ? Shape::kRing : Shape::kLine,
                    .points = std::move(points),
                    .color = line_color(part.line),
                    .width = line_width(posed, view),
                    .radius = radius});
  return shapes;
}

/// A text that would leave the picture on the right is moved inwards.
DrawnShape text(const PosedPart& posed, const View& view, const Paint& paint) {
  const ScenePart& part = *posed.part;
  const double height = std::clamp(part.width * view.scale, kSmallestText, kLargestText);
  PixelPoint at = pixels_of(posed, view)[0];
  const double spare = view.box().right - at.x - 1.1 * stroke_text_width(part.text, height);
  at.x = std::max(at.x + std::min(spare, 0.0), view.box().left);
  return {.role = part.role,
          .kind = Shape::kText,
          .points = {at},
          .color = paint.color,
          .width = height,
          .opacity = paint.opacity,
          .text = part.text};
}

}  // namespace

SceneBox united(const SceneBox& a, const SceneBox& b) {
  return {std::min(a.left, b.left), std::min(a.bottom, b.bottom), std::max(a.right, b.right),
          std::max(a.top, b.top)};
}

SceneBox extent_of(const ScenePart& part, std::span<const double> points) {
  const double radius = part.kind == Kind::kCircle ? part.radius : 0.0;
  const bool has_line = part.kind != Kind::kText && (part.line != Tint::kNone || part.gain > 0);
  const double reach = radius + (has_line ? 0.5 * (part.width + part.gain) : 0.0);
  SceneBox box{points[0], points[1], points[0], points[1]};
  for (std::size_t i = 2; i + 1 < points.size(); i += 2) {
    box = united(box, {points[i], points[i + 1], points[i], points[i + 1]});
  }
  const double text_height = part.kind == Kind::kText ? part.width : 0.0;
  return {box.left - reach, box.bottom - reach, box.right + reach, box.top + reach + text_height};
}

std::vector<DrawnShape> shapes_of(const PosedPart& posed, const View& view) {
  const ScenePart& part = *posed.part;
  if (part.kind == Kind::kPolygon || part.kind == Kind::kCircle) return area(posed, view);
  const Paint paint = paint_of(part.line, posed, line_color);
  if (paint.opacity == 0) return {};
  if (part.kind == Kind::kText) return {text(posed, view, paint)};
  return {{.role = part.role,
           .kind = Shape::kLine,
           .points = pixels_of(posed, view),
           .color = paint.color,
           .width = line_width(posed, view),
           .opacity = paint.opacity}};
}

}  // namespace lowpass
