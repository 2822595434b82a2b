#pragma once

#include <string>
#include <vector>

#include "lowpass/experiment/stored_controller.h"
#include "lowpass/scene/scene.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

/// Of a long episode every second, fourth, ... moment is kept, so that there are no more of them.
inline constexpr int kMostMoments = 20'000;

/// Runs one trial of the task and keeps its moments, to be drawn or saved. All numbers are finite:
/// of an episode that diverges, the last moment is left out. `entry` has the words for how it
/// ended.
Recording recorded_episode(const Task& task, const TaskEntry& entry, const Controller& controller,
                           int trial);

/// Every trial of a saved controller on the task of `then`.
std::vector<Recording> recorded(const GenomeFile& file, const Configuration& then,
                                const Resizing& resizing = {});

}  // namespace lowpass
