#pragma once

#include <span>
#include <string>

#include "lowpass/record/trajectory.h"

namespace lowpass {

struct FilmStripOptions {
  int snapshots = 8;     ///< a row, the first and the last frame among them; 2 to 100
  double width = 960.0;  ///< of the picture, pixels; at least 200
};

/// Behaviour as a picture ([FDE12] Figures "Octopus arm visualization", "Generalization
/// visualization"): a row a trajectory, snapshots at equal intervals of time, one scale for all.
/// Each shows the arm with its muscles' activations, base (cross), goal (ring; a disc when
/// touched), the water and the way of the tip so far.
///
/// An SVG file, complete in itself and with its own background. Throws Error (kUsage) for options
/// out of range or no trajectory, Error (kFailure) for one without a frame that can be drawn.
std::string film_strip_svg(std::span<const Trajectory> trajectories,
                           const FilmStripOptions& options = {});

}  // namespace lowpass
