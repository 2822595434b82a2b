#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lowpass/scene/scene.h"

namespace lowpass {

// A recording with every kind of part: a chain of links that hangs on the origin and swings, half
// in a lake, beside a goal.

inline constexpr double kLakeLevel = 5.0;

inline Scene chain_scene(int links) {
  using Kind = ScenePart::Kind;
  Scene scene{
      .quantities = {{"pull", Tint::kOrange}, {"strain", Tint::kGreen}, {"reached", Tint::kPink}},
      .parts = {},
      .signals = {"height"}};
  auto& parts = scene.parts;
  const double far = 1000, y = kLakeLevel;
  parts.push_back({.kind = Kind::kPolygon,
                   .role = "lake",
                   .points = 0,
                   .fixed = {-far, y, far, y, far, -far, -far, -far},
                   .fill = Tint::kWater,
                   .is_backdrop = true});
  parts.push_back({.kind = Kind::kLine,
                   .role = "shore",
                   .legend = "shore",
                   .points = 0,
                   .fixed = {-far, y, far, y},
                   .line = Tint::kWater,
                   .width = 0.08,
                   .is_backdrop = true});
  parts.push_back({.kind = Kind::kTrace,
                   .role = "trace",
                   .legend = "way of the end",
                   .line = Tint::kViolet,
                   .width = 0.07});
  for (int i = 0; i < links; ++i) {
    parts.push_back({.kind = Kind::kPolygon,
                     .role = "link",
                     .points = 4,
                     .fill = Tint::kWhite,
                     .line = Tint::kGrey,
                     .width = 0.05,
                     .quantity = 1});
  }
  for (int i = 0; i < links; ++i) {
    parts.push_back({.kind = Kind::kLine,
                     .role = "rope",
                     .points = 2,
                     .line = Tint::kGrey,
                     .width = 0.09,
                     .quantity = 0,
                     .gain = 0.15});
  }
  for (const double slope : {0.4, -0.4}) {
    parts.push_back({.kind = Kind::kLine,
                     .role = "hook",
                     .legend = "hook",
                     .points = 0,
                     .fixed = {-0.4, -slope, 0.4, slope},
                     .line = Tint::kInk,
                     .width = 0.15});
  }
  parts.push_back({.kind = Kind::kText,
                   .role = "name",
                   .points = 0,
                   .fixed = {-0.9, 0.6},
                   .line = Tint::kFaint,
                   .width = 0.5,
                   .text = "hook"});
  parts.push_back({.kind = Kind::kCircle,
                   .role = "goal",
                   .legend = "goal, filled when reached",
                   .points = 0,
                   .fixed = {0.35 * links, -0.3 * links},
                   .line = Tint::kPink,
                   .width = 0.13,
                   .radius = 0.34,
                   .quantity = 2});
  return scene;
}

/// The chain `step` steps after it was let go at the angle `start` (radians from +x).
inline Moment chain_moment(int links, double start, int step) {
  Moment moment;
  std::vector<double> quads, ropes;
  double x = 0, y = 0;  // where the next link begins
  for (int i = 0; i < links; ++i) {
    const double swing = 0.5 * std::sin(0.1 * step) + 0.4 * std::sin(0.15 * step) * i / links;
    const double dx = std::cos(start + swing), dy = std::sin(start + swing), half = 0.3;
    const double nx = -half * dy, ny = half * dx;  // across the link
    quads.insert(quads.end(), {x + nx, y + ny, x + dx + nx, y + dy + ny, x + dx - nx, y + dy - ny,
                               x - nx, y - ny});
    ropes.insert(ropes.end(), {x + nx, y + ny, x + dx + nx, y + dy + ny});
    x += dx, y += dy;
  }
  moment.points = {x, y};
  moment.points.insert(moment.points.end(), quads.begin(), quads.end());
  moment.points.insert(moment.points.end(), ropes.begin(), ropes.end());
  for (int i = 0; i < links; ++i)
    moment.levels.push_back(step == 0 ? 0 : 0.5 + 0.5 * std::sin(0.2 * step + i));
  for (int i = 0; i < links; ++i)
    moment.levels.push_back(step == 0 ? 0 : std::max(0.0, std::cos(0.12 * step - 0.3 * i)));
  moment.levels.push_back(0.0);
  moment.signals = {y};
  return moment;
}

inline Recording swinging_chain(int links, double start, int steps) {
  Recording recording{.scene = chain_scene(links),
                      .title = std::to_string(links) + " links from " + std::to_string(start),
                      .fitness = 0.25,
                      .moments = {}};
  for (int step = 0; step <= steps; ++step) {
    recording.moments.push_back(chain_moment(links, start, step));
  }
  return recording;
}

/// The same, but at its last moment the goal is reached.
inline Recording reaching(Recording recording) {
  recording.fitness = 0.8125;
  recording.succeeded = true;
  recording.outcome = "reached after " + std::to_string(recording.moments.size() - 1) + " steps";
  recording.moments.back().levels.back() = 1.0;
  return recording;
}

}  // namespace lowpass
