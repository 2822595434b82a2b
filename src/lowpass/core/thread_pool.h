#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace lowpass {

/// Threads that wait for work. A process that was forked starts threads of its own when it first
/// has work for them. Results must not depend on which thread does what: work is handed out by
/// index, and each index writes to a place of its own.
class ThreadPool {
 public:
  /// `threads` workers, the calling thread among them; at least 1. Throws Error (kFailure) if the
  /// system has no room for so many.
  explicit ThreadPool(int threads);
  ~ThreadPool();

  int threads() const;

  /// Calls work(worker) once on every worker, 0 .. threads() - 1, and waits for all of them. An
  /// exception of a worker is thrown again here, once all have ended.
  void run(const std::function<void(int worker)>& work);

 private:
  struct Workers;
  void start(int threads);
  bool is_forked() const;
  void abandon();

  std::unique_ptr<Workers> workers_;
};

/// Starts `count` threads of `work(i)`, i = 0 .. count - 1. If one of them cannot be started, calls
/// `stop`, which makes the others end, and throws Error (kFailure).
std::vector<std::thread> started_threads(int count, const std::function<void(int)>& work,
                                         const std::function<void()>& stop);

/// The number of hardware threads this process may use, at least 1.
int available_threads();

}  // namespace lowpass
