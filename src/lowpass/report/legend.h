#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lowpass/report/picture.h"
#include "lowpass/report/scene_drawing.h"

namespace lowpass {

struct LegendStyle {
  double text_height;  ///< of a digit, pixels; signs follow it
  /// How wide a text of some height is.
  double (*text_width)(std::string_view text, double height);
};

/// What the signs and colours of a picture mean.
struct Legend {
  std::vector<DrawnShape> shapes;
  double height;  ///< pixels
};

/// Lines of signs with their names, as many as `width` asks for, below `corner`: the quantities
/// that some part shows, then the parts that say what they are, each once. Where a part that says
/// what it is has a quantity, it is shown at both ends of its levels.
Legend legend_of(std::span<const SceneDrawing> drawings, PixelPoint corner, double width,
                 const LegendStyle& style);

}  // namespace lowpass
