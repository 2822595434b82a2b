#pragma once

#include "lowpass/evaluation/ranks.h"

namespace lowpass::app {

/// The MPI job that this process belongs to, or this process alone. MPI is started at the first
/// call, and only if mpirun or srun started the process. Other ranks than the leader are silent.
Ranks& job();

/// Has job() been called, in a process that belongs to an MPI job?
bool has_joined_job();

/// Seconds without a sign of a rank after which it is taken for dead: LOWPASS_SILENCE_LIMIT, or 60.
double silence_limit();

}  // namespace lowpass::app
