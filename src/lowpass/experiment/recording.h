#pragma once

#include "lowpass/network/controller.h"
#include "lowpass/record/trajectory.h"
#include "lowpass/task/octopus_reaching.h"

namespace lowpass {

/// Runs one trial of the task and keeps every step, to be drawn or saved. All numbers are finite:
/// of an episode that diverges, the last step is left out.
Trajectory recorded_episode(const OctopusReaching& task, const Controller& controller, int trial);

}  // namespace lowpass
