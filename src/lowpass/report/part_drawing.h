#pragma once

#include <span>
#include <vector>

#include "lowpass/report/clipping.h"
#include "lowpass/report/picture.h"
#include "lowpass/scene/scene.h"

namespace lowpass {

/// The smallest box that holds both.
SceneBox united(const SceneBox& a, const SceneBox& b);

/// Where a box of the world appears in a picture.
struct View {
  SceneBox world;
  PixelPoint corner;  ///< of the upper left of `world`
  double scale;       ///< pixels a unit of length

  PixelPoint pixel(double x, double y) const {
    return {corner.x + (x - world.left) * scale, corner.y + (world.top - y) * scale};
  }
  ClipBox box() const {
    return {corner.x, corner.y, corner.x + world.width() * scale,
            corner.y + world.height() * scale};
  }
};

/// A part of a scene at one time.
struct PosedPart {
  const ScenePart* part;
  std::vector<double> points;  ///< x, y, x, y, ...
  const SceneQuantity* quantity = nullptr;
  double level = 0.0;  ///< of the quantity
};

/// What a part needs at these points (x, y, x, y, ...), lines with their width. Of a text, its
/// height alone: how wide it is depends on the picture.
SceneBox extent_of(const ScenePart& part, std::span<const double> points);

/// The shapes of a part, from back to front; of a trace, its point alone. Lines follow the view's
/// scale within limits at which they neither vanish nor smear.
std::vector<DrawnShape> shapes_of(const PosedPart& posed, const View& view);

}  // namespace lowpass
