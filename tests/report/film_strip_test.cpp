// The film strip: a complete SVG file with everything in its place.

#include <cmath>
#include <cstdlib>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/report/film_strip.h"
#include "lowpass/report/labels.h"
#include "tests/report/svg_reading.h"
#include "tests/support/curling_arm.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

constexpr double kQuarterTurn = 1.5707963267948966;

std::vector<Trajectory> three_starts(int compartments, int steps) {
  std::vector<Trajectory> result;
  for (const double start : {-kQuarterTurn, 0.0, kQuarterTurn}) {
    result.push_back(curling_arm(compartments, start, steps));
  }
  return result;
}

std::vector<std::string> panels_of(const std::string& svg) {
  std::vector<std::string> panels;
  const std::string open = "<g class=\"panel\">";
  for (auto at = svg.find(open); at != std::string::npos; at = svg.find(open, at + 1)) {
    panels.push_back(svg.substr(at, svg.find("</g>", at) - at));
  }
  return panels;
}

TEST(FilmStrip, IsAnXmlFileCompleteInItself) {
  expect_complete_svg(film_strip_svg(three_starts(10, 60)));
}

TEST(FilmStrip, HasAPanelForEachSnapshotOfEachTrajectory) {
  const auto trajectories = three_starts(3, 40);
  for (const int snapshots : {2, 5, 8}) {
    const std::string svg = film_strip_svg(trajectories, {.snapshots = snapshots});
    EXPECT_EQ(panels_of(svg).size(), 3u * snapshots);
  }
}

TEST(FilmStrip, EveryPanelShowsArmBaseGoalAndTime) {
  for (const std::string& panel : panels_of(film_strip_svg(three_starts(10, 60)))) {
    EXPECT_EQ(count(panel, "class=\"base\""), 2);  // the two lines of a cross
    EXPECT_EQ(count(panel, "<circle class=\"goal\""), 1);
    EXPECT_EQ(count(panel, "class=\"compartment\""), 10);
    EXPECT_EQ(count(panel, "class=\"dorsal\""), 10);
    EXPECT_EQ(count(panel, "class=\"ventral\""), 10);
    EXPECT_EQ(count(panel, "class=\"trace\""), 1);
    EXPECT_EQ(count(panel, ">t = "), 1);
  }
}

TEST(FilmStrip, NothingLiesOutsideTheViewBox) {
  for (const int compartments : {1, 3, 20}) {
    for (const int snapshots : {2, 8}) {
      const std::string svg =
          film_strip_svg(three_starts(compartments, 100), {.snapshots = snapshots});
      const double width = attribute(svg, "width"), height = attribute(svg, "height");
      const Extent extent = extent_of(svg);
      EXPECT_GE(extent.left, 0);
      EXPECT_GE(extent.top, 0);
      EXPECT_LE(extent.right, width);
      EXPECT_LE(extent.bottom, height);
      EXPECT_EQ(width, 960);
    }
  }
}

TEST(FilmStrip, TheGoalIsADiscInTheLastPanelOfATouchAlone) {
  Trajectory trajectory = curling_arm(5, 0.0, 30);
  for (const bool touched : {false, true}) {
    trajectory.touched = touched;
    const auto panels = panels_of(film_strip_svg({&trajectory, 1}));
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const auto at = panels[i].find("<circle class=\"goal\"");
      const std::string goal = panels[i].substr(at, panels[i].find('>', at) - at);
      EXPECT_EQ(count(goal, "fill=\"none\"") == 0, touched && i + 1 == panels.size()) << i;
    }
  }
}

TEST(FilmStrip, TheSurfaceIsDrawnWhereItIsInView) {
  const auto trajectories = three_starts(10, 20);
  const auto lines = [](const Trajectory& trajectory) {
    return count(film_strip_svg({&trajectory, 1}), "class=\"surface\"");
  };
  EXPECT_EQ(lines(trajectories[0]), 0);  // hangs 5 below it
  EXPECT_EQ(lines(trajectories[2]), 8);  // stands up through it
}

TEST(FilmStrip, SnapshotsAreAtEqualIntervalsFromFirstToLastFrame) {
  const Trajectory trajectory = curling_arm(3, kQuarterTurn, 30);
  ASSERT_FALSE(trajectory.touched);
  const auto panels = panels_of(film_strip_svg({&trajectory, 1}, {.snapshots = 5}));
  const char* times[] = {">t = 0<", ">t = 7.5<", ">t = 15<", ">t = 22.5<", ">t = 30<"};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(count(panels[i], times[i]), 1) << panels[i].substr(0, 200);
}

TEST(FilmStrip, StaysSmall) {
  // Three rows of eight, as in a README.
  EXPECT_LT(film_strip_svg(three_starts(10, 250)).size(), 300'000u);
  EXPECT_LT(film_strip_svg(three_starts(20, 500)).size(), 300'000u);
}

TEST(FilmStrip, ADivergedArmIsDrawnUntilItDiverges) {
  Trajectory trajectory = curling_arm(3, kQuarterTurn, 30);
  trajectory.frames[21].nodes[7] = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = film_strip_svg({&trajectory, 1});
  EXPECT_EQ(count(svg, ">t = 20<"), 1);
  EXPECT_EQ(count(svg, "nan"), 0);
  trajectory.frames[0].nodes[0] = 1e300;
  EXPECT_THROW(film_strip_svg({&trajectory, 1}), Error);
}

TEST(FilmStrip, OptionsOutOfRangeAreErrors) {
  const auto trajectories = three_starts(1, 2);
  EXPECT_THROW(film_strip_svg({}), Error);
  EXPECT_THROW(film_strip_svg(trajectories, {.snapshots = 1}), Error);
  EXPECT_THROW(film_strip_svg(trajectories, {.snapshots = 101}), Error);
  EXPECT_THROW(film_strip_svg(trajectories, {.width = 10}), Error);
}

TEST(FilmStrip, RowsOfSeveralArmLengthsSayWhich) {
  const std::vector<Trajectory> arms = {curling_arm(1, 0.0, 3), curling_arm(20, 0.0, 3)};
  const std::string svg = film_strip_svg(arms);
  EXPECT_EQ(count(svg, ">1 compartment, start 0<"), 1);
  EXPECT_EQ(count(svg, ">20 compartments, start 0<"), 1);
  EXPECT_EQ(count(film_strip_svg({arms.data(), 1}), ">start 0<"), 1);
}

TEST(Labels, AnglesAreWrittenAsPeopleSayThem) {
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
