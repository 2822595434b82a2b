#pragma once

#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/configuration/setting.h"

namespace lowpass {

/// What a configuration is for: controllers may be tried on a task that would teach them nothing.
enum class Purpose { kTrial, kTraining };

/// Where a resolution begins: at the defaults of everything, or at a configuration that is resolved
/// already, whose values all stay unless a setting changes them.
Configuration resolved(const std::vector<Setting>& settings, const Configuration* from = nullptr,
                       Purpose purpose = Purpose::kTrial);

}  // namespace lowpass
