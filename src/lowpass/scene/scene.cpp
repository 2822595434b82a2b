#include "lowpass/scene/scene.h"

#include <algorithm>
#include <array>

namespace lowpass {
namespace {

/// In the order of Tint.
constexpr std::array<const char*, 11> kTintNames = {
    "none", "ink", "faint", "grey", "white", "water", "orange", "blue", "green", "pink", "violet"};

}  // namespace

std::string tint_name(Tint tint) { return kTintNames[static_cast<std::size_t>(tint)]; }

std::optional<Tint> tint_named(const std::string& name) {
  const auto* found = std::find(kTintNames.begin(), kTintNames.end(), name);
  if (found == kTintNames.end()) return {};
  return static_cast<Tint>(found - kTintNames.begin());
}

int Scene::point_numbers() const {
  int numbers = 0;
  for (const ScenePart& part : parts) numbers += 2 * part.points;
  return numbers;
}

int Scene::level_numbers() const {
  return static_cast<int>(
      std::ranges::count_if(parts, [](const ScenePart& part) { return part.quantity >= 0; }));
}

}  // namespace lowpass
