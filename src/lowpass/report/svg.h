#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lowpass/report/picture.h"

namespace lowpass {

struct TextStyle {
  double size = 12.0;  ///< pixels
  Color color = palette::kInk;
  bool is_bold = false;
};

/// "#rrggbb".
std::string svg_color(Color color);

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

enum class Anchor { kStart, kMiddle, kEnd };

/// One line of text whose start, middle or end is at a place of its baseline, turned to the left by
/// `degrees`.
std::string svg_label(PixelPoint at, std::string_view text, const TextStyle& style,
                      Anchor anchor = Anchor::kStart, int degrees = 0);

struct Stroke {
  Color color = palette::kInk;
  double width = 1.0;          ///< pixels
  std::string_view dash = {};  ///< lengths of dashes and gaps, "4 3"; empty: none
};

/// A line from point to point.
std::string svg_line(std::string_view role, const std::vector<PixelPoint>& points,
                     const Stroke& stroke);

/// A filled polygon that lets through what is below; opacity from 0 to 1.
std::string svg_area(std::string_view role, const std::vector<PixelPoint>& points, Color fill,
                     double opacity);

/// Pixels that a text is about wide: fonts differ, so leave some room.
double estimated_width(std::string_view text, double size);

/// The same without room to spare, of a text whose digits are `height` pixels high.
double svg_text_width(std::string_view text, double height);

/// A whole file, complete in itself: no scripts, no fonts from elsewhere.
std::string svg_document(double width, double height, std::string_view title,
                         std::string_view body);

}  // namespace lowpass
