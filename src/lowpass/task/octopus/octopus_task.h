#pragma once

#include "lowpass/task/octopus/octopus_reaching.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

/// Reaching for a goal with an octopus arm, as the program knows it.
TaskEntry octopus_task();

/// The task with these keys of the entry.
ReachingOptions reaching_options(const KeyValues& keys);

}  // namespace lowpass
