#pragma once

#include "lowpass/task/task_list.h"

namespace lowpass {

/// Steps of bare arms a second: one lane and all lanes, both models, 10 and 20 compartments.
void bench_arm(const BenchRequest& request);

}  // namespace lowpass
