#pragma once

#include "lowpass/configuration/configuration.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

/// Calls `expected` for the first key whose value does not go with the others. Each value by itself
/// is one that its option allows.
void check_together(const Configuration& configuration, const ExpectedElse& expected);

}  // namespace lowpass
