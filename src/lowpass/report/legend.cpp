#include "lowpass/report/legend.h"

#include <functional>
#include <vector>

namespace lowpass {
namespace {

// Pixels.
constexpr double kLine = 20.0;
constexpr double kSignGap = 6.0;
constexpr double kEntryGap = 14.0;
constexpr TextStyle kStyle = {.size = 12.0, .color = palette::kFaintInk};

struct Entry {
  double sign_width;
  std::string_view name;
  std::function<std::string(PixelPoint)> sign;  // its elements, from its left end, centred at y
};

/// Steps from relaxed to active.
std::string scale_sign(PixelPoint at, Color from, Color to, double least, double most) {
  constexpr int kSteps = 5;
  std::string text;
  for (int i = 0; i < kSteps; ++i) {
    const double activation = static_cast<double>(i) / (kSteps - 1);
    const double height = least + activation * (most - least);
    text += svg_rectangle("key", {at.x + 7 * i, at.y - height / 2}, 7, height,
                          mixed(from, to, activation));
  }
  return text;
}

std::string line_sign(PixelPoint at, Color color, double width) {
  return svg_element({"key", DrawnShape::Kind::kLine, {at, {at.x + 22, at.y}}, color, width});
}

std::string cross_sign(PixelPoint at) {
  std::string text;
  for (const double slope : {4.0, -4.0}) {
    text += svg_element({"key",
                         DrawnShape::Kind::kLine,
                         {{at.x, at.y - slope}, {at.x + 8, at.y + slope}},
                         palette::kInk,
                         1.6});
  }
  return text;
}

std::string goal_sign(PixelPoint at, DrawnShape::Kind kind) {
  return svg_element({"key", kind, {{at.x + 4, at.y}}, palette::kGoal, 1.5, 4.0});
}

std::vector<Entry> entries() {
  using namespace palette;
  const auto muscle = [](Color color) {
    return [color](PixelPoint at) { return scale_sign(at, kRelaxedEdge, color, 1.5, 5); };
  };
  return {
      {0, "muscle activation:", [](PixelPoint) { return std::string(); }},
      {35, "dorsal", muscle(kDorsal)},
      {35, "ventral", muscle(kVentral)},
      {35, "transversal",
       [](PixelPoint at) {
         // A frame, for the white of a relaxed muscle is the page's.
         return svg_rectangle("key", {at.x - 1, at.y - 6.5}, 37, 13, kRelaxedEdge) +
                scale_sign(at, kRelaxedFill, kTransversal, 11, 11);
       }},
      {8, "base", cross_sign},
      {8, "goal", [](PixelPoint at) { return goal_sign(at, DrawnShape::Kind::kRing); }},
      {8, "touched", [](PixelPoint at) { return goal_sign(at, DrawnShape::Kind::kDisc); }},
      {22, "tip path", [](PixelPoint at) { return line_sign(at, kTrace, 1.2); }},
      {22, "water surface", [](PixelPoint at) { return line_sign(at, kSurface, 1.2); }},
      {0, "t in time units", [](PixelPoint) { return std::string(); }},
  };
}

/// About how wide a name is, pixels: readers' fonts differ.
double text_width(std::string_view name) {
  return 0.52 * kStyle.size * static_cast<double>(name.size());
}

}  // namespace

Legend legend_of(PixelPoint corner, double width) {
  Legend legend{"", kLine};
  double x = 0;
  for (const Entry& entry : entries()) {
    const double gap = entry.sign_width > 0 ? kSignGap : 0;
    const double entry_width = entry.sign_width + gap + text_width(entry.name);
    if (x > 0 && x + entry_width > width) {
      x = 0;
      legend.height += kLine;
    }
    const double left = corner.x + x, middle = corner.y + legend.height - kLine / 2;
    legend.text += entry.sign({left, middle});
    legend.text += svg_text({left + entry.sign_width + gap, middle + 4}, {{entry.name, kStyle}});
    x += entry_width + kEntryGap;
  }
  return legend;
}

}  // namespace lowpass
