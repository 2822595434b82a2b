#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/experiment/stored_controller.h"
#include "lowpass/experiment/sweep.h"
#include "lowpass/record/trajectory.h"

namespace lowpass::app {

/// Numbers separated by commas, as --starts takes them. Throws Error (kUsage).
std::vector<double> parse_angles(const std::string& text, const std::string& option);

/// The behaviour of a saved controller from each start (empty: those it was evolved with). `place`
/// names the file in messages.
std::vector<Trajectory> recorded(const GenomeFile& file, const std::string& place,
                                 std::vector<double> starts, const ResizeOptions& resize);

/// The file film.svg of a run: its best controller from the starts it was evolved with.
RunAttachment film_attachment();

}  // namespace lowpass::app
