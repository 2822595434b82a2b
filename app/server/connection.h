#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include <httplib.h>

namespace lowpass::app {

/// A thread for every connection, up to a limit. (The library's own pool has a fixed handful: a few
/// idle connections or event streams, each of which keeps its worker, would stop the page.)
class ConnectionThreads : public httplib::TaskQueue {
 public:
  /// Idle threads cost some 20 kB each; 200 idle connections and the page need far less than this.
  static constexpr int kMost = 512;

  void enqueue(std::function<void()> task) override;
  /// Waits for all of them.
  void shutdown() override;
  /// How many can have one: kMost, or about as many as there were when no more could be started.
  static int most() { return most_; }
  /// Most threads are taken: who keeps one without a request makes others wait.
  static bool is_full() { return open_ > most_ / 2; }

 private:
  void work();

  static inline std::atomic<int> open_ = 0, most_ = kMost;
  std::mutex mutex_;
  std::condition_variable is_idle_;
  std::deque<std::function<void()>> waiting_;
  int threads_ = 0;
};

/// A connection that reads at most a few kilobytes and waits a few seconds for a request, less
/// where others wait for its thread: none of the page's is larger, and the library by itself would
/// take any number of headers, at any pace.
class RequestStream : public httplib::Stream {
 public:
  static constexpr std::size_t kMostBytes = 24 << 10;

  RequestStream(int socket, const std::atomic<bool>& is_stopping)
      : socket_(socket), is_stopping_(is_stopping) {}

  /// Waits for the first byte of the next request; false: none came, or the client went away.
  bool await_request();

  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* bytes, std::size_t size) override;
  ssize_t write(const char* bytes, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  int socket_;
  const std::atomic<bool>& is_stopping_;
  /// Whether a byte comes in time.
  bool await_byte() const;

  std::size_t left_ = 0;  // bytes of the request that may still be read
  double since_ = 0.0;    // when the wait for the request, or the request, began
  char buffer_[4096];     // the library reads byte by byte
  std::size_t begin_ = 0, end_ = 0;
};

/// Ends the connection of the calling thread once its request is answered: after a request that was
/// refused, what follows may be anything.
void close_after_answer();

/// The library's server on such threads and streams.
class LimitedServer : public httplib::Server {
 public:
  LimitedServer();

  /// Asks every connection to end; `stop` then returns soon.
  void ask_to_stop() { is_stopping_ = true; }
  const std::atomic<bool>& is_stopping() const { return is_stopping_; }

  /// Reads one request from a stream and answers it there; false if that fails.
  bool answer(httplib::Stream& stream);

 private:
  /// Answers request after request of a connection; false if one failed.
  bool converse(RequestStream& stream);
  bool process_and_close_socket(socket_t sock) override;

  std::atomic<bool> is_stopping_ = false;
};

}  // namespace lowpass::app
