#include "app/server/connection.h"

#include <algorithm>
#include <exception>
#include <new>
#include <thread>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/clock.h"

namespace lowpass::app {
namespace {

/// Seconds that a connection may be idle, and that a request may take to arrive; the page's own
/// event stream is never idle.
constexpr double kPatience = 5.0, kPatienceWhenFull = 0.3;
/// Address space that a new thread must find: its stack (8 MB), and some for what all of them say.
/// Under a limit the stacks alone would take everything, and every answer would fail from then on.
constexpr std::size_t kThreadRoom = 32 << 20;
constexpr int kMostRequests = 1000;  // of one connection
constexpr double kWriteSeconds = 5.0;

thread_local bool is_last_answer = false;

bool is_ready(int socket, short event, double seconds) {
  pollfd wanted{socket, event, 0};
  return ::poll(&wanted, 1, static_cast<int>(1000 * std::max(0.0, seconds))) > 0;
}

bool has_room_for_thread() {
  void* room = ::mmap(nullptr, kThreadRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && ::munmap(room, kThreadRoom) == 0;
}

void end_of(const sockaddr_storage& address, std::string& ip, int& port) {
  char text[INET6_ADDRSTRLEN] = {};
  if (address.ss_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &four.sin_addr, text, sizeof(text));
    port = ntohs(four.sin_port);
  } else if (address.ss_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    ::inet_ntop(AF_INET6, &six.sin6_addr, text, sizeof(text));
    port = ntohs(six.sin6_port);
  }
  ip = text;
}

}  // namespace

void ConnectionThreads::enqueue(std::function<void()> task) {
  try {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(task);
    if (threads_ == kMost) return;
    ++threads_;
    ++open_;
  } catch (const std::bad_alloc&) {
    most_ = 0;
    return task();
  }
  try {
    if (!has_room_for_thread()) throw std::bad_alloc();
    std::thread([this] { work(); }).detach();
    if (most_ < kMost) ++most_;      // there is room again
  } catch (const std::exception&) {  // no thread, or no memory for one
    std::unique_lock lock(mutex_);
    most_ = threads_ - 1;
    if (threads_ > 1) {  // one of the others will take it
      --threads_;
      --open_;
      return;
    }
    lock.unlock();
    work();
  }
}

void ConnectionThreads::work() {
  for (;;) {
    std::function<void()> task;
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.empty()) {
        --threads_;
        --open_;
        is_idle_.notify_all();
        return;
      }
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    task();
  }
}

void ConnectionThreads::shutdown() {
  std::unique_lock lock(mutex_);
  is_idle_.wait(lock, [&] { return threads_ == 0; });
}

bool RequestStream::await_byte() const {
  while (!is_stopping_) {
    const double left =
        since_ + (ConnectionThreads::is_full() ? kPatienceWhenFull : kPatience) - seconds_now();
    if (left <= 0) return false;
    if (is_ready(socket_, POLLIN, std::min(left, 0.1))) return true;
  }
  return false;
}

bool RequestStream::await_request() {
  since_ = seconds_now();
  if (begin_ == end_ && !await_byte()) return false;
  left_ = kMostBytes;
  since_ = seconds_now();
  return true;
}

bool RequestStream::is_readable() const { return begin_ < end_ || await_byte(); }

bool RequestStream::is_writable() const {
  // A client that went away is readable, with nothing to read.
  char byte;
  if (is_ready(socket_, POLLIN, 0) && ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) {
    return false;
  }
  return is_ready(socket_, POLLOUT, kWriteSeconds);
}

ssize_t RequestStream::read(char* bytes, std::size_t size) {
  if (left_ == 0) return -1;
  if (begin_ == end_) {
    if (!await_byte()) return -1;
    const ssize_t count = ::recv(socket_, buffer_, sizeof(buffer_), 0);
    if (count <= 0) return count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
  }
  const std::size_t count = std::min({size, end_ - begin_, left_});
  std::copy_n(buffer_ + begin_, count, bytes);
  begin_ += count;
  left_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t RequestStream::write(const char* bytes, std::size_t size) {
  if (!is_ready(socket_, POLLOUT, kWriteSeconds)) return -1;
  return ::send(socket_, bytes, size, MSG_NOSIGNAL);
}

void RequestStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  if (::getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    end_of(address, ip, port);
  }
}

void RequestStream::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  if (::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    end_of(address, ip, port);
  }
}

void close_after_answer() { is_last_answer = true; }

LimitedServer::LimitedServer() {
  new_task_queue = [] { return new ConnectionThreads; };
}

bool LimitedServer::answer(httplib::Stream& stream) {
  bool is_closed = false;
  return process_request(stream, true, is_closed, nullptr);
}

bool LimitedServer::converse(RequestStream& stream) {
  bool is_sound = true, is_closed = false;
  is_last_answer = false;
  for (int count = 1; is_sound && !is_closed && !is_last_answer && !is_stopping_; ++count) {
    if (!stream.await_request()) break;
    const bool is_last = count == kMostRequests || ConnectionThreads::is_full();
    is_sound = process_request(stream, is_last, is_closed, nullptr);
    if (is_last) break;
  }
  return is_sound;
}

bool LimitedServer::process_and_close_socket(socket_t sock) {
  timeval patience{static_cast<time_t>(kWriteSeconds), 0};
  ::setsockopt(sock, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  bool is_sound = false;
  try {
    RequestStream stream(sock, is_stopping_);
    is_sound = converse(stream);
  } catch (const std::exception&) {
    // Memory may not suffice for this connection; the others go on.
  }
  // What the client still sends is taken away: closing with it unread would discard our answer.
  ::shutdown(sock, SHUT_WR);
  char rest[4096];
  for (int i = 0; i < 64 && is_ready(sock, POLLIN, 0.05); ++i) {
    if (::recv(sock, rest, sizeof(rest), MSG_DONTWAIT) <= 0) break;
  }
  ::close(sock);
  return is_sound;
}

}  // namespace lowpass::app
