#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/report/chart.h"

namespace lowpass {

/// Values as colours.
struct ColorScale {
  double low = 0.0, high = 1.0;
  /// From orange over white (0) to blue, as the paper colours weights; otherwise from pale to dark
  /// blue.
  bool is_diverging = false;

  Color color(double value) const;
};

/// A diverging scale that is symmetric around 0 and holds every value; at least `least_width` to
/// each side, so that what hardly differs looks so.
ColorScale diverging_scale(const std::vector<std::optional<double>>& values, double least_width);
ColorScale sequential_scale(double low, double high);

/// A cell each for row and column.
struct HeatMap {
  std::string title;
  std::vector<std::string> columns, rows;
  std::string column_label, row_label;
  std::vector<std::optional<double>> values;  ///< row by row, from the top; unset: grey
  std::vector<std::string> texts = {};        ///< in the cells; empty: none
  std::optional<std::size_t> marked = {};     ///< a cell with an outline
  ColorScale scale;
};
std::string heat_map(const PixelBox& box, const HeatMap& map);

/// The scale as a bar with its numbers to the right of it.
std::string color_bar(const PixelBox& box, const ColorScale& scale, const std::string& label,
                      int decimals);

/// Many small cells without axes, such as a matrix of weights: row-major, `columns` a row, in 41
/// shades of the scale. A file holds a few bytes a cell.
std::string cell_grid(const PixelBox& box, int columns, const std::vector<double>& values,
                      const ColorScale& scale);

}  // namespace lowpass
