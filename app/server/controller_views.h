#pragma once

#include <optional>
#include <string>

#include "app/server/folder_reader.h"

namespace lowpass::app {

// What the page shows of a run's controller and search: JSON, computed from the run's files. All of
// them throw Error with a line for a person where a file is missing or wrong.

/// Which controller of a run.
struct ControllerChoice {
  std::string run_folder;           ///< below the reader's root; "" is the root
  std::string which = "best";       ///< "best" of the run, "last": best of its final generation
  std::optional<int> compartments;  ///< unset: the length it was evolved for
};

/// Longer arms are refused: a request should take a fraction of a second.
inline constexpr int kLongestViewedArm = 40;

/// One episode from `start` (radians): nodes and activations as base64 (docs/DASHBOARD.md).
std::string trajectory_json(const FolderReader& folder, const ControllerChoice& choice,
                            double start);

/// The network's weights, as base64 of single precision.
std::string weights_json(const FolderReader& folder, const ControllerChoice& choice);

/// Chromosomes, the search distribution now (from the checkpoint) and over generations (from
/// spectrum.jsonl, if the run was recorded with it).
std::string spectrum_json(const FolderReader& folder, const std::string& run_folder);

/// The individuals of the generation that follows the checkpoint: a function of its state. They are
/// evaluated here, which takes as long as one generation of the run on one thread.
std::string population_json(const FolderReader& folder, const std::string& run_folder);

}  // namespace lowpass::app
