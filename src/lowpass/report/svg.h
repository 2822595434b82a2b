#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lowpass/report/scene.h"

namespace lowpass {

struct TextStyle {
  double size = 12.0;  ///< pixels
  Color color = palette::kInk;
  bool is_bold = false;
};

/// The element of a shape; its role becomes its class.
std::string svg_element(const DrawnShape& shape);

/// A rectangle with round corners.
std::string svg_rectangle(std::string_view role, PixelPoint corner, double width, double height,
                          Color fill, double radius = 0.0);

/// Text in one style; any character of UTF-8.
struct TextRun {
  std::string_view text;
  TextStyle style;
};

/// One line of text, run after run, from the left end of the baseline.
std::string svg_text(PixelPoint at, const std::vector<TextRun>& runs);

/// A whole file, complete in itself: no scripts, no fonts from elsewhere.
std::string svg_document(double width, double height, std::string_view title,
                         std::string_view body);

}  // namespace lowpass
