#include "lowpass/report/svg.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/report/text_table.h"

namespace lowpass {
namespace {

constexpr double kDigitShare = 0.72;  // of a font's size, in most of them

/// Two decimals, a hundredth of a pixel, and none that are 0: half the size of a file.
std::string number(double value) {
  const double rounded = std::round(100 * value) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string path_of(const std::vector<PixelPoint>& points) {
  std::string path;
  for (const PixelPoint& point : points) {
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", number(point.x), number(point.y));
  }
  return path;
}

std::string circle_of(const DrawnShape& shape) {
  return fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}")", shape.role,
                     number(shape.points[0].x), number(shape.points[0].y), number(shape.radius));
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
        // (Control characters have no place in XML.)
        result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return result;
}

std::string opacity_of(const DrawnShape& shape) {
  return shape.opacity < 1 ? fmt::format(" opacity=\"{}\"", number(shape.opacity)) : "";
}

std::string stroke_of(const DrawnShape& shape) {
  return fmt::format(R"(fill="none" stroke="{}" stroke-width="{}"{})", svg_color(shape.color),
                     number(shape.width), opacity_of(shape));
}

/// A text whose digits are as high as the shape says.
std::string text_of(const DrawnShape& shape) {
  return fmt::format(
      "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", shape.role,
      number(shape.points[0].x), number(shape.points[0].y), number(shape.width / kDigitShare),
      svg_color(shape.color), opacity_of(shape), escaped(shape.text));
}

}  // namespace

std::string svg_color(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

std::string svg_element(const DrawnShape& shape) {
  switch (shape.kind) {
    case DrawnShape::Kind::kFill:
      return fmt::format("<path class=\"{}\" d=\"{}Z\" fill=\"{}\"{}/>\n", shape.role,
                         path_of(shape.points), svg_color(shape.color), opacity_of(shape));
    case DrawnShape::Kind::kLine:
      return fmt::format("<path class=\"{}\" d=\"{}\" {}/>\n", shape.role, path_of(shape.points),
                         stroke_of(shape));
    case DrawnShape::Kind::kDisc:
      return fmt::format("{} fill=\"{}\"{}/>\n", circle_of(shape), svg_color(shape.color),
                         opacity_of(shape));
    case DrawnShape::Kind::kRing:
      return fmt::format("{} {}/>\n", circle_of(shape), stroke_of(shape));
    case DrawnShape::Kind::kText:
      return text_of(shape);
  }
  return "";
}

std::string svg_rectangle(std::string_view role, PixelPoint corner, double width, double height,
                          Color fill, double radius) {
  return fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>\n",
      role, number(corner.x), number(corner.y), number(width), number(height), number(radius),
      svg_color(fill));
}

std::string svg_text(PixelPoint at, const std::vector<TextRun>& runs) {
  std::string text = fmt::format("<text x=\"{}\" y=\"{}\">", number(at.x), number(at.y));
  for (const TextRun& run : runs) {
    text += fmt::format("<tspan{} font-size=\"{}\" fill=\"{}\"{}>{}</tspan>",
                        &run == &runs.front() ? "" : " dx=\"10\"", number(run.style.size),
                        svg_color(run.style.color), run.style.is_bold ? " font-weight=\"600\"" : "",
                        escaped(run.text));
  }
  return text + "</text>\n";
}

std::string svg_label(PixelPoint at, std::string_view text, const TextStyle& style, Anchor anchor,
                      int degrees) {
  const char* const names[] = {"start", "middle", "end"};
  const std::string turn = degrees == 0 ? ""
                                        : fmt::format(" transform=\"rotate({} {} {})\"", -degrees,
                                                      number(at.x), number(at.y));
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
      number(at.x), number(at.y), names[static_cast<int>(anchor)], number(style.size),
      svg_color(style.color), style.is_bold ? " font-weight=\"600\"" : "", turn, escaped(text));
}

std::string svg_line(std::string_view role, const std::vector<PixelPoint>& points,
                     const Stroke& stroke) {
  return fmt::format(
      "<path class=\"{}\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", role,
      path_of(points), svg_color(stroke.color), number(stroke.width),
      stroke.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", stroke.dash));
}

std::string svg_area(std::string_view role, const std::vector<PixelPoint>& points, Color fill,
                     double opacity) {
  return fmt::format("<path class=\"{}\" d=\"{}Z\" fill=\"{}\" fill-opacity=\"{}\"/>\n", role,
                     path_of(points), svg_color(fill), number(opacity));
}

double estimated_width(std::string_view text, double size) {
  return 0.58 * size * text_width(text);
}

double svg_text_width(std::string_view text, double height) {
  return 0.52 * height / kDigitShare * text_width(text);
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
