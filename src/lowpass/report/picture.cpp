#include "lowpass/report/picture.h"

#include <array>
#include <cmath>
#include <numbers>

namespace lowpass {

Color mixed(Color from, Color to, double share) {
  const auto mix = [share](int a, int b) {
    return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

Color fill_color(Tint tint) {
  using namespace palette;
  constexpr std::array kColors = {kGround, kInk,  kFaint, kGrey, kWhite, kWater,
                                  kOrange, kBlue, kGreen, kPink, kViolet};  // as Tint has them
  return kColors[static_cast<std::size_t>(tint)];
}

Color line_color(Tint tint) {
  return tint == Tint::kWater ? palette::kWaterLine : fill_color(tint);
}

std::vector<PixelPoint> circle_points(PixelPoint centre, double radius) {
  constexpr int kCorners = 64;
  std::vector<PixelPoint> points;
  for (int i = 0; i <= kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return points;
}

}  // namespace lowpass
