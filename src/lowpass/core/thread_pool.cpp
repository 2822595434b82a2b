#include "lowpass/core/thread_pool.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>

namespace lowpass {

struct ThreadPool::Workers {
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

ThreadPool::ThreadPool(int threads) : workers_(std::make_unique<Workers>()) {
  for (int worker = 1; worker < threads; ++worker) {
    workers_->threads.emplace_back([w = workers_.get(), worker] { w->wait_for_work(worker); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(workers_->mutex);
    workers_->stopping = true;
  }
  workers_->begin.notify_all();
  for (std::thread& thread : workers_->threads) thread.join();
}

int ThreadPool::threads() const { return static_cast<int>(workers_->threads.size()) + 1; }

void ThreadPool::run(const std::function<void(int worker)>& work) {
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
