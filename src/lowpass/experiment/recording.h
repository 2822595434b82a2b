#pragma once

#include "lowpass/network/controller.h"
#include "lowpass/record/trajectory.h"
#include "lowpass/task/octopus_reaching.h"

namespace lowpass {

/// Runs one trial of the task and keeps every step, to be drawn or saved.
Trajectory recorded_episode(const OctopusReaching& task, const Controller& controller, int trial);

}  // namespace lowpass
