#pragma once

#include <string>

#include "lowpass/scene/scene.h"

namespace lowpass {

/// What never moves lies within it, and films end before a moment that leaves it.
inline constexpr double kLargestCoordinate = 1e6;
/// What is smaller in both directions counts as a point.
inline constexpr double kSmallestExtent = 1e-6;
/// Bounds on the memory that a file can ask for.
inline constexpr int kMostParts = 100'000;
inline constexpr int kMostPoints = 1'000'000;

/// What is wrong with a scene, as "parts[3].quantity = 7: expected -1 to 2"; empty: nothing. Sound
/// are: points that the kind of part can have, numbers that are finite and within the largest
/// coordinate, widths and radii that are not negative, quantities that exist, a positive step of
/// time, roles of letters, digits, "-" and "_".
std::string scene_fault(const Scene& scene);

/// What is wrong with a recording, likewise: its scene, no moments, or a moment whose numbers are
/// not as many as the scene says ("moments[3].points has 4 numbers: expected 6") or with a level
/// outside [0, 1]. Numbers that are not finite are sound: films end before them.
std::string recording_fault(const Recording& recording);

}  // namespace lowpass
