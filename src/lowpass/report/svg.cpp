#include "lowpass/report/svg.h"

#include <cmath>

#include <fmt/format.h>

namespace lowpass {
namespace {

/// Two decimals, a hundredth of a pixel, and none that are 0: half the size of a file.
std::string number(double value) {
  const double rounded = std::round(100 * value) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

std::string path_of(const DrawnShape& shape) {
  std::string path;
  for (const PixelPoint& point : shape.points) {
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", number(point.x), number(point.y));
  }
  return path;
}

std::string circle_of(const DrawnShape& shape) {
  return fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}")", shape.role,
                     number(shape.points[0].x), number(shape.points[0].y), number(shape.radius));
}

std::string stroke_of(const DrawnShape& shape) {
  return fmt::format(R"(fill="none" stroke="{}" stroke-width="{}")", hex(shape.color),
                     number(shape.width));
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace

std::string svg_element(const DrawnShape& shape) {
  switch (shape.kind) {
    case DrawnShape::Kind::kFill:
      return fmt::format("<path class=\"{}\" d=\"{}Z\" fill=\"{}\"/>\n", shape.role, path_of(shape),
                         hex(shape.color));
    case DrawnShape::Kind::kLine:
      return fmt::format("<path class=\"{}\" d=\"{}\" {}/>\n", shape.role, path_of(shape),
                         stroke_of(shape));
    case DrawnShape::Kind::kDisc:
      return fmt::format("{} fill=\"{}\"/>\n", circle_of(shape), hex(shape.color));
    case DrawnShape::Kind::kRing:
      return fmt::format("{} {}/>\n", circle_of(shape), stroke_of(shape));
  }
  return "";
}

std::string svg_rectangle(std::string_view role, PixelPoint corner, double width, double height,
                          Color fill, double radius) {
  return fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>\n",
      role, number(corner.x), number(corner.y), number(width), number(height), number(radius),
      hex(fill));
}

std::string svg_text(PixelPoint at, const std::vector<TextRun>& runs) {
  std::string text = fmt::format("<text x=\"{}\" y=\"{}\">", number(at.x), number(at.y));
  for (const TextRun& run : runs) {
    text += fmt::format("<tspan{} font-size=\"{}\" fill=\"{}\"{}>{}</tspan>",
                        &run == &runs.front() ? "" : " dx=\"10\"", number(run.style.size),
                        hex(run.style.color), run.style.is_bold ? " font-weight=\"600\"" : "",
                        escaped(run.text));
  }
  return text + "</text>\n";
}

std::string svg_document(double width, double height, std::string_view title,
                         std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" "
      "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{2}</title>\n{3}</svg>\n",
      number(width), number(height), escaped(title), body);
}

}  // namespace lowpass
