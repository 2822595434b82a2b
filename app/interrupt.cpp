#include "app/interrupt.h"

#include <csignal>

#include <unistd.h>

namespace lowpass::app {
namespace {

volatile std::sig_atomic_t asked = 0;

void on_signal(int) {
  if (asked) _exit(kInterrupted);
  asked = 1;
}

}  // namespace

void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() { return asked != 0; }

}  // namespace lowpass::app
