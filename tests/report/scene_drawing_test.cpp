// From scenes to shapes: what is cut, what is thinned, what stays.

#include "lowpass/report/scene_drawing.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "lowpass/report/clipping.h"
#include "lowpass/report/trace.h"
#include "tests/support/swinging_chain.h"

namespace lowpass {
namespace {

constexpr ClipBox kBox = {10, 20, 40, 60};

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1000001) / 1e6;
}

PixelPoint drawn_point() { return {drawn(-50, 100), drawn(-50, 100)}; }

// 1e-9: coordinates of order 100, a few roundings each.
bool is_inside(PixelPoint p) {
  return p.x >= kBox.left - 1e-9 && p.x <= kBox.right + 1e-9 && p.y >= kBox.top - 1e-9 &&
         p.y <= kBox.bottom + 1e-9;
}

double area(const std::vector<PixelPoint>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PixelPoint a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return 0.5 * std::abs(twice);
}

TEST(Clipping, APolygonIsCutAtTheBorder) {
  const std::vector<PixelPoint> around = {{-1e6, -1e6}, {1e6, -1e6}, {1e6, 1e6}, {-1e6, 1e6}};
  EXPECT_NEAR(area(clipped_polygon(around, kBox)), 30 * 40, 1e-6);
  const std::vector<PixelPoint> half = {{0, 40}, {100, 40}, {100, 100}, {0, 100}};
  EXPECT_NEAR(area(clipped_polygon(half, kBox)), 30 * 20, 1e-9);
  EXPECT_TRUE(clipped_polygon({{0, 0}, {5, 0}, {5, 5}}, kBox).empty());
}

TEST(Clipping, NothingIsLeftOutside) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<PixelPoint> points = {drawn_point(), drawn_point(), drawn_point(),
                                            drawn_point()};
    for (const PixelPoint& p : clipped_polygon(points, kBox)) RC_ASSERT(is_inside(p));
    for (const auto& piece : clipped_line(points, kBox)) {
      RC_ASSERT(piece.size() >= 2u);
      for (const PixelPoint& p : piece) RC_ASSERT(is_inside(p));
    }
  }));
}

TEST(Clipping, ALineThatLeavesAndReturnsIsTwo) {
  const std::vector<PixelPoint> line = {{20, 30}, {20, 0}, {30, 0}, {30, 30}, {35, 35}};
  const auto pieces = clipped_line(line, kBox);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].size(), 2u);
  EXPECT_EQ(pieces[0][1].y, 20);
  EXPECT_EQ(pieces[1].size(), 3u);
}

TEST(Trace, AWayThatNeverReturnsIsOneLineWithBothEnds) {
  std::vector<PixelPoint> way;
  for (int i = 0; i <= 1000; ++i) way.push_back({0.1 * i, 20 * std::sin(0.01 * i)});
  const auto pieces = thinned_way(way);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].front().x, way.front().x);
  EXPECT_EQ(pieces[0].back().x, way.back().x);
  EXPECT_LT(pieces[0].size(), 200u);  // pixels of its length, not points
}

TEST(Trace, SwingingOnTheSameWayAddsNothing) {
  std::vector<PixelPoint> way;
  std::size_t once = 0, often = 0;
  for (int i = 0; i <= 100'000; ++i) {
    way.push_back({50 + 50 * std::sin(0.05 * i), 50 + 20 * std::cos(0.05 * i)});
    if (i != 1'000 && i != 100'000) continue;
    std::size_t points = 0;
    for (const auto& piece : thinned_way(way)) points += piece.size();
    (i == 1'000 ? once : often) = points;
  }
  EXPECT_LT(often, 2 * once);
}

TEST(Trace, WhoStandsStillIsAPoint) {
  const auto pieces = thinned_way(std::vector<PixelPoint>(100, {5, 5}));
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].size(), 2u);
}

TEST(SceneDrawing, BackdropsDoNotCountForWhatIsInSight) {
  const Recording recording = swinging_chain(3, -1.5, 10);
  const SceneBox bounds = SceneDrawing(recording).bounds();
  EXPECT_LT(bounds.width(), 5);
  EXPECT_LT(bounds.top, kLakeLevel);
}

TEST(SceneDrawing, LevelsAreThoseThatLeadToTheNextMoment) {
  Recording recording = swinging_chain(1, 0, 2);
  for (int i = 0; i < 3; ++i) recording.moments[i].levels[0] = 0.25 * i;
  const SceneDrawing drawing(recording);
  const auto strain_at = [&](double position) { return drawing.parts(position)[3].level; };
  EXPECT_EQ(strain_at(0), 0);
  EXPECT_EQ(strain_at(0.01), 0.25);
  EXPECT_EQ(strain_at(1), 0.25);
  EXPECT_EQ(strain_at(1.5), 0.5);
}

TEST(SceneDrawing, LinesStayVisibleAndDoNotSmear) {
  const Recording recording = swinging_chain(3, 0, 1);
  const SceneDrawing drawing(recording);
  const SceneBox& box = drawing.bounds();
  const auto rope_width = [&](double picture_width) {
    for (const DrawnShape& shape : drawing.shapes(0, {box, {0, 0}, picture_width / box.width()})) {
      if (shape.role == "rope") return shape.width;
    }
    return 0.0;
  };
  EXPECT_GE(rope_width(20), 0.5);
  EXPECT_EQ(rope_width(20), rope_width(100));
  EXPECT_GT(rope_width(800), rope_width(400));
  EXPECT_EQ(rope_width(2000), rope_width(4000));
}

}  // namespace
}  // namespace lowpass
