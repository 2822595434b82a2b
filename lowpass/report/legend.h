#pragma once

#include <string>

#include "lowpass/report/svg.h"

namespace lowpass {

/// About how wide a line of text is, pixels: readers' fonts differ, so leave room.
double text_width(std::string_view text, const TextStyle& style);

/// What the signs and colours of an arm's picture mean.
struct Legend {
  std::string text;  ///< SVG elements
  double height;     ///< pixels
};

/// Lines of signs with their names, as many as `width` asks for, below `corner`.
Legend legend_of(PixelPoint corner, double width);

}  // namespace lowpass
