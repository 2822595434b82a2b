#pragma once

#include <string>

#include "lowpass/paper/run_table.h"

namespace lowpass {

/// Every run on a line of comma-separated values: setup, variation, seed, evaluations, best
/// fitness, evaluations to the target (empty: never), diverged episodes, digest, fitness from -pi/4
/// and pi/4 (empty: not tested).
std::string runs_csv(const RunTable& runs);

}  // namespace lowpass
