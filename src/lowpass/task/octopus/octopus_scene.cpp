#include "lowpass/task/octopus/octopus_scene.h"

#include <cassert>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

using Kind = ScenePart::Kind;

/// In the order of the scene's quantities.
enum Quantity { kDorsal, kVentral, kTransversal, kRotation, kTouch };

// Lengths in units of the world, about one compartment.
constexpr double kFar = 1e4;  // water is wider and deeper than any picture
constexpr double kCross = 0.4;
constexpr double kGoalRadius = 0.38;
constexpr double kArrowRadius = 0.95, kArrowWidth = 0.13;

void add_water(const OctopusSurroundings& around, std::vector<ScenePart>& parts) {
  const double y = around.surface;
  parts.push_back({.kind = Kind::kPolygon,
                   .role = "water",
                   .points = 0,
                   .fixed = {-kFar, y, kFar, y, kFar, -kFar, -kFar, -kFar},
                   .fill = Tint::kWater,
                   .is_backdrop = true});
  parts.push_back({.kind = Kind::kLine,
                   .role = "surface",
                   .legend = "water surface",
                   .points = 0,
                   .fixed = {-kFar, y, kFar, y},
                   .line = Tint::kWater,
                   .width = 0.08,
                   .is_backdrop = true});
}

ScenePart muscle(const char* role, Quantity quantity) {
  return {.kind = Kind::kLine,
          .role = role,
          .points = 2,
          .line = Tint::kGrey,
          .width = 0.08,
          .quantity = quantity,
          .gain = 0.13};
}

void add_arm(int compartments, std::vector<ScenePart>& parts) {
  parts.push_back({.kind = Kind::kTrace,
                   .role = "trace",
                   .legend = "way of the tip",
                   .line = Tint::kViolet,
                   .width = 0.07});
  for (int i = 0; i < compartments; ++i) {
    parts.push_back({.kind = Kind::kPolygon,
                     .role = "compartment",
                     .points = 4,
                     .fill = Tint::kWhite,
                     .quantity = kTransversal});
  }
  for (int i = 0; i <= compartments; ++i) {
    parts.push_back(
        {.kind = Kind::kLine, .role = "wall", .points = 2, .line = Tint::kGrey, .width = 0.05});
  }
  for (int i = 0; i < compartments; ++i) {
    parts.push_back(muscle("dorsal", kDorsal));
    parts.push_back(muscle("ventral", kVentral));
  }
}

/// An arrow along the left side of a circle about the base: `direction` 1 turns to the left (+),
/// seen from the upper left on; -1 is its image below.
ScenePart rotation(const OctopusSurroundings& around, double direction) {
  // Shares of a turn from the direction of -x, the way of the shaft and its head.
  constexpr double kStart = -0.16, kHead = -0.075, kTip = -0.015;
  constexpr int kPieces = 6;
  ScenePart arrow{.kind = Kind::kPolygon, .role = "rotation", .points = 0, .quantity = kRotation};
  const auto add = [&](double turns, double radius) {
    arrow.fixed.push_back(around.base_x - radius * cos_turns(turns));
    arrow.fixed.push_back(around.base_y - direction * radius * sin_turns(turns));
  };
  const double step = (kHead - kStart) / kPieces;
  for (int i = 0; i <= kPieces; ++i) add(kStart + i * step, kArrowRadius + 0.5 * kArrowWidth);
  add(kHead, kArrowRadius + 1.6 * kArrowWidth);
  add(kTip, kArrowRadius);
  add(kHead, kArrowRadius - 1.6 * kArrowWidth);
  for (int i = kPieces; i >= 0; --i) add(kStart + i * step, kArrowRadius - 0.5 * kArrowWidth);
  return arrow;
}

void add_base(const OctopusSurroundings& around, std::vector<ScenePart>& parts) {
  const double x = around.base_x, y = around.base_y, r = kCross;
  for (const double slope : {1.0, -1.0}) {
    parts.push_back({.kind = Kind::kLine,
                     .role = "base",
                     .legend = "base",
                     .points = 0,
                     .fixed = {x - r, y - slope * r, x + r, y + slope * r},
                     .line = Tint::kInk,
                     .width = 0.13});
  }
  parts.push_back(rotation(around, 1.0));
  parts.push_back(rotation(around, -1.0));
}

}  // namespace

Scene octopus_scene(int compartments, const OctopusSurroundings& around) {
  Scene scene{.quantities = {{"dorsal muscles", Tint::kOrange},
                             {"ventral muscles", Tint::kBlue},
                             {"transversal muscles", Tint::kGreen},
                             {"rotation of the base", Tint::kInk},
                             {"touch", Tint::kPink}},
              .parts = {},
              .signals = {"distance"},
              .step_time = around.control_step};
  add_water(around, scene.parts);
  add_arm(compartments, scene.parts);
  add_base(around, scene.parts);
  scene.parts.push_back({.kind = Kind::kCircle,
                         .role = "goal",
                         .legend = "goal, filled when touched",
                         .points = 0,
                         .fixed = {around.goal_x, around.goal_y},
                         .line = Tint::kPink,
                         .width = 0.13,
                         .radius = kGoalRadius,
                         .quantity = kTouch});
  return scene;
}

Moment octopus_moment(const OctopusPose& pose) {
  const auto& [nodes, actions, distance, has_touched] = pose;
  const std::size_t compartments = nodes.size() / 4 - 1;
  assert(actions.size() == 3 * compartments + 2);
  const double* tip = &nodes[4 * compartments];
  Moment moment{.points = {0.5 * (tip[0] + tip[2]), 0.5 * (tip[1] + tip[3])},
                .levels = {},
                .signals = {distance}};
  std::vector<double>& points = moment.points;
  for (std::size_t i = 0; i < compartments; ++i) {
    const double* from = &nodes[4 * i];
    const double* to = from + 4;
    points.insert(points.end(), {from[0], from[1], to[0], to[1], to[2], to[3], from[2], from[3]});
    moment.levels.push_back(actions[3 + 3 * i]);
  }
  points.insert(points.end(), nodes.begin(), nodes.end());  // a wall is a pair
  for (std::size_t i = 0; i < compartments; ++i) {
    const double* from = &nodes[4 * i];
    const double* to = from + 4;
    points.insert(points.end(), {from[0], from[1], to[0], to[1], from[2], from[3], to[2], to[3]});
    moment.levels.insert(moment.levels.end(), {actions[2 + 3 * i], actions[4 + 3 * i]});
  }
  moment.levels.insert(moment.levels.end(), {actions[0], actions[1], has_touched ? 1.0 : 0.0});
  return moment;
}

}  // namespace lowpass
