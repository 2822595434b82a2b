// The film strip: a complete SVG file with everything in its place.

#include "lowpass/report/film_strip.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/report/labels.h"
#include "tests/report/svg_reading.h"
#include "tests/support/program.h"
#include "tests/support/swinging_chain.h"

namespace lowpass {
namespace {

constexpr double kQuarterTurn = 1.5707963267948966;

std::vector<Recording> three_starts(int links, int steps) {
  std::vector<Recording> result;
  for (const double start : {-kQuarterTurn, 0.0, kQuarterTurn}) {
    result.push_back(swinging_chain(links, start, steps));
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

/// The first element of a class.
std::string element_of(const std::string& svg, const std::string& name) {
  const auto at = svg.rfind('<', svg.find("class=\"" + name + "\""));
  return svg.substr(at, svg.find('>', at) - at);
}

/// A ball of radius 1 that rolls along a track, from x = 0 to x = `way`.
Recording rolling_ball(double way, int steps) {
  Recording recording{
      .scene = {.step_time = 0.02, .time_unit = "s"}, .title = "ball", .moments = {}};
  recording.scene.parts = {
      {.kind = ScenePart::Kind::kCircle, .role = "ball", .fill = Tint::kBlue, .radius = 1.0},
      {.kind = ScenePart::Kind::kTrace, .role = "trace", .line = Tint::kViolet, .width = 0.1}};
  for (int i = 0; i <= steps; ++i) {
    const double x = way * i / steps;
    recording.moments.push_back({.points = {x, 1, x, 1}});
  }
  return recording;
}

TEST(FilmStrip, IsAnXmlFileCompleteInItself) {
  expect_complete_svg(film_strip_svg(three_starts(10, 60)));
}

TEST(FilmStrip, TextsFromOutsideAreEscaped) {
  Recording recording = swinging_chain(2, 0, 3);
  recording.title = "<script>&\x01";
  recording.outcome = "a < b";
  recording.scene.parts[1].legend = "<b>";
  recording.scene.parts.back().legend = "R&D";
  expect_complete_svg(film_strip_svg({&recording, 1}));
}

TEST(FilmStrip, HasAPanelForEachSnapshotOfEachRecording) {
  const auto recordings = three_starts(3, 40);
  for (const int snapshots : {2, 5, 8}) {
    const std::string svg = film_strip_svg(recordings, {.snapshots = snapshots});
    EXPECT_EQ(panels_of(svg).size(), 3u * snapshots);
  }
}

TEST(FilmStrip, EveryPanelShowsAllPartsAndTheTime) {
  for (const std::string& panel : panels_of(film_strip_svg(three_starts(10, 60)))) {
    EXPECT_EQ(count(panel, "class=\"lake\""), 1);
    EXPECT_EQ(count(panel, "class=\"hook\""), 2);  // the two lines of a cross
    EXPECT_EQ(count(panel, "<circle class=\"goal\""), 1);
    EXPECT_EQ(count(panel, "class=\"link\""), 20);  // areas and outlines
    EXPECT_EQ(count(panel, "class=\"rope\""), 10);
    EXPECT_GE(count(panel, "class=\"trace\""), 1);
    EXPECT_EQ(count(panel, ">hook</text>"), 1);
    EXPECT_EQ(count(panel, ">t = "), 1);
  }
}

TEST(FilmStrip, RowsAreHeadedByTitleAndOutcome) {
  std::vector<Recording> recordings = {swinging_chain(3, 0, 5), reaching(swinging_chain(3, 0, 93))};
  recordings[0].title = "start −π/2 (down)";
  const std::string svg = film_strip_svg(recordings);
  EXPECT_EQ(count(svg, ">start −π/2 (down)<"), 1);
  EXPECT_EQ(count(svg, ">fitness 0.250<"), 1);
  EXPECT_EQ(count(svg, ">fitness 0.812, reached after 93 steps<"), 1);
}

TEST(FilmStrip, NothingLiesOutsideTheViewBox) {
  for (const int links : {1, 3, 20}) {
    for (const int snapshots : {2, 8}) {
      const std::string svg = film_strip_svg(three_starts(links, 100), {.snapshots = snapshots});
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

TEST(FilmStrip, OneScaleHoldsForAllRows) {
  std::vector<Recording> recordings = {rolling_ball(10, 20), rolling_ball(30, 20)};
  const auto panels = panels_of(film_strip_svg(recordings));
  const double radius = attribute(element_of(panels[0], "ball"), "r");
  EXPECT_GT(radius, 1.5);
  for (const std::string& panel : panels) {
    EXPECT_EQ(attribute(element_of(panel, "ball"), "r"), radius);
  }
}

TEST(FilmStrip, ColoursFollowTheLevels) {
  Recording recording = swinging_chain(1, 0, 1);  // levels: strain of the link, pull, goal
  const auto link_at = [&](double strain) {
    for (Moment& moment : recording.moments) moment.levels[0] = strain;
    return element_of(panels_of(film_strip_svg({&recording, 1}))[0], "link");
  };
  EXPECT_EQ(count(link_at(0), "fill=\"#ffffff\""), 1);
  EXPECT_EQ(count(link_at(0.5), "fill=\"#80cab6\""), 1);
  EXPECT_EQ(count(link_at(1), "fill=\"#00946c\""), 1);
  const auto rope_at = [&](double pull) {
    for (Moment& moment : recording.moments) moment.levels[1] = pull;
    return element_of(panels_of(film_strip_svg({&recording, 1}))[0], "rope");
  };
  EXPECT_EQ(count(rope_at(0), "stroke=\"#969ca3\""), 1);
  EXPECT_EQ(count(rope_at(1), "stroke=\"#d55e00\""), 1);
  EXPECT_GT(attribute(rope_at(1), "stroke-width"), attribute(rope_at(0), "stroke-width"));
}

TEST(FilmStrip, WhereThereIsNoFillTheLevelIsOpacity) {
  Recording recording = swinging_chain(5, 0.0, 30);
  const auto goal_at = [&](double level) {
    for (Moment& moment : recording.moments) moment.levels.back() = level;
    return element_of(panels_of(film_strip_svg({&recording, 1}))[0], "goal");
  };
  EXPECT_EQ(count(goal_at(0), "fill=\"none\""), 1);
  EXPECT_EQ(count(goal_at(0.25), "fill=\"#be4c8c\" opacity=\"0.25\""), 1);
  EXPECT_EQ(count(goal_at(1), "fill=\"#be4c8c\""), 1);
  EXPECT_EQ(count(goal_at(1), "opacity"), 0);
}

TEST(FilmStrip, TheGoalIsADiscInTheLastPanelOfASuccessAlone) {
  const Recording open = swinging_chain(5, 0.0, 30), reached = reaching(open);
  for (const Recording& recording : {open, reached}) {
    const auto panels = panels_of(film_strip_svg({&recording, 1}));
    for (std::size_t i = 0; i < panels.size(); ++i) {
      EXPECT_EQ(count(element_of(panels[i], "goal"), "fill=\"none\"") == 0,
                recording.succeeded && i + 1 == panels.size())
          << i;
    }
  }
}

TEST(FilmStrip, BackdropsAreDrawnWhereTheyAreInView) {
  const auto recordings = three_starts(10, 20);
  const auto lines = [](const Recording& recording) {
    std::string panels;
    for (const std::string& panel : panels_of(film_strip_svg({&recording, 1}))) panels += panel;
    return count(panels, "class=\"shore\"");
  };
  EXPECT_EQ(lines(recordings[0]), 0);  // hangs 5 below it
  EXPECT_EQ(lines(recordings[2]), 8);  // stands up through it
}

TEST(FilmStrip, TheViewOfTheSceneIsAlwaysInSight) {
  Recording recording = rolling_ball(2, 10);
  const double alone = attribute(element_of(film_strip_svg({&recording, 1}), "ball"), "r");
  recording.scene.view = SceneBox{-100, 0, 100, 80};
  const double within = attribute(element_of(film_strip_svg({&recording, 1}), "ball"), "r");
  EXPECT_GT(alone, 10);
  EXPECT_EQ(within, 1.5);  // as small as it may be
}

TEST(FilmStrip, ScenesThatAreWideAndLowAreBrokenIntoLines) {
  const auto tops = [](const Recording& recording) {
    std::vector<double> found;
    for (const std::string& panel : panels_of(film_strip_svg({&recording, 1}))) {
      found.push_back(attribute(element_of(panel, "ground"), "y"));
    }
    return found;
  };
  const auto square = tops(rolling_ball(1, 10)), wide = tops(rolling_ball(5, 10));
  EXPECT_EQ(square.front(), square.back());
  EXPECT_EQ(wide[0], wide[3]);
  EXPECT_LT(wide[3], wide[4]);
}

TEST(FilmStrip, SnapshotsAreAtEqualIntervalsFromFirstToLastMoment) {
  const Recording recording = swinging_chain(3, kQuarterTurn, 30);
  const auto panels = panels_of(film_strip_svg({&recording, 1}, {.snapshots = 5}));
  const char* times[] = {">t = 0<", ">t = 7.5<", ">t = 15<", ">t = 22.5<", ">t = 30<"};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(count(panels[i], times[i]), 1) << panels[i].substr(0, 200);
}

TEST(FilmStrip, BetweenMomentsPointsAreInterpolated) {
  const Recording recording = rolling_ball(10, 1);
  const auto panels = panels_of(film_strip_svg({&recording, 1}, {.snapshots = 3}));
  const auto x_in = [&](int panel) {
    return attribute(element_of(panels[panel], "ball"), "cx") -
           attribute(element_of(panels[panel], "ground"), "x");
  };
  EXPECT_NEAR(x_in(1), 0.5 * (x_in(0) + x_in(2)), 0.02);  // two roundings to a hundredth
}

TEST(FilmStrip, TheLegendNamesWhatIsShownOnce) {
  const std::string svg = film_strip_svg(three_starts(3, 10));
  for (const char* name : {">pull<", ">strain<", ">shore<", ">way of the end<",
                           ">goal, filled when reached<", ">t in time units<"}) {
    EXPECT_EQ(count(svg, name), 1) << name;
  }
  EXPECT_EQ(count(svg, ">reached<"), 0);  // the goal says it
  const Recording ball = rolling_ball(1, 1);
  EXPECT_EQ(count(film_strip_svg({&ball, 1}), "class=\"key\""), 0);
}

TEST(FilmStrip, StaysSmall) {
  // Three rows of eight, as in a README.
  EXPECT_LT(film_strip_svg(three_starts(10, 250)).size(), 300'000u);
  EXPECT_LT(film_strip_svg(three_starts(20, 500)).size(), 300'000u);
  // A point that swings to and fro for long leaves no more than what is to be seen.
  const Recording whole_day = swinging_chain(2, 0, 100'000);
  EXPECT_LT(film_strip_svg({&whole_day, 1}).size(), 200'000u);
}

TEST(FilmStrip, ADivergedEpisodeIsDrawnUntilItDiverges) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 1.1e6}) {
    Recording recording = swinging_chain(3, kQuarterTurn, 30);
    recording.moments[21].points[7] = bad;
    const std::string svg = film_strip_svg({&recording, 1});
    EXPECT_EQ(count(svg, ">t = 20<"), 1);
    EXPECT_EQ(count(svg, "nan"), 0);
    recording.moments[0].points[0] = 1e300;
    EXPECT_THROW(film_strip_svg({&recording, 1}), Error);
  }
}

TEST(FilmStrip, OptionsOutOfRangeAreErrors) {
  const auto recordings = three_starts(1, 2);
  EXPECT_THROW(film_strip_svg({}), Error);
  EXPECT_THROW(film_strip_svg(recordings, {.snapshots = 1}), Error);
  EXPECT_THROW(film_strip_svg(recordings, {.snapshots = 101}), Error);
  EXPECT_THROW(film_strip_svg(recordings, {.width = 10}), Error);
}

TEST(FilmStrip, WhatDoesNotFitItsSceneIsAnError) {
  Recording recording = swinging_chain(1, 0, 2);
  recording.moments[1].levels.pop_back();
  EXPECT_THROW(film_strip_svg({&recording, 1}), Error);
  const Recording blind{.scene = {}, .title = "", .moments = {{}}};
  EXPECT_THROW(film_strip_svg({&blind, 1}), Error);
}

TEST(Labels, TimesHaveAsManyDecimalsAsTellMomentsApart) {
  EXPECT_EQ(time_label(35.714, 250, ""), "t = 35.7");
  EXPECT_EQ(time_label(35, 250, ""), "t = 35");
  EXPECT_EQ(time_label(0.5, 2, "s"), "t = 0.5 s");
  EXPECT_EQ(time_label(0.02, 0.4, "s"), "t = 0.02 s");
  EXPECT_EQ(clock_label(35.7, 250, ""), "t = 35");
  EXPECT_EQ(clock_label(3, 20, "s"), "t = 3.0 s");
  EXPECT_EQ(clock_label(15 * 0.02, 20, "s"), "t = 0.3 s");
}

TEST(Labels, LargeFitnessHasNoDecimals) {
  EXPECT_EQ(outcome_label({.scene = {}, .title = "", .fitness = 100000, .moments = {}}),
            "fitness 100000");
}

}  // namespace
}  // namespace lowpass
