// Pictures made of pixels: areas are exact, edges smooth, nothing outside is touched.

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "lowpass/report/raster.h"
#include "lowpass/report/stroke_font.h"

namespace lowpass {
namespace {

double sum(const Coverage& coverage) {
  return std::accumulate(coverage.values.begin(), coverage.values.end(), 0.0);
}

std::vector<PixelPoint> square(double x, double y, double side) {
  return {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
}

/// A number from 0 to `end`.
double drawn(double end) { return end * *rc::gen::inRange(0, 1000001) / 1e6; }

// 1e-9: some hundred terms of order 1, each rounded to 1e-16, with much to spare.
constexpr double kRounding = 1e-9;

TEST(Raster, AUnitSquareCoversItsAreaWhereverItLies) {
  EXPECT_TRUE(rc::check([] {
    const double x = drawn(18), y = drawn(18);
    RC_ASSERT(std::abs(sum(polygon_coverage(square(x, y, 1), 20, 20)) - 1) < kRounding);
  }));
}

TEST(Raster, APixelOfTheGridIsCoveredWhole) {
  const Coverage coverage = polygon_coverage(square(3, 5, 2), 20, 20);
  EXPECT_EQ(coverage.left, 3);
  EXPECT_EQ(coverage.top, 5);
  EXPECT_EQ(coverage.values, std::vector<double>(4, 1.0));
}

TEST(Raster, ATriangleCoversItsAreaInEitherOrientation) {
  EXPECT_TRUE(rc::check([] {
    const PixelPoint a{drawn(40), drawn(30)}, b{drawn(40), drawn(30)}, c{drawn(40), drawn(30)};
    const double area = 0.5 * std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    const std::vector<PixelPoint> one = {a, b, c}, other = {c, b, a};
    RC_ASSERT(std::abs(sum(polygon_coverage(one, 40, 30)) - area) < kRounding);
    RC_ASSERT(std::abs(sum(polygon_coverage(other, 40, 30)) - area) < kRounding);
  }));
}

TEST(Raster, PartsOutsideThePictureAreCutOff) {
  EXPECT_NEAR(sum(polygon_coverage(square(-5, -5, 7.5), 20, 10)), 6.25, kRounding);
  EXPECT_NEAR(sum(polygon_coverage(square(18.5, 8.25, 1e6), 20, 10)), 1.5 * 1.75, kRounding);
  EXPECT_EQ(sum(polygon_coverage(square(30, 30, 5), 20, 10)), 0);
  EXPECT_EQ(sum(polygon_coverage(square(-30, 0, 5), 20, 10)), 0);
}

TEST(Raster, ALineCoversLengthTimesWidthAndItsRoundEnds) {
  const std::vector<PixelPoint> line = {{10, 10}, {40, 25}};
  const double length = std::hypot(30, 15);
  for (const double width : {1.0, 2.0, 5.0}) {
    const double area = width * length + 0.25 * M_PI * width * width;
    // 2 %: coverage is by distance, not by area.
    EXPECT_NEAR(sum(line_coverage(line, width, 60, 60)), area, 0.02 * area) << width;
  }
}

TEST(Raster, AJointOfALineIsCoveredOnce) {
  const std::vector<PixelPoint> whole = {{10, 10}, {40, 10}};
  const std::vector<PixelPoint> pieces = {{10, 10}, {20, 10}, {20, 10}, {33, 10}, {40, 10}};
  EXPECT_NEAR(sum(line_coverage(whole, 3, 60, 60)), sum(line_coverage(pieces, 3, 60, 60)),
              kRounding);
}

TEST(Raster, ACanvasShowsWhatIsDrawnLast) {
  Canvas canvas(4, 3, {10, 20, 30});
  canvas.draw({"", DrawnShape::Kind::kFill, square(1, 0, 2), {250, 0, 0}});
  canvas.draw({"", DrawnShape::Kind::kFill, square(2, 1, 9), {0, 250, 0}});
  canvas.draw({"", DrawnShape::Kind::kFill, {}, {0, 0, 0}});
  const auto& rgb = canvas.image().rgb;
  ASSERT_EQ(rgb.size(), 36u);
  const auto pixel = [&](int x, int y) {
    const auto* at = &rgb[3 * (4 * y + x)];
    return std::vector<int>{at[0], at[1], at[2]};
  };
  EXPECT_EQ(pixel(0, 0), (std::vector{10, 20, 30}));
  EXPECT_EQ(pixel(1, 1), (std::vector{250, 0, 0}));
  EXPECT_EQ(pixel(2, 1), (std::vector{0, 250, 0}));
  EXPECT_EQ(pixel(3, 2), (std::vector{0, 250, 0}));
}

TEST(Raster, HalfAPixelIsHalfTheColour) {
  Canvas canvas(1, 1, {0, 0, 0});
  canvas.draw({"", DrawnShape::Kind::kFill, square(0.5, 0, 1), {200, 100, 50}});
  EXPECT_EQ(canvas.image().rgb, (std::vector<std::uint8_t>{100, 50, 25}));
}

TEST(Raster, OpacityLetsThrough) {
  Canvas canvas(1, 1, {0, 0, 0});
  canvas.draw({.role = "",
               .kind = DrawnShape::Kind::kFill,
               .points = square(0, 0, 1),
               .color = {200, 100, 50},
               .opacity = 0.5});
  EXPECT_EQ(canvas.image().rgb, (std::vector<std::uint8_t>{100, 50, 25}));
}

TEST(Raster, ATextIsDrawnAsItsLines) {
  Canvas as_text(60, 20, {255, 255, 255}), as_lines(60, 20, {255, 255, 255});
  as_text.draw({.role = "",
                .kind = DrawnShape::Kind::kText,
                .points = {{5, 15}},
                .color = {0, 0, 0},
                .width = 9,
                .text = "t = 5"});
  as_lines.draw(stroke_text("t = 5", {5, 15}, 9, {0, 0, 0}));
  EXPECT_EQ(as_text.image().rgb, as_lines.image().rgb);
}

TEST(StrokeFont, TextIsAsHighAndWideAsItSays) {
  const std::string text = "start −π/2 (down), fitness 0.123456789: t = 5";
  const double width = stroke_text_width(text, 12);
  for (const DrawnShape& shape : stroke_text(text, {100, 50}, 12, {0, 0, 0})) {
    for (const PixelPoint& point : shape.points) {
      EXPECT_GE(point.x, 100);
      EXPECT_LE(point.x, 100 + width + kRounding);
      EXPECT_GE(point.y, 50 - 14);  // brackets stand out above digits
      EXPECT_LE(point.y, 50 + 4);   // and the descenders are two units of a grid of six
    }
  }
}

TEST(StrokeFont, EverySignOfALabelIsDrawn) {
  for (const char* sign : {"0", "9", "a", "z", "K", ".", ",", ":", ";", "=", "+", "-",
                           "−", "×", "/", "%", "_", "'", "°", "(", ")", "[", "]", "π"}) {
    EXPECT_FALSE(stroke_text(sign, {0, 0}, 6, {0, 0, 0}).empty()) << sign;
  }
  EXPECT_TRUE(stroke_text(" ", {0, 0}, 6, {0, 0, 0}).empty());
}

}  // namespace
}  // namespace lowpass
