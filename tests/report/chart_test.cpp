// Axes, marks and heat maps.

#include <gtest/gtest.h>

#include "lowpass/report/chart.h"
#include "lowpass/report/heat_map.h"
#include "tests/report/svg_reading.h"

namespace lowpass {
namespace {

std::vector<std::string> labels_of(const ChartAxis& axis) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks) labels.push_back(tick.label);
  return labels;
}

using Labels = std::vector<std::string>;

TEST(ChartAxis, LinearTicksAreRoundNumbers) {
  EXPECT_EQ(labels_of(linear_axis(0, 1, "")), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels_of(linear_axis(0, 6000, "", 8)),
            (Labels{"0", "1000", "2000", "3000", "4000", "5000", "6000"}));
  EXPECT_EQ(labels_of(linear_axis(-0.3, 0.25, "", 4)), (Labels{"−0.2", "0.0", "0.2"}));
  EXPECT_EQ(labels_of(linear_axis(0.78, 0.83, "", 6)),
            (Labels{"0.78", "0.79", "0.80", "0.81", "0.82", "0.83"}));
}

TEST(ChartAxis, LogarithmicTicksAreOneTwoFive) {
  EXPECT_EQ(labels_of(logarithmic_axis(10, 6000, "")),
            (Labels{"10", "20", "50", "100", "200", "500", "1000", "2000", "5000"}));
  EXPECT_EQ(labels_of(logarithmic_axis(0.05, 3, "")),
            (Labels{"0.05", "0.1", "0.2", "0.5", "1", "2"}));
  EXPECT_EQ(labels_of(logarithmic_axis(1, 10000, "")), (Labels{"1", "10", "100", "1000", "10000"}));
}

TEST(ChartAxis, SharesRunFromEndToEnd) {
  const ChartAxis linear = linear_axis(2, 4, "");
  EXPECT_EQ(linear.share(2), 0.0);
  EXPECT_EQ(linear.share(3), 0.5);
  EXPECT_EQ(linear.share(9), 1.0);  // outside: at the end
  const ChartAxis logarithmic = logarithmic_axis(10, 1000, "");
  EXPECT_NEAR(logarithmic.share(100), 0.5, 1e-15);
  EXPECT_EQ(logarithmic.share(1), 0.0);
  const ChartAxis categories = category_axis({"a", "b"}, "");
  EXPECT_EQ(categories.share(0), 0.25);
  EXPECT_EQ(categories.share(1), 0.75);
}

TEST(Chart, NumbersHaveASignAsTextHasIt) {
  EXPECT_EQ(number_label(-1.25, 1), "−1.2");
  EXPECT_EQ(number_label(-0.001, 2), "0.00");
  EXPECT_EQ(number_label(12, 0), "12");
}

Plot unit_plot() {
  return {.box = {.left = 100, .top = 50, .width = 200, .height = 100},
          .x = linear_axis(0, 1, "x"),
          .y = linear_axis(0, 1, "y"),
          .title = "a < b & c"};
}

TEST(Chart, PlacesValuesUpwards) {
  const PixelPoint low = unit_plot().at(0, 0), high = unit_plot().at(1, 1);
  EXPECT_EQ(low.x, 100);
  EXPECT_EQ(low.y, 150);
  EXPECT_EQ(high.x, 300);
  EXPECT_EQ(high.y, 50);
}

TEST(Chart, AllMarksMakeACompleteFile) {
  const Plot plot = unit_plot();
  std::string body = plot_frame(plot);
  body += line_mark(plot, {{0, 0}, {0.5, 0.2}, {1, 1}}, {.dash = "4 3"});
  body += band_mark(plot, {{0, 0, 0.1}, {1, 0.8, 1}}, palette::kPink);
  body += level_mark(plot, 0.5, {}, "level");
  body += bar_mark(plot, {.x = 0.3,
                          .y = 0.4,
                          .width = 0.2,
                          .interval = Interval{0.3, 0.5},
                          .color = palette::kOrange,
                          .is_lower_bound = true,
                          .label = "≥ 0.4"});
  body += box_mark(
      plot,
      {.x = 0.7, .summary = {0.1, 0.2, 0.3, 0.4, 0.5}, .width = 0.2, .color = palette::kBlue});
  body += dot_mark(plot, {0.5, 0.5}, palette::kInk, Interval{0.4, 0.6});
  body += chart_legend({10, 20}, {{.name = "line"}, {.name = "box", .is_box = true}});
  const std::string svg = chart_document(400, 200, "marks", body);
  expect_complete_svg(svg);
  EXPECT_EQ(count(svg, "class=\"bound\""), 2);
  EXPECT_EQ(count(svg, "class=\"median\""), 1);
  EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1);
}

TEST(ColorScale, OrangeIsNegativeWhiteZeroBluePositive) {
  const ColorScale scale = diverging_scale({-2.0, std::nullopt, 1.0}, 0.5);
  EXPECT_EQ(scale.low, -2);
  EXPECT_EQ(scale.high, 2);
  EXPECT_GT(scale.color(-2).red, 200);
  EXPECT_LT(scale.color(-2).blue, 50);
  EXPECT_EQ(scale.color(0).red, 255);
  EXPECT_EQ(scale.color(0).green, 255);
  EXPECT_EQ(scale.color(0).blue, 255);
  EXPECT_LT(scale.color(2).red, 50);
  EXPECT_GT(scale.color(2).blue, 150);
  EXPECT_EQ(scale.color(99).blue, scale.color(2).blue);  // beyond: the end
  EXPECT_EQ(diverging_scale({0.01}, 0.5).high, 0.5);
}

TEST(HeatMap, HasACellForEachRowAndColumn) {
  const HeatMap map{.title = "map",
                    .columns = {"1", "2", "3"},
                    .rows = {"a", "b"},
                    .values = {0.0, 0.5, 1.0, std::nullopt, 0.2, 0.3},
                    .texts = {"", "x", "", "", "", ""},
                    .marked = 5,
                    .scale = sequential_scale(0, 1)};
  const std::string svg = chart_document(
      400, 200, "map",
      heat_map({100, 50, 200, 100}, map) + color_bar({320, 50, 14, 100}, map.scale, "value", 1));
  expect_complete_svg(svg);
  EXPECT_EQ(count(svg, "class=\"cell\""), 6);
  EXPECT_EQ(count(svg, "class=\"marked\""), 1);
}

TEST(HeatMap, CellsOfAGridThatAreAlikeAreOneStroke) {
  const std::vector<double> values = {1, 1, 1, -1, 1, -1};  // two rows of three
  const std::string text = cell_grid({0, 0, 30, 20}, 3, values, diverging_scale({1.0}, 1.0));
  EXPECT_EQ(count(text, "<path"), 2);
  EXPECT_EQ(count(text, "M0 0h3M1 1h1"), 1);
  EXPECT_EQ(count(text, "M0 1h1M2 1h1"), 1);
  EXPECT_EQ(count(text, "scale(10.0000 10.0000)"), 1);
}

}  // namespace
}  // namespace lowpass
