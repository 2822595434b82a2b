#pragma once

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lowpass::app {

/// Keeps SIGINT and SIGTERM waiting while it lives. The destructor lets one that came take effect.
/// For a program with one thread: another would receive them.
class HeldInterrupts {
 public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;

  /// Has one come?
  static bool is_waiting();

 private:
  sigset_t before_;
};

/// A program that reads its standard input. If it ends early, writing to it fails instead of
/// raising SIGPIPE. Interrupts are to be held while it lives.
class EncoderProcess {
 public:
  /// Starts a program found on the PATH, out of reach of the terminal's Ctrl-C. Throws Error
  /// (kFailure) saying `missing` if there is no such program.
  EncoderProcess(const std::vector<std::string>& command, const std::string& missing);
  /// Ends the program if it still runs.
  ~EncoderProcess();
  EncoderProcess(const EncoderProcess&) = delete;
  EncoderProcess& operator=(const EncoderProcess&) = delete;

  /// False if the program reads no more, or an interrupt waits.
  bool write(std::span<const std::uint8_t> bytes);
  /// Ends its input and waits for it: true if it exits with 0. False at once for an interrupt.
  bool finish();
  /// The last line that it wrote to its standard error.
  std::string last_message() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<std::FILE, Close> messages_;
  int input_ = -1;  // our end of its standard input
  pid_t process_ = -1;
};

}  // namespace lowpass::app
