#pragma once

#include "app/verbs.h"

namespace lowpass::app {

/// `reproduce infer`: climbs the ladder of readings (lowpass/paper/ladder.h), from where it was
/// stopped, and writes what was found below <out>/infer.
void infer(const ReproduceOptions& options);

}  // namespace lowpass::app
