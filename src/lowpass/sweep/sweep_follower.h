#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lowpass/sweep/sweep.h"
#include "lowpass/sweep/sweep_work.h"

namespace lowpass {

/// Between two looks for messages, seconds. MPI cannot wake a thread that also waits for its own
/// workers, so it looks again and again, and takes a little of a core that computes each time.
inline constexpr double kMessagePause = 0.01;

/// The side of every rank but the leader: does the runs that it is given, until told to end.
void follow_sweep(std::span<const SweepRun> runs, int threads, const SweepHooks& hooks,
                  Ranks& ranks);

// What the leader says.
std::string assignment_message(const SweepAssignment& assignment);
std::string lend_message();  ///< there is nothing more to assign
std::string stop_message();  ///< end every run after its generation, and report
std::string end_message();   ///< the sweep is over

// What it hears: how many threads a rank has, or a report of one of its runs.
std::optional<int> hello_threads(std::string_view message);
std::optional<SweepReport> reported(std::string_view message);

}  // namespace lowpass
