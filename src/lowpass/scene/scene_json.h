#pragma once

#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/scene/scene.h"

namespace lowpass {

/// A scene as JSON: its fields by name, tints and kinds ("polygon", "line", "circle", "text",
/// "trace") by theirs, `backdrop` for is_backdrop, view as [left, bottom, right, top] or null.
JsonText scene_json(const Scene& scene);

/// Reads such an object; unknown keys are ignored. Throws Error (kFile) naming place, value and
/// what is allowed, also for what scene_fault finds.
Scene scene_from_json(const JsonValue& json);

}  // namespace lowpass
