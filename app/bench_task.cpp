#include <functional>
#include <iostream>

#include "app/clock.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {

void run(const BenchTaskOptions& options) {
  const std::function<double()> clock = seconds_now;
  const double began = seconds_now();
  narrate("bench {}: measuring for some {}\n", options.task, duration_text(options.seconds));
  find_task(options.task)
      ->bench(
          {.seconds = options.seconds, .clock = clock, .as_json = options.json, .out = std::cout});
  std::cout.flush();
  narrate("bench {}: measured in {}\n", options.task, duration_text(seconds_now() - began));
}

}  // namespace lowpass::app
