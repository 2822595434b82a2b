#pragma once

#include <string>
#include <vector>

#include "app/verbs.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/sweep/sweep.h"

namespace lowpass::app {

/// The genome file that a name of the command line stands for: a run folder is its best controller,
/// a folder of runs the best of theirs, which is told.
std::string genome_path(const std::string& file);

/// What the options ask for.
Conditions conditions_of(const ControllerOptions& options);

/// The file film.svg of a run: its best controller in the trials that it was evolved with. Nothing
/// for a task with nothing to be seen.
std::vector<RunAttachment> film_attachment(const Configuration& configuration);

}  // namespace lowpass::app
