#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lowpass/scene/scene.h"

namespace lowpass {

struct Color {
  std::uint8_t red, green, blue;
};

/// `share` = 0 is `from`, 1 is `to`.
Color mixed(Color from, Color to, double share);

/// Colours that people with any of the common kinds of colour blindness tell apart (Okabe and Ito,
/// 2008), each on the picture's own background.
namespace palette {
inline constexpr Color kPage = {255, 255, 255};
inline constexpr Color kGround = {250, 250, 248};  ///< of scenes
inline constexpr Color kInk = {36, 41, 47};
inline constexpr Color kFaint = {101, 109, 118};
inline constexpr Color kGrey = {150, 156, 163};
inline constexpr Color kWhite = {255, 255, 255};
inline constexpr Color kWater = {231, 242, 249};
inline constexpr Color kWaterLine = {86, 160, 205};
inline constexpr Color kOrange = {213, 94, 0};
inline constexpr Color kBlue = {0, 90, 178};
inline constexpr Color kGreen = {0, 148, 108};
inline constexpr Color kPink = {190, 76, 140};
inline constexpr Color kViolet = {158, 138, 184};
}  // namespace palette

/// A tint as pictures show it; Tint::kNone is the ground. Lines of water are darker than its area.
Color fill_color(Tint tint);
Color line_color(Tint tint);

/// A place in a picture, in pixels right of and below its upper left corner.
struct PixelPoint {
  double x, y;
};

/// One thing to draw; what is drawn later covers it.
struct DrawnShape {
  enum class Kind { kFill, kLine, kDisc, kRing, kText };

  std::string role;  ///< what it stands for: "goal", ...
  Kind kind;
  /// The polygon, the line from point to point, the centre, or the left end of a text's baseline.
  std::vector<PixelPoint> points;
  Color color;
  double width = 0.0;    ///< of a line or a ring, height of a text's digits; pixels
  double radius = 0.0;   ///< of a disc or, in the middle of its line, a ring; pixels
  double opacity = 1.0;  ///< 0 to 1
  std::string text = {};
};

/// A closed line around a centre, near enough to a circle for any picture.
std::vector<PixelPoint> circle_points(PixelPoint centre, double radius);

}  // namespace lowpass
