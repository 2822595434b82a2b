#include "app/server/recording_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "app/server/answer_text.h"
#include "lowpass/scene/scene_check.h"
#include "lowpass/scene/scene_json.h"

namespace lowpass::app {
namespace {

/// Sixteen bits have 32767 on each side.
constexpr double kUnitsToSide = 32000.0;

std::size_t drawable_moments(const Recording& recording) {
  const auto stays = [](const Moment& moment) {
    return std::ranges::all_of(moment.points,
                               [](double x) { return std::abs(x) <= kLargestCoordinate; });
  };
  const auto& all = recording.moments;
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(std::ranges::find_if_not(all, stays) - all.begin()));
}

/// All points of all moments on a grid around their middle.
struct Quantised {
  double origin[2] = {0.0, 0.0};
  double unit = 1.0;

  std::int16_t number(double coordinate, std::size_t axis) const {
    const double units = std::clamp((coordinate - origin[axis]) / unit, -32767.0, 32767.0);
    return static_cast<std::int16_t>(std::lround(units));
  }
};

Quantised grid_of(const Recording& recording, std::size_t moments) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (std::size_t m = 0; m < moments; ++m) {
    const std::vector<double>& points = recording.moments[m].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      low[i % 2] = std::min(low[i % 2], points[i]);
      high[i % 2] = std::max(high[i % 2], points[i]);
    }
  }
  Quantised grid;
  if (!(low[0] <= high[0])) return grid;
  double side = 0.0;
  for (const int axis : {0, 1}) {
    grid.origin[axis] = low[axis] + (high[axis] - low[axis]) / 2;
    side = std::max(side, (high[axis] - low[axis]) / 2);
  }
  if (side > 0.0) grid.unit = side / kUnitsToSide;
  return grid;
}

/// The points of every moment, those that are the same in all of them once.
struct PackedPoints {
  std::vector<std::size_t> places;  ///< of each point in a row
  std::vector<std::int16_t> rows;
};

PackedPoints packed_points(const Recording& recording, std::size_t moments, const Quantised& grid) {
  PackedPoints packed;
  std::vector<std::u16string> ways;  // of the points that are kept: x, y, x, y, ...
  std::unordered_map<std::u16string, std::size_t> seen;
  const std::size_t points = recording.moments[0].points.size() / 2;
  for (std::size_t i = 0; i < points; ++i) {
    std::u16string way;
    for (std::size_t m = 0; m < moments; ++m) {
      for (const std::size_t axis : {0, 1}) {
        way += static_cast<char16_t>(grid.number(recording.moments[m].points[2 * i + axis], axis));
      }
    }
    const auto [place, is_new] = seen.emplace(way, ways.size());
    if (is_new) ways.push_back(std::move(way));
    packed.places.push_back(place->second);
  }
  for (std::size_t m = 0; m < moments; ++m) {
    for (const std::u16string& way : ways) {
      for (const std::size_t axis : {0, 1}) {
        packed.rows.push_back(static_cast<std::int16_t>(way[2 * m + axis]));
      }
    }
  }
  return packed;
}

}  // namespace

std::string recording_answer(const Recording& recording, const RecordingWords& words) {
  const std::size_t moments = drawable_moments(recording);
  const Quantised grid = grid_of(recording, moments);
  const PackedPoints points = packed_points(recording, moments, grid);
  std::vector<std::uint8_t> levels;
  std::vector<float> signals;
  for (std::size_t m = 0; m < moments; ++m) {
    for (const double level : recording.moments[m].levels) {
      levels.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(level, 0.0, 1.0))));
    }
    for (const double signal : recording.moments[m].signals) {
      signals.push_back(static_cast<float>(signal));
    }
  }
  return fmt::format(
      "{{\"title\":{},\"fitness\":{},\"succeeded\":{},\"success\":{},\"outcome\":{},"
      "\"frames\":{},\"stride\":{},\"scene\":{},\"origin\":[{},{}],\"unit\":{},\"places\":{},"
      "\"points\":\"{}\",\"levels\":\"{}\",\"signals\":\"{}\"}}",
      json_string(recording.title), JsonText(recording.fitness).text(), recording.succeeded,
      json_string(words.success), json_string(recording.outcome), moments, words.stride,
      scene_json(recording.scene).text(), JsonText(grid.origin[0]).text(),
      JsonText(grid.origin[1]).text(), JsonText(grid.unit).text(), numbers_text(points.places),
      base64_of(std::span<const std::int16_t>(points.rows)),
      base64_of(std::span<const std::uint8_t>(levels)), base64_of(std::span<const float>(signals)));
}

}  // namespace lowpass::app
