#include "lowpass/core/thread_pool.h"

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lowpass {
namespace {

TEST(ThreadPool, EveryWorkerIsCalledOnceWithItsOwnNumber) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    ASSERT_EQ(pool.threads(), threads);
    std::vector<std::atomic<int>> calls(threads);
    pool.run([&](int worker) { ++calls.at(worker); });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ThreadPool, FewerThanOneThreadIsOne) {
  for (const int threads : {0, -3}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), 1);
    int calls = 0;
    pool.run([&](int) { ++calls; });
    EXPECT_EQ(calls, 1);
  }
}

TEST(ThreadPool, WorkerZeroIsTheCallerAndTheOthersAreThreadsOfTheirOwn) {
  ThreadPool pool(4);
  std::vector<std::thread::id> id(4);
  pool.run([&](int worker) { id[worker] = std::this_thread::get_id(); });
  EXPECT_EQ(id[0], std::this_thread::get_id());
  EXPECT_EQ(std::set(id.begin(), id.end()).size(), 4U);
}

TEST(ThreadPool, RunReturnsOnlyWhenAllWorkersHaveEnded) {
  ThreadPool pool(3);
  std::vector<long> sum(3, 0);  // plain numbers: the caller may read them after run()
  for (int round = 1; round <= 2000; ++round) {
    pool.run([&](int worker) { sum[worker] += round; });
    for (const long s : sum) ASSERT_EQ(s, round * (round + 1L) / 2);
  }
}

TEST(ThreadPool, AnExceptionOfAnyWorkerReachesTheCallerOnceAllHaveEnded) {
  ThreadPool pool(3);
  for (int thrower = 0; thrower < 3; ++thrower) {
    std::atomic<int> ended = 0;
    try {
      pool.run([&](int worker) {
        if (worker == thrower) throw std::runtime_error("worker " + std::to_string(worker));
        ++ended;
      });
      ADD_FAILURE() << "no exception from worker " << thrower;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "worker " + std::to_string(thrower));
    }
    EXPECT_EQ(ended, 2);
  }
}

TEST(ThreadPool, GoesOnWorkingAfterAnException) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.run([](int) { throw std::runtime_error("all fail"); }), std::runtime_error);
  std::atomic<int> calls = 0;
  EXPECT_NO_THROW(pool.run([&](int) { ++calls; }));
  EXPECT_EQ(calls, 3);
}

TEST(ThreadPool, APoolThatNeverWorkedEnds) {
  for (int i = 0; i < 50; ++i) ThreadPool pool(3);
}

#ifndef __SANITIZE_THREAD__  // which forbids a forked process to start threads
TEST(ThreadPool, AProcessThatWasForkedHasThreadsOfItsOwn) {
  ThreadPool pool(3);
  pool.run([](int) {});
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<int> calls = 0;
    for (int i = 0; i < 20; ++i) pool.run([&](int) { ++calls; });
    ::_exit(calls == 60 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  std::atomic<int> calls = 0;
  pool.run([&](int) { ++calls; });
  EXPECT_EQ(calls, 3);
}
#endif

TEST(ThreadPool, AtLeastOneThreadIsAvailable) { EXPECT_GE(available_threads(), 1); }

}  // namespace
}  // namespace lowpass
