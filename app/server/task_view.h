#pragma once

#include <string>

#include "app/server/folder_reader.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/network/geometry.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {

/// What the page offers of a run's task, as JSON (docs/DASHBOARD.md).
struct TaskView {
  std::string task;      ///< name, help, size, conditions; or why there is nothing to replay
  std::string geometry;  ///< the grids of its network; "null" if they are not known
};

/// For the run at `run` below the reader's root. `name` is what the manifest calls its task: also
/// known where this program does not have it. Does not throw for what is wrong with files.
TaskView task_view(const FolderReader& folder, const std::string& run, const std::string& name);

/// {"inputs":[{"name","size"},...],"hidden":[...],"neurons":[...]}, and "cells" of grids that units
/// do not fill from their first cell on.
std::string geometry_text(const Geometry& geometry);

/// Sizes up to this are shown: twice what the task calls worth looking at, so that a request takes
/// a fraction of a second; and the run's own, whatever it is.
int largest_size(const TaskEntry& entry, const KeyValues& keys);

/// A run may hold recordings of its own, recordings/NAME.json: the file of such a name.
std::string recording_path(const std::string& run, const std::string& name);

}  // namespace lowpass::app
