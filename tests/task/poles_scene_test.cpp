#include "lowpass/task/poles/poles_scene.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/task/poles/poles_task.h"

namespace lowpass {
namespace {

using Numbers = std::vector<double>;

/// Where the points of the first part of that role begin in a moment.
std::size_t first_point(const Scene& scene, const std::string& role) {
  std::size_t at = 0;
  for (const ScenePart& part : scene.parts) {
    if (part.role == role) return at;
    at += 2 * static_cast<std::size_t>(part.points);
  }
  ADD_FAILURE() << role;
  return 0;
}

TEST(PolesScene, AMomentHasTheNumbersThatTheSceneCallsFor) {
  for (const int poles : {1, 2}) {
    const PolesTask task({.poles = poles});
    const Scene scene = task.scene();
    const auto arena = task.make_arena(1);
    arena->start(0, 0);
    const Moment moment = arena->moment(0);
    std::size_t points = 0, levels = 0;
    for (const ScenePart& part : scene.parts) {
      points += 2 * static_cast<std::size_t>(part.points);
      levels += part.quantity >= 0 ? 1 : 0;
    }
    EXPECT_EQ(moment.points.size(), points);
    EXPECT_EQ(moment.levels.size(), levels);
    EXPECT_EQ(moment.signals.size(), scene.signals.size());
    EXPECT_EQ(scene.step_time, 0.02);
    EXPECT_EQ(scene.time_unit, "s");
  }
}

TEST(PolesScene, PolesHaveTheirRealLengthsAndLeanAsTheyDo) {
  const PolesTask task({.poles = 2});
  const auto arena = task.make_arena(1);
  arena->start(0, 0);
  const Moment moment = arena->moment(0);
  const double* pole = moment.points.data() + first_point(task.scene(), "pole");
  EXPECT_NEAR(std::hypot(pole[2] - pole[0], pole[3] - pole[1]), 1.0, 1e-15);
  EXPECT_NEAR(std::atan2(pole[2] - pole[0], pole[3] - pole[1]), radians(4), 1e-15);
  EXPECT_NEAR(pole[7] - pole[5], 0.1, 1e-15);
  EXPECT_EQ(moment.signals, (Numbers{0.0, degrees(radians(4)), 0.0, 0.0}));
}

TEST(PolesScene, TheForceIsAnArrowAsLongAsItIsStrong) {
  const PolesTask task({.poles = 1});
  const auto arena = task.make_arena(1);
  const std::size_t at = first_point(task.scene(), "force");
  const auto pushed = [&](double output) {
    arena->start(0, 0);
    arena->act(0, Numbers{output});
    return arena->moment(0);
  };
  const Moment right = pushed(1.0), left = pushed(0.25);
  EXPECT_EQ(right.levels, Numbers{1.0});
  EXPECT_EQ(right.signals.back(), 10.0);
  EXPECT_NEAR(right.points[at + 2] - right.points[at], 0.5, 1e-15);
  EXPECT_EQ(left.levels, Numbers{0.5});
  EXPECT_EQ(left.signals.back(), -5.0);
  EXPECT_NEAR(left.points[at + 2] - left.points[at], -0.25, 1e-15);
}

TEST(PolesScene, ADivergedEpisodeIsDrawnAsItWasBefore) {
  const PolesTask task({});
  const auto arena = task.make_arena(1);
  arena->start(0, 0);
  const Moment before = arena->moment(0);
  arena->act(0, Numbers{std::nan("")});
  arena->step();
  EXPECT_TRUE(arena->episode(0).diverged);
  EXPECT_EQ(arena->moment(0).points, before.points);
  EXPECT_EQ(arena->moment(0).signals, before.signals);
}

}  // namespace
}  // namespace lowpass
