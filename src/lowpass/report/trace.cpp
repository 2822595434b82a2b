#include "lowpass/report/trace.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace lowpass {
namespace {

constexpr double kStep = 1.0;  // pixels from one point kept to the next, at least
constexpr double kCell = 1.5;  // pixels, the side of a place that counts as visited
// A way is still making its way through a cell that it entered so few points ago.
constexpr int kRecent = 8;

/// Cells and the number of the point that first came there.
class Visits {
 public:
  /// Was the way in the cell of this point before?
  bool is_known(PixelPoint point) {
    const auto cell = [](double x) { return static_cast<std::int64_t>(std::floor(x / kCell)); };
    const auto [at, is_new] =
        first_.try_emplace(cell(point.x) * (std::int64_t{1} << 32) + cell(point.y), count_);
    return !is_new && count_ - at->second > kRecent;
  }
  void advance() { ++count_; }

 private:
  std::unordered_map<std::int64_t, int> first_;
  int count_ = 0;
};

}  // namespace

std::vector<std::vector<PixelPoint>> thinned_way(const std::vector<PixelPoint>& way) {
  std::vector<std::vector<PixelPoint>> pieces = {{way.front()}};
  Visits visits;
  PixelPoint last = way.front();  // point kept
  bool last_is_known = visits.is_known(last), is_drawn = true;
  const auto draw_to = [&](PixelPoint point) {
    if (!is_drawn) pieces.push_back({last});
    pieces.back().push_back(point);
    is_drawn = true;
  };
  for (const PixelPoint& point : way) {
    if (std::hypot(point.x - last.x, point.y - last.y) < kStep) continue;
    visits.advance();
    const bool is_known = visits.is_known(point);
    if (is_known && last_is_known) {
      is_drawn = false;
    } else {
      draw_to(point);
    }
    last = point;
    last_is_known = is_known;
  }
  draw_to(way.back());
  return pieces;
}

}  // namespace lowpass
