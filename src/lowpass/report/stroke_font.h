#pragma once

#include <string_view>
#include <vector>

#include "lowpass/report/picture.h"

namespace lowpass {

/// Text as lines to draw, for pictures made of pixels: the small letters, digits, the signs
/// . , : ; = + - − × / % _ ' ° ( ) [ ] and π. Capitals appear as small letters, anything else as a
/// blank. `at` is the left end of the baseline, `height` the height of a digit in pixels.
std::vector<DrawnShape> stroke_text(std::string_view text, PixelPoint at, double height,
                                    Color color);

/// The width of such a text, pixels.
double stroke_text_width(std::string_view text, double height);

}  // namespace lowpass
