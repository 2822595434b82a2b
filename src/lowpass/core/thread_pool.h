#pragma once

#include <functional>
#include <memory>

namespace lowpass {

/// Threads that wait for work. Results must not depend on which thread does what: work is handed
/// out by index, and each index writes to a place of its own.
class ThreadPool {
 public:
  /// `threads` workers, the calling thread among them; at least 1.
  explicit ThreadPool(int threads);
  ~ThreadPool();

  int threads() const;

  /// Calls work(worker) once on every worker, 0 .. threads() - 1, and waits for all of them. An
  /// exception of a worker is thrown again here, once all have ended.
  void run(const std::function<void(int worker)>& work);

 private:
  struct Workers;
  std::unique_ptr<Workers> workers_;
};

/// The number of hardware threads this process may use, at least 1.
int available_threads();

}  // namespace lowpass
