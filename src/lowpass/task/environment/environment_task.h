#pragma once

#include <cstdint>
#include <vector>

#include "lowpass/task/task_list.h"

namespace lowpass {

/// An environment that others simulate, as Python's Gymnasium has them. The library searches,
/// decodes and keeps the record; episodes run where the environment is, and their results are told
/// (experiment/run.h). Asked for an arena, the task says so: Error (kUsage).
TaskEntry environment_task();

/// Is this the name of that task? Its runs keep how observations were normalised.
bool runs_elsewhere(const std::string& task);

/// The seeds of the resets in a generation, one an episode and the same for all individuals: even
/// numbers below 2^31.
std::vector<std::int64_t> episode_seeds(std::uint64_t run_seed, std::uint32_t generation,
                                        int episodes);

/// Seeds that no generation has, for the test of a finished controller: odd numbers below 2^31.
std::vector<std::int64_t> validation_seeds(std::uint64_t run_seed, int episodes);

}  // namespace lowpass
