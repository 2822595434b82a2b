#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/trajectory.h"

namespace lowpass::app {

/// Numbers separated by commas, as --starts takes them. Throws Error (kUsage).
std::vector<double> parse_angles(const std::string& text, const std::string& option);

/// The behaviour of a saved controller from each start (empty: those it was evolved with).
std::vector<Trajectory> recorded(const std::string& genome_path, std::vector<double> starts,
                                 const ResizeOptions& resize);

/// The film strip of a saved controller from the starts it was evolved with.
void write_film_strip(const std::filesystem::path& genome, const std::filesystem::path& svg);

}  // namespace lowpass::app
