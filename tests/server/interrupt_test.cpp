// In the folder of the server for its builds: those with the thread sanitizer have no tests/app.
#include "app/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

namespace lowpass::app {
namespace {

// Each in a process of its own: once somebody has asked, a process knows it for ever.

[[noreturn]] void see_a_signal_on_another_thread() {
  watch_interrupts();
  std::atomic<bool> has_begun = false;
  std::thread other([&] {
    while (!is_interrupted()) has_begun = true;
  });
  while (!has_begun) std::this_thread::yield();
  std::raise(SIGINT);
  other.join();
  std::exit(0);  // with which the thread sanitizer tells what it saw
}

TEST(InterruptDeathTest, ASignalIsSeenByAThreadThatPollsMeanwhile) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(see_a_signal_on_another_thread(), testing::ExitedWithCode(0), "");
}

TEST(InterruptDeathTest, TheSecondSignalEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto interrupt_twice = [] {
    watch_interrupts();
    std::raise(SIGINT);
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(interrupt_twice(), testing::ExitedWithCode(kInterrupted), "");
}

}  // namespace
}  // namespace lowpass::app
