#pragma once

#include <filesystem>
#include <string>

#include "lowpass/scene/scene.h"

namespace lowpass {

/// The file's text, {"format":"lowpass-recording","version":1, ...}: one JSON object with title,
/// fitness, succeeded, outcome, the scene (scene_json) and points, levels and signals as arrays
/// with one row a moment. Numbers read back to the same bits; they are finite: a precondition.
std::string recording_text(const Recording& recording);

/// Reads and checks such a text; `name` stands for it in messages. Unknown keys are ignored. Throws
/// Error (kFile) naming file, key, value and what is allowed.
Recording recording_from_text(const std::string& text, const std::string& name);

/// Likewise a file ("-": standard input).
Recording read_recording(const std::filesystem::path& path);

}  // namespace lowpass
