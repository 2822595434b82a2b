#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/report/axis.h"
#include "lowpass/report/statistics.h"
#include "lowpass/report/svg.h"

namespace lowpass {

// Charts in the house look. A chart is text: a frame, then marks on it, then legends; each function
// returns SVG elements, in the order in which they cover each other.

struct PixelBox {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// A box of the picture with an axis along its lower and its left side.
struct Plot {
  PixelBox box;
  ChartAxis x, y;
  std::string title = {};
  bool has_x_grid = true;  ///< lines at the ticks of x; those of y are always there

  PixelPoint at(double x_value, double y_value) const;
};

/// Room that axes, labels and title take outside of a plot's box, pixels.
inline constexpr double kRoomLeft = 58.0, kRoomBelow = 42.0, kRoomAbove = 24.0, kRoomRight = 10.0;

/// Sizes of text in charts, pixels.
inline constexpr double kTickText = 11.0, kLabelText = 12.0, kTitleText = 13.5;

/// `count` boxes for plots in rows of `columns`, with room for what stands around them, below `top`
/// in a picture that wide.
std::vector<PixelBox> plot_boxes(int count, int columns, double picture_width, double plot_height,
                                 double top);

/// Background, grid, ticks, labels of the axes and title.
std::string plot_frame(const Plot& plot);

/// A place of a chart in its own units.
struct ChartPoint {
  double x, y;
};

std::string line_mark(const Plot& plot, const std::vector<ChartPoint>& points,
                      const Stroke& stroke);

/// A band between a lower and an upper line.
struct BandPoint {
  double x, low, high;
};
std::string band_mark(const Plot& plot, const std::vector<BandPoint>& points, Color color);

/// A horizontal line all across, with a label above its right end.
std::string level_mark(const Plot& plot, double y, const Stroke& stroke,
                       const std::string& label = {});

/// A bar from the foot of the plot.
struct Bar {
  double x, y;
  double width = 0.7;                ///< in units of x
  std::optional<Interval> interval;  ///< a whisker
  Color color;
  bool is_lower_bound = false;  ///< pale, with an open top
  std::string label = {};       ///< above it
};
std::string bar_mark(const Plot& plot, const Bar& bar);

/// A box plot: box from quartile to quartile, median, whiskers to the least and the most.
struct BoxMark {
  double x;
  BoxSummary summary;
  double width = 0.6;  ///< in units of x
  Color color;
};
std::string box_mark(const Plot& plot, const BoxMark& box);

/// A line from end to end of an interval along x, and a dot at the value.
std::string dot_mark(const Plot& plot, ChartPoint at, Color color,
                     const std::optional<Interval>& x_interval = {});

/// Signs with names in a row, from `at` on.
struct LegendEntry {
  std::string name;
  Stroke stroke;
  bool is_box = false;  ///< a filled box instead of a line
};
std::string chart_legend(PixelPoint at, const std::vector<LegendEntry>& entries);

/// The whole file with its background.
std::string chart_document(double width, double height, const std::string& title,
                           const std::string& body);

}  // namespace lowpass
