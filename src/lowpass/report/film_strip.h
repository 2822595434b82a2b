#pragma once

#include <span>
#include <string>

#include "lowpass/scene/scene.h"

namespace lowpass {

struct FilmStripOptions {
  int snapshots = 8;     ///< of a recording, the first and the last moment among them; 2 to 100
  double width = 960.0;  ///< of the picture, pixels; 200 to 100000
};

/// Behaviour as a picture ([FDE12] Figure "Generalization visualization"): a row a recording,
/// headed by its title and outcome, snapshots at equal intervals of time, one scale for all; and
/// what the signs mean. Rows of scenes that are much wider than high are broken into lines.
///
/// An SVG file, complete in itself and with its own background. Throws Error (kUsage) for options
/// out of range or no recording, Error (kFailure) for one that cannot be drawn.
std::string film_strip_svg(std::span<const Recording> recordings,
                           const FilmStripOptions& options = {});

}  // namespace lowpass
