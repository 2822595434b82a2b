#pragma once

#include <string>

#include "lowpass/report/svg.h"

namespace lowpass {

/// What the signs and colours of an arm's picture mean.
struct Legend {
  std::string text;  ///< SVG elements
  double height;     ///< pixels
};

/// Lines of signs with their names, as many as `width` asks for, below `corner`.
Legend legend_of(PixelPoint corner, double width);

}  // namespace lowpass
