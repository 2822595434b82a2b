#pragma once

#include <optional>
#include <string>

#include "app/server/folder_reader.h"

namespace lowpass::app {

// What the page shows of a run's controller and search: JSON, computed from the run's files. All of
// them throw Error with a line for a person where a file is missing or wrong. `run` is the folder
// below the reader's root ("": the root).

/// Which controller of a run: the "best" of the run or the "last", best of its final generation; at
/// the size of the run if none is given.
struct ControllerChoice {
  std::string run;
  std::string which = "best";
  std::optional<int> size;
};

/// The network's weights, as base64 of single precision, and the grids of its units.
std::string weights_json(const FolderReader& folder, const ControllerChoice& choice);

/// Chromosomes, the search distribution now (from the checkpoint) and over generations (from
/// spectrum.jsonl, if the run was recorded with it).
std::string spectrum_json(const FolderReader& folder, const std::string& run);

/// The individuals of the generation that follows the checkpoint: a function of its state. They are
/// evaluated here, which takes as long as one generation of the run on one thread.
std::string population_json(const FolderReader& folder, const std::string& run);

}  // namespace lowpass::app
