#include "lowpass/paper/setup_style.h"

#include <map>

#include <fmt/format.h>

namespace lowpass {

Color setup_color(const Setup& setup) {
  static const std::map<int, Color> colors = {{10, {230, 159, 0}},   {20, {213, 94, 0}},
                                              {40, {0, 158, 115}},   {80, {204, 121, 167}},
                                              {160, {86, 180, 233}}, {320, {0, 114, 178}}};
  const auto found = colors.find(setup.coefficients);
  if (setup.mapping == "direct") return palette::kInk;
  return found == colors.end() ? palette::kFaint : found->second;
}

Stroke setup_stroke(const Setup& setup) {
  return {
      .color = setup_color(setup), .width = 2.0, .dash = setup.mapping == "direct" ? "6 4" : ""};
}

std::vector<LegendEntry> setup_entries(const std::vector<Setup>& setups, bool are_boxes) {
  std::vector<LegendEntry> entries;
  for (const Setup& setup : setups) {
    entries.push_back(
        {.name = setup.mapping == "direct" ? "direct" : fmt::format("C = {}", setup.coefficients),
         .stroke = setup_stroke(setup),
         .is_box = are_boxes});
  }
  return entries;
}

}  // namespace lowpass
