#include "lowpass/report/raster.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "lowpass/report/stroke_font.h"

namespace lowpass {
namespace {

/// An empty coverage of the pixels within `margin` of the points, cut to the picture.
Coverage around(std::span<const PixelPoint> points, double margin, int width, int height) {
  const auto [left, right] = std::ranges::minmax(points, {}, &PixelPoint::x);
  const auto [top, bottom] = std::ranges::minmax(points, {}, &PixelPoint::y);
  const auto low = [margin](double value, int end) {
    return static_cast<int>(std::floor(std::clamp(value - margin, 0.0, 1.0 * end)));
  };
  const auto high = [margin](double value, int end) {
    return static_cast<int>(std::ceil(std::clamp(value + margin, 0.0, 1.0 * end)));
  };
  Coverage coverage{low(left.x, width), low(top.y, height)};
  coverage.width = high(right.x, width) - coverage.left;
  coverage.height = high(bottom.y, height) - coverage.top;
  coverage.values.assign(static_cast<std::size_t>(coverage.width) * coverage.height, 0.0);
  return coverage;
}

/// Adds the part of an edge that lies in one row. `values` holds differences: the sum of a row up
/// to a pixel is the area of that pixel to the right of the edge, times the height of the part.
/// x0 and x1 are where the part starts and ends, 0 to `width`; `height` is signed: downwards +.
void add_to_row(double* values, int width, double x0, double x1, double height) {
  if (x0 > x1) std::swap(x0, x1);
  double covered = 0;  // of the pixels so far, by what is right of the edge
  const double length = x1 - x0;
  const int last = std::min(width - 1, static_cast<int>(x1));
  for (int x = static_cast<int>(x0); x <= last; ++x) {
    const double from = std::max(x0, 1.0 * x), to = std::min(x1, x + 1.0);
    // Of the part's height, what has been crossed left of this pixel, and what is crossed in it.
    const double before = length > 0 ? (from - x0) / length : 0.0;
    const double inside = length > 0 ? (to - from) / length : 1.0;
    const double area = height * (before + inside * (x + 1 - 0.5 * (from + to)));
    values[x] += area - covered;
    covered = area;
  }
  if (last + 1 < width) values[last + 1] += height - covered;
}

/// Adds an edge in coordinates of the coverage.
void add_edge(Coverage& coverage, PixelPoint from, PixelPoint to) {
  const double direction = from.y < to.y ? 1.0 : -1.0;
  if (direction < 0) std::swap(from, to);
  const double slope = (to.x - from.x) / (to.y - from.y);
  const double top = std::max(from.y, 0.0), bottom = std::min(to.y, 1.0 * coverage.height);
  for (int y = static_cast<int>(top); y < bottom; ++y) {
    const double y0 = std::max(top, 1.0 * y), y1 = std::min(bottom, y + 1.0);
    const auto x_at = [&](double at) {
      return std::clamp(from.x + (at - from.y) * slope, 0.0, 1.0 * coverage.width);
    };
    add_to_row(&coverage.values[static_cast<std::size_t>(y) * coverage.width], coverage.width,
               x_at(y0), x_at(y1), direction * (y1 - y0));
  }
}

double distance_to_segment(PixelPoint p, PixelPoint a, PixelPoint b) {
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  const double along =
      squared > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0.0;
  const double x = p.x - a.x - along * dx, y = p.y - a.y - along * dy;
  return std::sqrt(x * x + y * y);
}

/// Raises the coverage to that of one piece of a line: a joint is covered once.
void add_segment(Coverage& coverage, PixelPoint a, PixelPoint b, double line_width, int width,
                 int height) {
  const PixelPoint ends[] = {a, b};
  const Coverage piece = around(ends, 0.5 * line_width + 1, width, height);
  for (int y = piece.top; y < piece.top + piece.height; ++y) {
    double* row = &coverage.values[static_cast<std::size_t>(y - coverage.top) * coverage.width];
    for (int x = piece.left; x < piece.left + piece.width; ++x) {
      const double distance = distance_to_segment({x + 0.5, y + 0.5}, a, b);
      // A line thinner than a pixel covers no pixel more than its width.
      const double covered =
          std::clamp(0.5 * line_width + 0.5 - distance, 0.0, std::min(1.0, line_width));
      double& value = row[x - coverage.left];
      value = std::max(value, covered);
    }
  }
}

std::uint8_t blended(int from, int to, double share) {
  return static_cast<std::uint8_t>(from + share * (to - from) + 0.5);
}

}  // namespace

Coverage polygon_coverage(std::span<const PixelPoint> polygon, int width, int height) {
  Coverage coverage = around(polygon, 0, width, height);
  if (coverage.values.empty()) return coverage;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PixelPoint from = polygon[i], to = polygon[(i + 1) % polygon.size()];
    if (from.y == to.y) continue;
    const double left = coverage.left, top = coverage.top;
    add_edge(coverage, {from.x - left, from.y - top}, {to.x - left, to.y - top});
  }
  for (int y = 0; y < coverage.height; ++y) {
    double sum = 0;
    for (int x = 0; x < coverage.width; ++x) {
      double& value = coverage.values[static_cast<std::size_t>(y) * coverage.width + x];
      sum += value;
      value = std::min(std::abs(sum), 1.0);
    }
  }
  return coverage;
}

