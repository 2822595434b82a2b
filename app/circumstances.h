#pragma once

#include "lowpass/experiment/manifest.h"

namespace lowpass::app {

/// This machine and this moment; `threads` is left to the caller.
RunCircumstances circumstances_now();

}  // namespace lowpass::app
