#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lowpass/record/trajectory.h"

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
inline constexpr Color kAir = {250, 250, 248};
inline constexpr Color kWater = {231, 242, 249};
inline constexpr Color kSurface = {86, 160, 205};
inline constexpr Color kInk = {36, 41, 47};
inline constexpr Color kFaintInk = {101, 109, 118};
inline constexpr Color kTrace = {158, 138, 184};
inline constexpr Color kGoal = {190, 76, 140};
inline constexpr Color kRelaxedEdge = {150, 156, 163};
inline constexpr Color kRelaxedFill = {255, 255, 255};
inline constexpr Color kDorsal = {213, 94, 0};
inline constexpr Color kVentral = {0, 90, 178};
inline constexpr Color kTransversal = {0, 148, 108};
}  // namespace palette

/// A place in a picture, in pixels right of and below its upper left corner.
struct PixelPoint {
  double x, y;
};

/// One thing to draw; what is drawn later covers it.
struct DrawnShape {
  enum class Kind { kFill, kLine, kDisc, kRing };

  std::string_view role;  ///< what it stands for: "compartment", "goal", ...
  Kind kind;
  std::vector<PixelPoint> points;  ///< the polygon, the line from point to point, or the centre
  Color color;
  double width = 0.0;   ///< of a line or a ring, pixels
  double radius = 0.0;  ///< of a disc or, in the middle of its line, a ring; pixels
};

/// A rectangle of the arm's world, y upwards.
struct WorldBox {
  double left, bottom, right, top;

  double width() const { return right - left; }
  double height() const { return top - bottom; }
};

/// Frames that can be drawn: those before the first one with a coordinate that is not finite or is
/// beyond 1e6, as an arm that diverges has them. Throws Error if there is none.
int drawable_frames(const Trajectory& trajectory);

/// The smallest box that holds goal, base and every drawable frame, with room for their outlines.
WorldBox bounds(const Trajectory& trajectory);
/// The smallest box that holds both.
WorldBox united(const WorldBox& a, const WorldBox& b);

/// Where a box of the world appears in a picture.
struct View {
  WorldBox world;
  PixelPoint corner;  ///< of the upper left of `world`
  double scale;       ///< pixels a unit of length

  PixelPoint pixel(double x, double y) const {
    return {corner.x + (x - world.left) * scale, corner.y + (world.top - y) * scale};
  }
};

/// The shapes of a trajectory at the time of frame number `position`, a number from 0 to
/// drawable_frames - 1: in between, nodes are interpolated and the muscles are those that lead to
/// the next frame. Water, trace of the tip so far, arm, base, goal, from back to front.
std::vector<DrawnShape> snapshot(const Trajectory& trajectory, double position, const View& view);

}  // namespace lowpass
