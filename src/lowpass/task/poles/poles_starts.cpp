#include "lowpass/task/poles/poles_starts.h"

#include <fmt/format.h>

namespace lowpass {
namespace {

/// 0.05, 0.25, 0.5, 0.75 and 0.95 of the way from -1 to 1.
constexpr double kGridPlaces[] = {-0.9, -0.5, 0.0, 0.5, 0.9};
/// Where the grid ends, either way: m, m/s, rad, rad/s (Gruau, Whitley and Pyeatt's test).
constexpr double kGridEnds[] = {2.16, 1.35, 0.06283152, 0.15009752};

std::vector<PolesState> grid_starts() {
  std::vector<PolesState> starts;
  for (const double x : kGridPlaces) {
    for (const double velocity : kGridPlaces) {
      for (const double angle : kGridPlaces) {
        for (const double omega : kGridPlaces) {
          starts.push_back({x * kGridEnds[0], velocity * kGridEnds[1], angle * kGridEnds[2],
                            omega * kGridEnds[3], 0.0, 0.0});
        }
      }
    }
  }
  return starts;
}

/// With a minus sign as it is printed.
std::string signed_text(std::string number) {
  if (number.front() == '-') number.replace(0, 1, "−");
  return number;
}

std::string short_text(double number) { return signed_text(fmt::format("{:.2g}", number)); }

}  // namespace

std::vector<PolesState> poles_starts(const PolesOptions& options) {
  if (options.starts == PolesStarts::kGrid) return grid_starts();
  return {{0.0, 0.0, radians(options.start_angle_degrees), 0.0, 0.0, 0.0}};
}

std::string poles_start_name(const PolesOptions& options, const PolesState& start) {
  if (options.starts == PolesStarts::kAngle) {
    return fmt::format("start {}°", signed_text(fmt::format("{}", options.start_angle_degrees)));
  }
  return fmt::format("start {} m, {} m/s, {}°, {}°/s", short_text(start[0]), short_text(start[1]),
                     short_text(degrees(start[2])), short_text(degrees(start[3])));
}

}  // namespace lowpass
