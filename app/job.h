#pragma once

#include <functional>
#include <string>

#include "lowpass/evaluation/ranks.h"

namespace lowpass::app {

/// The MPI job that this process belongs to, or this process alone. MPI is started at the first
/// call, and only if mpirun or srun started the process. Other ranks than the leader are silent.
Ranks& job();

/// How long ranks wait for each other: LOWPASS_SILENCE_LIMIT seconds, or 60.
Patience job_patience();

/// What `make` gives on the leader, on every rank: input that only the leader can read, or that
/// might differ elsewhere. An Error that it throws is thrown on every rank.
std::string from_leader(const std::function<std::string()>& make);

/// The end of the program, with its exit code: ranks end together. `failure` is what went wrong
/// here, if anything; if that `is_everywhere`, the others know it as well, else the leader ends
/// them at once.
int leave_job(const std::string& failure, int code, bool is_everywhere);

}  // namespace lowpass::app
