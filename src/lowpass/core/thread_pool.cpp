#include "lowpass/core/thread_pool.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "lowpass/core/error.h"

namespace lowpass {

struct ThreadPool::Workers {
  pid_t process = ::getpid();  // that the threads are of
  std::mutex mutex;
  std::condition_variable begin, end;
  const std::function<void(int)>* work = nullptr;
  unsigned round = 0;  // counts calls of run(); a worker waits for the next one
  int busy = 0;
  bool stopping = false;
  std::exception_ptr failure;
  std::vector<std::thread> threads;

  void do_work(int worker) {
    try {
      (*work)(worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }

  void stop() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    begin.notify_all();
  }

  void wait_for_work(int worker) {
    unsigned seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex);
        begin.wait(lock, [&] { return stopping || round != seen; });
        if (stopping) return;
        seen = round;
      }
      do_work(worker);
      const std::lock_guard lock(mutex);
      if (--busy == 0) end.notify_one();
    }
  }
};

std::vector<std::thread> started_threads(int count, const std::function<void(int)>& work,
                                         const std::function<void()>& stop) {
  std::vector<std::thread> threads;
  try {
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (const std::system_error& error) {
    stop();
    for (std::thread& thread : threads) thread.join();
    throw Error(ErrorKind::kFailure, fmt::format("cannot start {} threads: {} after {}", count,
                                                 error.code().message(), threads.size()));
  }
  return threads;
}

ThreadPool::ThreadPool(int threads) { start(threads); }

ThreadPool::~ThreadPool() {
  if (is_forked()) {
    abandon();
  } else {
    workers_->stop();
    for (std::thread& thread : workers_->threads) thread.join();
  }
}

void ThreadPool::start(int threads) {
  workers_ = std::make_unique<Workers>();
  Workers* w = workers_.get();
  w->threads = started_threads(
      threads - 1, [w](int i) { w->wait_for_work(i + 1); }, [w] { w->stop(); });
}

bool ThreadPool::is_forked() const { return workers_->process != ::getpid(); }

/// Threads of another process can neither be joined nor asked; what they left is not touched.
void ThreadPool::abandon() { static_cast<void>(workers_.release()); }

int ThreadPool::threads() const { return static_cast<int>(workers_->threads.size()) + 1; }

void ThreadPool::run(const std::function<void(int worker)>& work) {
  if (is_forked()) {
    const int wanted = threads();
    abandon();
    start(wanted);
  }
  Workers& w = *workers_;
  {
    const std::lock_guard lock(w.mutex);
    w.work = &work;
    w.busy = static_cast<int>(w.threads.size());
    w.failure = nullptr;
    ++w.round;
  }
  w.begin.notify_all();
  w.do_work(0);
  std::unique_lock lock(w.mutex);
  w.end.wait(lock, [&] { return w.busy == 0; });
  if (w.failure) std::rethrow_exception(w.failure);
}

int available_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace lowpass