Coverage line_coverage(std::span<const PixelPoint> points, double line_width, int width,
                       int height) {
  Coverage coverage = around(points, 0.5 * line_width + 1, width, height);
  if (coverage.values.empty()) return coverage;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i + 1 == points.size() && i > 0) break;
    add_segment(coverage, points[i], points[std::min(i + 1, points.size() - 1)], line_width, width,
                height);
  }
  return coverage;
}

Canvas::Canvas(int width, int height, Color background) : image_{width, height, {}} {
  assert(width >= 1 && width <= 16384 && height >= 1 && height <= 16384);
  image_.rgb.resize(3 * static_cast<std::size_t>(width) * height);
  for (std::size_t i = 0; i < image_.rgb.size(); i += 3) {
    image_.rgb[i] = background.red;
    image_.rgb[i + 1] = background.green;
    image_.rgb[i + 2] = background.blue;
  }
}

void Canvas::draw(const DrawnShape& shape) {
  if (shape.points.empty()) return;
  if (shape.kind == DrawnShape::Kind::kText) {
    for (DrawnShape stroke : stroke_text(shape.text, shape.points[0], shape.width, shape.color)) {
      stroke.opacity = shape.opacity;
      draw(stroke);
    }
    return;
  }
  paint(coverage_of(shape), shape.color, shape.opacity);
}

void Canvas::draw(std::span<const DrawnShape> shapes) {
  for (const DrawnShape& shape : shapes) draw(shape);
}

Coverage Canvas::coverage_of(const DrawnShape& shape) const {
  const int width = image_.width, height = image_.height;
  switch (shape.kind) {
    case DrawnShape::Kind::kFill:
      return polygon_coverage(shape.points, width, height);
    case DrawnShape::Kind::kLine:
      return line_coverage(shape.points, shape.width, width, height);
    case DrawnShape::Kind::kDisc:
      return line_coverage(shape.points, 2 * shape.radius, width, height);
    case DrawnShape::Kind::kRing:
      return line_coverage(circle_points(shape.points[0], shape.radius), shape.width, width,
                           height);
    case DrawnShape::Kind::kText:
      break;  // drawn as its lines
  }
  return {};
}

void Canvas::paint(const Coverage& coverage, Color color, double opacity) {
  const std::uint8_t paint[] = {color.red, color.green, color.blue};
  for (int y = 0; y < coverage.height; ++y) {
    const double* covered = &coverage.values[static_cast<std::size_t>(y) * coverage.width];
    std::uint8_t* pixel =
        &image_
             .rgb[3 * (static_cast<std::size_t>(coverage.top + y) * image_.width + coverage.left)];
    for (int x = 0; x < coverage.width; ++x, pixel += 3) {
      const double share = opacity * covered[x];
      if (share >= 1) {
        std::copy_n(paint, 3, pixel);
      } else if (share > 0) {
        for (int c = 0; c < 3; ++c) pixel[c] = blended(pixel[c], paint[c], share);
      }
    }
  }
}

}  // namespace lowpass
