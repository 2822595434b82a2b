#include "lowpass/scene/scene_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lowpass {
namespace {

using Kind = ScenePart::Kind;

/// The fewest and the most points that a part can have.
struct PointRange {
  int least, most;
};

PointRange points_of(Kind kind) {
  if (kind == Kind::kPolygon) return {3, kMostPoints};
  if (kind == Kind::kLine) return {2, kMostPoints};
  return {1, 1};
}

std::string out_of_range(const char* key, double value, double low, double high) {
  if (value >= low && value <= high) return "";
  return fmt::format("{} = {}: expected {} to {}", key, value, low, high);
}

std::string first_of(std::initializer_list<std::string> faults) {
  const auto* found =
      std::ranges::find_if(faults, [](const auto& fault) { return !fault.empty(); });
  return found == faults.end() ? "" : *found;
}

bool is_coordinate(double x) { return std::abs(x) <= kLargestCoordinate; }

/// A part stands either at points of the moments or where it is fixed.
std::string points_fault(const ScenePart& part) {
  const auto [least, most] = points_of(part.kind);
  if (part.points != 0) {
    if (!part.fixed.empty())
      return fmt::format("points = {}: expected 0 of what is fixed", part.points);
    return out_of_range("points", part.points, least, most);
  }
  if (part.kind == Kind::kTrace) return "points = 0: expected 1 of a trace";
  const std::size_t numbers = part.fixed.size();
  if (numbers % 2 != 0 || numbers < 2 * static_cast<std::size_t>(least) ||
      numbers > 2 * static_cast<std::size_t>(most)) {
    return fmt::format("fixed has {} numbers: expected x, y of {} to {} points", numbers, least,
                       most);
  }
  if (std::ranges::all_of(part.fixed, is_coordinate)) return "";
  return fmt::format("fixed: expected numbers from {} to {}", -kLargestCoordinate,
                     kLargestCoordinate);
}

std::string role_fault(const std::string& role) {
  const bool is_word = std::ranges::all_of(role, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  if (is_word && !role.empty() && role.size() <= 40) return "";
  return fmt::format("role = \"{}\": expected 1 to 40 letters, digits, - and _",
                     role.substr(0, 40));
}

std::string part_fault(const ScenePart& part, int quantities) {
  return first_of({role_fault(part.role), points_fault(part),
                   out_of_range("width", part.width, 0, kLargestCoordinate),
                   out_of_range("radius", part.radius, 0, kLargestCoordinate),
                   out_of_range("gain", part.gain, 0, kLargestCoordinate),
                   out_of_range("quantity", part.quantity, -1, quantities - 1)});
}

std::string view_fault(const SceneBox& view) {
  const double sides[] = {view.left, view.bottom, view.right, view.top};
  if (std::ranges::all_of(sides, is_coordinate) && view.width() >= kSmallestExtent &&
      view.height() >= kSmallestExtent) {
    return "";
  }
  return fmt::format(
      "view = [{}, {}, {}, {}]: expected left < right and bottom < top, from {} to {}", view.left,
      view.bottom, view.right, view.top, -kLargestCoordinate, kLargestCoordinate);
}

std::string size_fault(const char* name, const std::vector<double>& numbers, std::size_t expected) {
  if (numbers.size() == expected) return "";
  return fmt::format("{} has {} numbers: expected {}", name, numbers.size(), expected);
}

/// `points` and `levels` are how many numbers the scene calls for.
std::string moment_fault(const Moment& moment, std::size_t points, std::size_t levels,
                         std::size_t signals) {
  const std::string sizes = first_of({size_fault("points", moment.points, points),
                                      size_fault("levels", moment.levels, levels),
                                      size_fault("signals", moment.signals, signals)});
  if (!sizes.empty()) return sizes;
  const auto wrong = std::ranges::find_if(moment.levels, [](double l) { return l < 0 || l > 1; });
  if (wrong == moment.levels.end()) return "";
  return fmt::format("levels[{}] = {}: expected 0 to 1", wrong - moment.levels.begin(), *wrong);
}

}  // namespace

std::string scene_fault(const Scene& scene) {
  if (!(scene.step_time > 0 && std::isfinite(scene.step_time))) {
    return fmt::format("step_time = {}: expected a positive number", scene.step_time);
  }
  if (scene.view) {
    if (std::string fault = view_fault(*scene.view); !fault.empty()) return fault;
  }
  if (scene.parts.size() > kMostParts) {
    return fmt::format("{} parts: expected at most {}", scene.parts.size(), kMostParts);
  }
  int points = 0;
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    const ScenePart& part = scene.parts[i];
    const std::string fault = part_fault(part, static_cast<int>(scene.quantities.size()));
    if (!fault.empty()) return fmt::format("parts[{}].{}", i, fault);
    points += part.points;
    if (points > kMostPoints) {
      return fmt::format("parts[{}].points = {}: expected at most {} of all parts", i, part.points,
                         kMostPoints);
    }
  }
  return "";
}

std::string recording_fault(const Recording& recording) {
  const Scene& scene = recording.scene;
  if (std::string fault = scene_fault(scene); !fault.empty()) return "scene." + fault;
  if (recording.moments.empty()) return "no moments: expected the start at least";
  const int points = scene.point_numbers(), levels = scene.level_numbers();
  for (std::size_t i = 0; i < recording.moments.size(); ++i) {
    const std::string fault =
        moment_fault(recording.moments[i], points, levels, scene.signals.size());
    if (!fault.empty()) return fmt::format("moments[{}].{}", i, fault);
  }
  return "";
}

}  // namespace lowpass
