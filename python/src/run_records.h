#pragma once

#include <filesystem>

#include "lowpass/experiment/run.h"
#include "python/src/bindings.h"

namespace lowpass::python {

// What runs leave behind, as Python has it.

Dict generation_dict(const GenerationRecord& record);
Dict summary_dict(const RunSummary& summary);

/// The state that the checkpoint of a run folder holds. Throws Error (kFile).
RunState stored_state(const std::filesystem::path& folder);

}  // namespace lowpass::python
