#include "lowpass/report/scene.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

// Lengths in units of the world, about one compartment: pictures of any size keep proportions.
constexpr double kMargin = 0.7;
constexpr double kGoalRadius = 0.34;
constexpr double kBaseCross = 0.4;

constexpr double kLargestCoordinate = 1e6;

/// A trajectory at one time.
struct Pose {
  std::vector<double> nodes;
  std::span<const double> activations;
};

Pose pose_at(const Trajectory& trajectory, double position) {
  const auto before = static_cast<std::size_t>(position);
  const std::size_t after = std::min(before + 1, trajectory.frames.size() - 1);
  const double share = position - static_cast<double>(before);
  const auto& from = trajectory.frames[before];
  const auto& to = trajectory.frames[after];
  Pose pose{from.nodes, share > 0 ? to.activations : from.activations};
  if (share > 0) {
    for (std::size_t i = 0; i < pose.nodes.size(); ++i) {
      pose.nodes[i] += share * (to.nodes[i] - from.nodes[i]);
    }
  }
  return pose;
}

PixelPoint upper(const std::vector<double>& nodes, int pair, const View& view) {
  return view.pixel(nodes[4 * pair], nodes[4 * pair + 1]);
}

PixelPoint lower(const std::vector<double>& nodes, int pair, const View& view) {
  return view.pixel(nodes[4 * pair + 2], nodes[4 * pair + 3]);
}

PixelPoint midpoint(const std::vector<double>& nodes, int pair, const View& view) {
  const double* at = &nodes[4 * pair];
  return view.pixel(0.5 * (at[0] + at[2]), 0.5 * (at[1] + at[3]));
}

/// Line widths follow the scale between limits that stay visible and do not smear.
double line_width(const View& view, double world, double least, double most) {
  return std::clamp(world * view.scale, least, most);
}

void add_water(const Trajectory& trajectory, const View& view, std::vector<DrawnShape>& shapes) {
  const WorldBox& box = view.world;
  const double top = std::min(trajectory.surface, box.top);
  if (top <= box.bottom) return;
  const PixelPoint left = view.pixel(box.left, top), right = view.pixel(box.right, top);
  shapes.push_back(
      {"water",
       DrawnShape::Kind::kFill,
       {left, right, view.pixel(box.right, box.bottom), view.pixel(box.left, box.bottom)},
       palette::kWater});
  if (trajectory.surface >= box.top) return;
  shapes.push_back({"surface",
                    DrawnShape::Kind::kLine,
                    {left, right},
                    palette::kSurface,
                    line_width(view, 0.08, 0.8, 2.0)});
}

/// The way of the tip until `position`. Points closer than a line's width to the last one kept say
/// nothing more and are left out: a long trajectory stays a small picture.
void add_trace(const Trajectory& trajectory, double position, const View& view,
               std::vector<DrawnShape>& shapes) {
  const int tip = trajectory.compartments;
  DrawnShape trace{
      "trace", DrawnShape::Kind::kLine, {}, palette::kTrace, line_width(view, 0.07, 0.7, 2.0)};
  for (int frame = 0; frame <= position; ++frame) {
    const PixelPoint point = midpoint(trajectory.frames[frame].nodes, tip, view);
    if (trace.points.empty() ||
        std::hypot(point.x - trace.points.back().x, point.y - trace.points.back().y) >= 1.0) {
      trace.points.push_back(point);
    }
  }
  trace.points.push_back(midpoint(pose_at(trajectory, position).nodes, tip, view));
  shapes.push_back(std::move(trace));
}

void add_muscle(std::string_view role, PixelPoint from, PixelPoint to, double activation,
                Color color, const View& view, std::vector<DrawnShape>& shapes) {
  const double width = line_width(view, 0.09 + 0.15 * activation, 0.7 + 1.2 * activation, 9.0);
  shapes.push_back({role,
                    DrawnShape::Kind::kLine,
                    {from, to},
                    mixed(palette::kRelaxedEdge, color, activation),
                    width});
}

