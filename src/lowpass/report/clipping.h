#pragma once

#include <vector>

#include "lowpass/report/picture.h"

namespace lowpass {

/// What of a picture may be drawn on, y downwards.
struct ClipBox {
  double left, top, right, bottom;
};

/// The part of a polygon inside of the box; empty if there is none. (Of a polygon that is not
/// convex, parts that the box separates stay joined along its border.)
std::vector<PixelPoint> clipped_polygon(std::vector<PixelPoint> polygon, const ClipBox& box);

/// The parts of a line from point to point inside of the box.
std::vector<std::vector<PixelPoint>> clipped_line(const std::vector<PixelPoint>& line,
                                                  const ClipBox& box);

/// Adds what of a shape is inside of the box. A text is there whole if it begins inside.
void add_clipped(DrawnShape shape, const ClipBox& box, std::vector<DrawnShape>& shapes);

}  // namespace lowpass
