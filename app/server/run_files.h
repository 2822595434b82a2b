#pragma once

#include <optional>
#include <string>

#include "app/server/folder_reader.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/experiment/run.h"

namespace lowpass::app {

// The files of a run folder as the page's views need them. `run` is the folder below the reader's
// root ("": the root itself). All of them throw Error (kFile) with a line for a person where a file
// is missing or wrong.

/// "run/name"
std::string below(const std::string& run, const std::string& name);

std::string required_text(const FolderReader& folder, const std::string& run,
                          const std::string& name);

/// What the manifest says that was run.
Configuration run_configuration(const FolderReader& folder, const std::string& run);

/// The controller in best.json or last.json, under the keys of the run's manifest where there is
/// one: genome files of version 1 do not hold all of them.
GenomeFile run_controller(const FolderReader& folder, const std::string& run,
                          const std::string& which);

/// The state of the checkpoint, or of the one before it where that is damaged.
RunState run_state(const FolderReader& folder, const std::string& run);

}  // namespace lowpass::app
