#pragma once

#include <optional>
#include <string>

#include "app/server/folder_reader.h"

namespace lowpass::app {

/// Which episode of a run the page shows.
struct RecordingChoice {
  std::string run;             ///< folder below the reader's root; "" is the root
  std::string which = "best";  ///< "best" of the run, "last": best of its final generation
  std::optional<int> size;     ///< unset: that of the run
  /// "trial:K" as evolved, "test:T:K" of a test that the task declares, or "recorded:NAME".
  std::string condition;
  std::string settings;  ///< "task.goal=[3,2]; task.steps=100": other keys of the task
};

/// The episode as JSON: scene, and points, levels and signals of every moment as base64
/// (docs/DASHBOARD.md). A trial as evolved is the episode that was scored. Throws Error with a line
/// for a person where a file is missing or the choice is none.
std::string recording_json(const FolderReader& folder, const RecordingChoice& choice);

}  // namespace lowpass::app
