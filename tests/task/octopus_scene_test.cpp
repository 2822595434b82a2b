// The arm's picture: every number of a moment in its place.

#include "lowpass/task/octopus/octopus_scene.h"

#include <gtest/gtest.h>

#include "lowpass/scene/scene_check.h"
#include "lowpass/task/octopus/angle_label.h"

namespace lowpass {
namespace {

constexpr double kQuarterTurn = 1.5707963267948966;

// Two compartments along +x, upper nodes at y = 1, lower at y = -1.
const std::vector<double> kOutline = {0, 1, 0, -1, 2, 1, 2, -1, 4, 1, 4, -1};
const std::vector<double> kActions = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};

Recording example() {
  return {.scene = octopus_scene(2, {.goal_x = 5, .goal_y = -3, .surface = 5}),
          .title = "",
          .moments = {octopus_moment({kOutline, kActions, 3.5, true})}};
}

TEST(OctopusScene, MomentsHaveTheNumbersThatTheSceneCallsFor) {
  EXPECT_EQ(recording_fault(example()), "");
}

TEST(OctopusScene, EveryNumberReachesItsPart) {
  const Recording recording = example();
  const Moment& moment = recording.moments[0];
  std::size_t point = 0, level = 0;
  std::vector<std::pair<std::string, double>> levels;
  for (const ScenePart& part : recording.scene.parts) {
    const double* at = &moment.points[point];
    if (part.role == "trace") {
      EXPECT_EQ(at[0], 4);
      EXPECT_EQ(at[1], 0);
    }
    EXPECT_TRUE(part.role != "dorsal" || at[1] == 1);
    EXPECT_TRUE(part.role != "ventral" || at[1] == -1);
    EXPECT_TRUE(part.role != "wall" || at[0] == at[2]);
    point += 2 * part.points;
    if (part.quantity >= 0) levels.push_back({part.role, moment.levels[level++]});
  }
  const std::vector<std::pair<std::string, double>> expected = {
      {"compartment", 0.4}, {"compartment", 0.7}, {"dorsal", 0.3},
      {"ventral", 0.5},     {"dorsal", 0.6},      {"ventral", 0.8},
      {"rotation", 0.1},    {"rotation", 0.2},    {"goal", 1.0}};
  EXPECT_EQ(levels, expected);
  EXPECT_EQ(moment.signals, std::vector{3.5});
}

TEST(OctopusScene, AnglesAreWrittenAsPeopleSayThem) {
  EXPECT_EQ(angle_label(-kQuarterTurn), "−π/2 (down)");
  EXPECT_EQ(angle_label(0), "0");
  EXPECT_EQ(angle_label(kQuarterTurn), "π/2 (up)");
  EXPECT_EQ(angle_label(-kQuarterTurn / 2), "−π/4");
  EXPECT_EQ(angle_label(1.5 * kQuarterTurn), "3π/4");
  EXPECT_EQ(angle_label(2 * kQuarterTurn), "π");
  EXPECT_EQ(angle_label(0.785398), "π/4");  // as typed
  EXPECT_EQ(angle_label(-0.3), "−0.30 rad");
  EXPECT_EQ(angle_label(1e300), angle_label(1e300));
}

}  // namespace
}  // namespace lowpass
