#include "app/interrupt.h"

#include <atomic>
#include <csignal>

#include <unistd.h>

namespace lowpass::app {
namespace {

// Set in a signal handler, on whatever thread, and asked on others.
std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
  if (asked.exchange(true)) _exit(kInterrupted);
}

}  // namespace

void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() { return asked; }

}  // namespace lowpass::app
