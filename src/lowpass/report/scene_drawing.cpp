#include "lowpass/report/scene_drawing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/report/clipping.h"
#include "lowpass/report/trace.h"
#include "lowpass/scene/scene_check.h"

namespace lowpass {
namespace {

constexpr double kMargin = 0.045;  // of the larger side of what is to be seen

bool is_drawable(const Moment& moment) {
  // (Written so that NaN is not drawable.)
  return std::ranges::all_of(moment.points,
                             [](double x) { return std::abs(x) <= kLargestCoordinate; }) &&
         std::ranges::all_of(moment.levels, [](double level) { return std::isfinite(level); });
}

void unite(std::optional<SceneBox>& box, const SceneBox& other) {
  box = box ? united(*box, other) : other;
}

/// What the parts that count need at the first `moments` moments; nothing, if none counts.
std::optional<SceneBox> needed(const Recording& recording, int moments) {
  std::optional<SceneBox> box;
  std::size_t first = 0;  // number of a moment's points that is the part's
  for (const ScenePart& part : recording.scene.parts) {
    const auto numbers = 2 * static_cast<std::size_t>(part.points);
    for (int i = 0; i < moments && !part.is_backdrop; ++i) {
      const std::span<const double> points =
          std::span(recording.moments[i].points).subspan(first, numbers);
      unite(box, extent_of(part, part.points == 0 ? part.fixed : points));
      if (part.points == 0) break;
    }
    first += numbers;
  }
  return box;
}

SceneBox with_margin(const SceneBox& box) {
  const double side = std::max(box.width(), box.height());
  const double margin = side >= kSmallestExtent ? kMargin * side : 1.0;
  return {box.left - margin, box.bottom - margin, box.right + margin, box.top + margin};
}

/// The pieces of a way, each drawn like `shape`.
std::vector<DrawnShape> drawn_way(const DrawnShape& shape,
                                  std::vector<std::vector<PixelPoint>> pieces) {
  std::vector<DrawnShape> shapes;
  for (auto& piece : pieces) {
    shapes.push_back(shape);
    shapes.back().points = std::move(piece);
  }
  return shapes;
}

}  // namespace

SceneDrawing::SceneDrawing(const Recording& recording) : recording_(&recording) {
  if (const std::string fault = recording_fault(recording); !fault.empty()) {
    throw Error(ErrorKind::kFailure, "recording: " + fault);
  }
  const auto& all = recording.moments;
  moments_ = static_cast<int>(std::ranges::find_if_not(all, is_drawable) - all.begin());
  if (moments_ == 0) {
    throw Error(ErrorKind::kFailure, "a recording has no moment that can be drawn");
  }
  std::optional<SceneBox> box = needed(recording, moments_);
  if (box) box = with_margin(*box);
  if (recording.scene.view) unite(box, *recording.scene.view);
  if (!box) throw Error(ErrorKind::kFailure, "a recording has nothing to be seen");
  bounds_ = *box;
}

std::vector<PosedPart> SceneDrawing::parts(double position) const {
  assert(position >= 0 && position <= moments_ - 1);
  const auto before = static_cast<std::size_t>(position);
  const std::size_t after = std::min(before + 1, recording_->moments.size() - 1);
  const double share = position - static_cast<double>(before);
  const Moment& from = recording_->moments[before];
  const Moment& to = share > 0 ? recording_->moments[after] : from;
  const Scene& scene = recording_->scene;
  std::vector<PosedPart> posed;
  std::size_t point = 0, level = 0;
  for (const ScenePart& part : scene.parts) {
    PosedPart& here = posed.emplace_back(PosedPart{.part = &part, .points = part.fixed});
    for (int i = 0; i < 2 * part.points; ++i, ++point) {
      here.points.push_back(from.points[point] + share * (to.points[point] - from.points[point]));
    }
    if (part.quantity < 0) continue;
    here.quantity = &scene.quantities[part.quantity];
    here.level = to.levels[level++];
  }
  return posed;
}

std::vector<PixelPoint> SceneDrawing::way(int first_number, double position, PixelPoint now,
                                          const View& view) const {
  std::vector<PixelPoint> way;
  for (int i = 0; i <= position; ++i) {
    const double* point = &recording_->moments[i].points[first_number];
    way.push_back(view.pixel(point[0], point[1]));
  }
  way.push_back(now);
  return way;
}

std::vector<DrawnShape> SceneDrawing::shapes(double position, const View& view) const {
  std::vector<DrawnShape> shapes;
  int first = 0;
  for (const PosedPart& posed : parts(position)) {
    std::vector<DrawnShape> part = shapes_of(posed, view);
    if (posed.part->kind == ScenePart::Kind::kTrace && !part.empty()) {
      part = drawn_way(part[0], thinned_way(way(first, position, part[0].points[0], view)));
    }
    for (DrawnShape& shape : part) {
      if (posed.part->is_backdrop) {
        add_clipped(std::move(shape), view.box(), shapes);
      } else {
        shapes.push_back(std::move(shape));
      }
    }
    first += 2 * posed.part->points;
  }
  return shapes;
}

std::vector<SceneDrawing> drawings_of(std::span<const Recording> recordings, const char* what) {
  if (recordings.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: no recording to draw", what));
  }
  return {recordings.begin(), recordings.end()};
}

}  // namespace lowpass