/// Quadrilaterals filled by the transversal muscle's activation, then the muscles along the arm on
/// their edges, then both ends.
void add_arm(const Pose& pose, int compartments, const View& view,
             std::vector<DrawnShape>& shapes) {
  using namespace palette;
  const auto& nodes = pose.nodes;
  for (int i = 0; i < compartments; ++i) {
    shapes.push_back({"compartment",
                      DrawnShape::Kind::kFill,
                      {upper(nodes, i, view), upper(nodes, i + 1, view), lower(nodes, i + 1, view),
                       lower(nodes, i, view)},
                      mixed(kRelaxedFill, kTransversal, 0.9 * pose.activations[3 * i + 1])});
  }
  const double thin = line_width(view, 0.05, 0.5, 2.0);
  for (int i = 0; i <= compartments; ++i) {
    shapes.push_back({"wall",
                      DrawnShape::Kind::kLine,
                      {upper(nodes, i, view), lower(nodes, i, view)},
                      kRelaxedEdge,
                      thin});
  }
  for (int i = 0; i < compartments; ++i) {
    const double dorsal = pose.activations[3 * i], ventral = pose.activations[3 * i + 2];
    add_muscle("dorsal", upper(nodes, i, view), upper(nodes, i + 1, view), dorsal, kDorsal, view,
               shapes);
    add_muscle("ventral", lower(nodes, i, view), lower(nodes, i + 1, view), ventral, kVentral, view,
               shapes);
  }
}

void add_base(const Pose& pose, const View& view, std::vector<DrawnShape>& shapes) {
  const PixelPoint at = midpoint(pose.nodes, 0, view);
  const double r = std::min(kBaseCross * view.scale, 14.0),
               width = line_width(view, 0.15, 1.2, 4.0);
  for (const double slope : {1.0, -1.0}) {
    shapes.push_back({"base",
                      DrawnShape::Kind::kLine,
                      {{at.x - r, at.y - slope * r}, {at.x + r, at.y + slope * r}},
                      palette::kInk,
                      width});
  }
}

/// A ring, or a disc once the arm has touched it.
void add_goal(const Trajectory& trajectory, bool is_touched, const View& view,
              std::vector<DrawnShape>& shapes) {
  const PixelPoint at = view.pixel(trajectory.goal_x, trajectory.goal_y);
  const DrawnShape::Kind kind = is_touched ? DrawnShape::Kind::kDisc : DrawnShape::Kind::kRing;
  const double width = line_width(view, 0.13, 1.2, 4.0);
  const double radius = std::min(kGoalRadius * view.scale, 14.0);
  shapes.push_back({"goal", kind, {at}, palette::kGoal, width, radius});
}

bool is_drawable(const Trajectory::Frame& frame) {
  // (Written so that NaN is not drawable.)
  return std::all_of(frame.nodes.begin(), frame.nodes.end(),
                     [](double x) { return std::abs(x) <= kLargestCoordinate; });
}

}  // namespace

Color mixed(Color from, Color to, double share) {
  const auto mix = [share](int a, int b) {
    return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

int drawable_frames(const Trajectory& trajectory) {
  const auto& frames = trajectory.frames;
  const auto end = std::find_if_not(frames.begin(), frames.end(), is_drawable);
  if (end == frames.begin()) {
    throw Error(ErrorKind::kFailure, "a trajectory has no frame that can be drawn");
  }
  return static_cast<int>(end - frames.begin());
}

WorldBox united(const WorldBox& a, const WorldBox& b) {
  return {std::min(a.left, b.left), std::min(a.bottom, b.bottom), std::max(a.right, b.right),
          std::max(a.top, b.top)};
}

WorldBox bounds(const Trajectory& trajectory) {
  const double x = trajectory.goal_x, y = trajectory.goal_y;
  WorldBox box{x, y, x, y};
  const int frames = drawable_frames(trajectory);
  for (int frame = 0; frame < frames; ++frame) {
    const auto& nodes = trajectory.frames[frame].nodes;
    for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) {
      box = united(box, {nodes[i], nodes[i + 1], nodes[i], nodes[i + 1]});
    }
  }
  return {box.left - kMargin, box.bottom - kMargin, box.right + kMargin, box.top + kMargin};
}

std::vector<DrawnShape> snapshot(const Trajectory& trajectory, double position, const View& view) {
  const int last = drawable_frames(trajectory) - 1;
  assert(position >= 0 && position <= last);
  const Pose pose = pose_at(trajectory, position);
  std::vector<DrawnShape> shapes;
  add_water(trajectory, view, shapes);
  add_trace(trajectory, position, view, shapes);
  add_arm(pose, trajectory.compartments, view, shapes);
  add_base(pose, view, shapes);
  add_goal(trajectory, trajectory.touched && position >= last, view, shapes);
  return shapes;
}

}  // namespace lowpass
