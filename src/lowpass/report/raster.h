#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lowpass/report/picture.h"

namespace lowpass {

/// Pixels in rows from the top, red, green, blue, a byte each.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// How much of each pixel a shape covers, 0 to 1, within the rectangle where that is not 0.
struct Coverage {
  int left = 0, top = 0, width = 0, height = 0;
  std::vector<double> values = {};  ///< rows from the top
};

/// The exact area of each pixel of a width x height picture inside a polygon whose edges do not
/// cross. (Where they do, parts of opposite orientation inside one pixel cancel.)
Coverage polygon_coverage(std::span<const PixelPoint> polygon, int width, int height);

/// Of a line through `points` with round joints and ends: by the distance of the pixel's centre
/// from the line. One point, or several at one place, make a disc.
Coverage line_coverage(std::span<const PixelPoint> points, double line_width, int width,
                       int height);

/// A picture that shapes are drawn into, with smooth edges. Parts outside are cut off.
class Canvas {
 public:
  /// 1 to 16384 pixels each way: a precondition.
  Canvas(int width, int height, Color background);

  void draw(const DrawnShape& shape);
  void draw(std::span<const DrawnShape> shapes);

  const Image& image() const { return image_; }
  Image take() && { return std::move(image_); }

 private:
  Coverage coverage_of(const DrawnShape& shape) const;
  void paint(const Coverage& coverage, Color color, double opacity);

  Image image_;
};

}  // namespace lowpass
