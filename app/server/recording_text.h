#pragma once

#include <string>

#include "lowpass/scene/scene.h"

namespace lowpass::app {

/// What the page says about a recording that the recording itself does not hold.
struct RecordingWords {
  std::string success;  ///< what success is called
  int stride;           ///< control steps from moment to moment
};

/// A recording as the page reads it (docs/DASHBOARD.md): coordinates in 16 bits, which is finer
/// than any screen, and points that move as one (corners that parts share) once. It ends, as films
/// do, before a moment that leaves the largest coordinate.
std::string recording_answer(const Recording& recording, const RecordingWords& words);

}  // namespace lowpass::app
