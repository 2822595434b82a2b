#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace lowpass {

inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

/// The path as an argument on a command line.
inline std::string quoted(const std::filesystem::path& path) { return " '" + path.string() + "' "; }

/// Settings that make a run of the arm take a fraction of a second.
inline const std::string kShortRun =
    " --set task.preset=paper --set task.compartments=4 --set task.steps=30 --set "
    "budget.evaluations=100 ";

/// What a run of the program printed, and its exit code (128 + signal if one ended it).
struct ProgramResult {
  int code;
  std::string out;
  std::string err;
};

/// Runs the program as a shell would: `command` is what follows its name, quoted as needed;
/// `before` stands before the name (variables, a pipe).
inline ProgramResult run_program(const std::string& command, const std::string& before = "") {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string(), err = (folder / "err").string();
  const std::string line = "exec </dev/null; " + before + " '" LOWPASS_PROGRAM "' " + command +
                           " >'" + out + "' 2>'" + err + "'";
  const int status = std::system(line.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, content_of(out), content_of(err)};
}

/// The program refuses: one line on stderr that contains every part, nothing on stdout.
inline void expect_refusal(const std::string& command, int code,
                           const std::vector<std::string>& parts) {
  const ProgramResult result = run_program(command);
  EXPECT_EQ(result.code, code) << command << "\n" << result.err;
  EXPECT_EQ(result.out, "") << command;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << command << result.err;
  EXPECT_TRUE(result.err.starts_with("lowpass: ")) << result.err;
  for (const std::string& part : parts) {
    EXPECT_NE(result.err.find(part), std::string::npos) << part << " in " << result.err;
  }
}

/// A run of the program that goes on while the test does something else, at the longest as long as
/// this lives. Its output is dropped.
class BackgroundProgram {
 public:
  explicit BackgroundProgram(const std::vector<std::string>& arguments) : id_(::fork()) {
    if (id_ != 0) return;
    const int null = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(null, stream);
    std::vector<const char*> argv{LOWPASS_PROGRAM};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    argv.push_back(nullptr);
    ::execv(LOWPASS_PROGRAM, const_cast<char* const*>(argv.data()));
    ::_exit(127);
  }
  ~BackgroundProgram() {
    if (has_ended_) return;
    send(SIGKILL);
    wait();
  }
  BackgroundProgram(const BackgroundProgram&) = delete;
  BackgroundProgram& operator=(const BackgroundProgram&) = delete;

  bool is_running() const {
    siginfo_t ended = {};
    return ::waitid(P_PID, id_, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
  }

  void send(int signal) const { ::kill(id_, signal); }

  /// Waits for the end; the exit code, or 128 + signal.
  int wait() {
    int status = 0;
    rusage usage = {};
    ::wait4(id_, &status, 0, &usage);
    has_ended_ = true;
    peak_kib_ = usage.ru_maxrss;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  /// The most memory it had, after wait().
  long peak_kib() const { return peak_kib_; }

 private:
  pid_t id_;
  bool has_ended_ = false;
  long peak_kib_ = 0;
};

}  // namespace lowpass
