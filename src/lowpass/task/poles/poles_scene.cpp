#include "lowpass/task/poles/poles_scene.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/math.h"
#include "lowpass/task/poles/poles_options.h"

namespace lowpass {
namespace {

// Sizes that the equations do not know, metres.
constexpr double kCartWidth = 0.4, kCartHeight = 0.16;
constexpr double kForceLength = 0.5;  // at 10 N
constexpr double kArrowHead = 0.06;
constexpr double kLimitHeight = 0.3;

using Kind = ScenePart::Kind;

ScenePart limit_of_track(double x) {
  return {.kind = Kind::kLine,
          .role = "limit",
          .legend = x < 0.0 ? "end of the track" : "",
          .points = 0,
          .fixed = {x, -0.05, x, kLimitHeight},
          .line = Tint::kGrey,
          .width = 0.03};
}

ScenePart limit_of_angle(bool has_legend) {
  return {.kind = Kind::kLine,
          .role = "sector",
          .legend = has_legend ? "limit of the angle" : "",
          .points = 2,
          .line = Tint::kFaint,
          .width = 0.01};
}

ScenePart pole_part(int i) {
  return {.kind = Kind::kLine,
          .role = "pole",
          .legend = fmt::format("pole {}", i + 1),
          .points = 2,
          .line = i == 0 ? Tint::kOrange : Tint::kBlue,
          .width = i == 0 ? 0.04 : 0.03};
}

/// From the side of the cart that is pushed; a line with a head, as long as the force is strong.
ScenePart force_part() {
  return {.kind = Kind::kLine,
          .role = "force",
          .points = 5,
          .line = Tint::kFaint,
          .width = 0.015,
          .quantity = 0,
          .gain = 0.015};
}

void add_point(Moment& moment, double x, double y) {
  moment.points.push_back(x);
  moment.points.push_back(y);
}

/// A line from the pivot on top of the cart.
void add_rod(Moment& moment, double x, double angle, double length) {
  add_point(moment, x, kCartHeight);
  add_point(moment, x + length * sin(angle), kCartHeight + length * cos(angle));
}

void add_cart(Moment& moment, double x) {
  const double left = x - 0.5 * kCartWidth, right = x + 0.5 * kCartWidth;
  add_point(moment, left, 0.0);
  add_point(moment, right, 0.0);
  add_point(moment, right, kCartHeight);
  add_point(moment, left, kCartHeight);
}

void add_force(Moment& moment, double x, double force) {
  const double way = force < 0.0 ? -1.0 : 1.0, y = 0.5 * kCartHeight;
  const double share = std::abs(force) / kMaxForce;
  const double from = x + way * 0.5 * kCartWidth, to = from + way * share * kForceLength;
  const double head = share * kArrowHead;
  add_point(moment, from, y);
  add_point(moment, to, y);
  add_point(moment, to - way * head, y + head);
  add_point(moment, to, y);
  add_point(moment, to - way * head, y - head);
}

}  // namespace

Scene poles_scene(const CartModel& model) {
  Scene scene{.quantities = {{"force", Tint::kPink}},
              .signals = {"position", "angle 1"},
              .step_time = kControlStep_s,
              .time_unit = "s",
              .view = SceneBox{-kTrackLimit_m - 0.4, -0.15, kTrackLimit_m + 0.4, 1.25}};
  scene.parts = {{.kind = Kind::kLine,
                  .role = "track",
                  .points = 0,
                  .fixed = {-kTrackLimit_m, 0.0, kTrackLimit_m, 0.0},
                  .line = Tint::kInk,
                  .width = 0.02},
                 limit_of_track(-kTrackLimit_m),
                 limit_of_track(kTrackLimit_m),
                 limit_of_angle(true),
                 limit_of_angle(false)};
  for (int i = 0; i < model.poles; ++i) scene.parts.push_back(pole_part(i));
  scene.parts.push_back({.kind = Kind::kPolygon,
                         .role = "cart",
                         .points = 4,
                         .fill = Tint::kGrey,
                         .line = Tint::kInk,
                         .width = 0.01});
  scene.parts.push_back(force_part());
  if (model.poles == 2) scene.signals.push_back("angle 2");
  scene.signals.push_back("force");
  return scene;
}

Moment poles_moment(const CartModel& model, std::span<const double> state, double force) {
  Moment moment{.levels = {std::abs(force) / kMaxForce}, .signals = {state[0]}};
  const double limit = radians(angle_limit_degrees(model.poles));
  const double longest = 2.0 * model.pole[0].half_length_m;
  add_rod(moment, state[0], -limit, longest);
  add_rod(moment, state[0], limit, longest);
  for (int i = 0; i < model.poles; ++i) {
    const double angle = state[2 + 2 * i];
    add_rod(moment, state[0], angle, 2.0 * model.pole[i].half_length_m);
    moment.signals.push_back(degrees(angle));
  }
  add_cart(moment, state[0]);
  add_force(moment, state[0], force);
  moment.signals.push_back(force);
  return moment;
}

}  // namespace lowpass
