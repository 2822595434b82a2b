#include "lowpass/report/clipping.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lowpass {
namespace {

/// How far inside one of the four sides of a box a point lies; negative: outside.
double inside(const ClipBox& box, int side, PixelPoint p) {
  const std::array depths = {p.x - box.left, box.right - p.x, p.y - box.top, box.bottom - p.y};
  return depths[side];
}

PixelPoint between(PixelPoint a, PixelPoint b, double share) {
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// What is left of a polygon inside one side: corners inside, and where edges cross.
std::vector<PixelPoint> cut(const std::vector<PixelPoint>& polygon, const ClipBox& box, int side) {
  std::vector<PixelPoint> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PixelPoint a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double at_a = inside(box, side, a), at_b = inside(box, side, b);
    if (at_a >= 0) result.push_back(a);
    if ((at_a >= 0) != (at_b >= 0)) result.push_back(between(a, b, at_a / (at_a - at_b)));
  }
  return result;
}

using Segment = std::pair<PixelPoint, PixelPoint>;

std::optional<Segment> cut(PixelPoint a, PixelPoint b, const ClipBox& box) {
  double from = 0, to = 1;  // shares of the way from a to b that lie inside
  for (int side = 0; side < 4; ++side) {
    const double at_a = inside(box, side, a), at_b = inside(box, side, b);
    if (at_a < 0 && at_b < 0) return {};
    if (at_a < 0) from = std::max(from, at_a / (at_a - at_b));
    if (at_b < 0) to = std::min(to, at_a / (at_a - at_b));
  }
  if (from > to) return {};
  return Segment{from > 0 ? between(a, b, from) : a, to < 1 ? between(a, b, to) : b};
}

}  // namespace

std::vector<PixelPoint> clipped_polygon(std::vector<PixelPoint> polygon, const ClipBox& box) {
  for (int side = 0; side < 4; ++side) polygon = cut(polygon, box, side);
  return polygon;
}

std::vector<std::vector<PixelPoint>> clipped_line(const std::vector<PixelPoint>& line,
                                                  const ClipBox& box) {
  std::vector<std::vector<PixelPoint>> pieces;
  bool continues = false;  // the last piece ends where the next segment starts
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const std::optional<Segment> segment = cut(line[i], line[i + 1], box);
    if (!segment) {
      continues = false;
      continue;
    }
    if (!continues) pieces.push_back({segment->first});
    pieces.back().push_back(segment->second);
    continues = segment->second.x == line[i + 1].x && segment->second.y == line[i + 1].y;
  }
  return pieces;
}

void add_clipped(DrawnShape shape, const ClipBox& box, std::vector<DrawnShape>& shapes) {
  using Kind = DrawnShape::Kind;
  if (shape.kind == Kind::kText) {
    if (cut(shape.points[0], shape.points[0], box)) shapes.push_back(std::move(shape));
    return;
  }
  if (shape.kind == Kind::kDisc || shape.kind == Kind::kRing) {
    shape.kind = shape.kind == Kind::kDisc ? Kind::kFill : Kind::kLine;
    shape.points = circle_points(shape.points[0], shape.radius);
  }
  std::vector<std::vector<PixelPoint>> pieces;
  if (shape.kind == Kind::kFill) {
    pieces.push_back(clipped_polygon(std::move(shape.points), box));
  } else {
    pieces = clipped_line(shape.points, box);
  }
  for (const auto& piece : pieces) {
    if (piece.empty()) continue;
    shapes.push_back(shape);
    shapes.back().points = piece;
  }
}

}  // namespace lowpass
