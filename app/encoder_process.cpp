#include "app/encoder_process.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

/// A socket, unlike a pipe, can be written without SIGPIPE and with a time limit. The second end is
/// the program's.
std::array<int, 2> connected_sockets() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(ErrorKind::kFailure, fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  const timeval limit{.tv_sec = 0, .tv_usec = 100'000};  // how soon an interrupt is seen
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  ::setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  return ends;
}

/// posix_spawnp with the given standard input and error, no output, a process group of its own and
/// no signal held. Returns 0 or an error code.
int spawn(const std::vector<std::string>& command, int input, int messages, pid_t& process) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  const int code =
      ::posix_spawnp(&process, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return code;
}

}  // namespace

HeldInterrupts::HeldInterrupts() {
  const sigset_t set = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
}

HeldInterrupts::~HeldInterrupts() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool HeldInterrupts::is_waiting() {
  sigset_t waiting;
  sigemptyset(&waiting);
  ::sigpending(&waiting);
  return sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1;
}

EncoderProcess::EncoderProcess(const std::vector<std::string>& command, const std::string& missing)
    : messages_(std::tmpfile()) {
  if (!messages_) {
    throw Error(ErrorKind::kFailure,
                fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
  }
  const std::array<int, 2> ends = connected_sockets();
  const int code = spawn(command, ends[1], ::fileno(messages_.get()), process_);
  ::close(ends[1]);
  input_ = ends[0];
  if (code == 0) return;
  process_ = -1;
  ::close(input_);
  throw Error(ErrorKind::kFailure,
              code == ENOENT ? missing
                             : fmt::format("cannot start {}: {}", command[0], std::strerror(code)));
}

EncoderProcess::~EncoderProcess() {
  ::close(input_);
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool EncoderProcess::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    if (HeldInterrupts::is_waiting()) return false;
    const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
      return false;
    }
  }
  return true;
}

bool EncoderProcess::finish() {
  ::shutdown(input_, SHUT_WR);
  // It closes its end when it has done its work; until then an interrupt can come.
  char nothing;
  while (::recv(input_, &nothing, 1, 0) != 0) {
    if (HeldInterrupts::is_waiting()) return false;
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) break;
  }
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string EncoderProcess::last_message() const {
  std::rewind(messages_.get());
  std::string last;
  char line[1000];
  while (std::fgets(line, sizeof line, messages_.get()) != nullptr) {
    const std::string text(line, std::strcspn(line, "\r\n"));
    if (!text.empty()) last = text;
  }
  return last;
}

}  // namespace lowpass::app
