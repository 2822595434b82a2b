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

namespace lowpass {

/// A folder of this test's own, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lowpass-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Writes a file into the folder and returns its path.
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

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
  const std::string line =
      before + " '" LOWPASS_PROGRAM "' " + command + " >'" + out + "' 2>'" + err + "' </dev/null";
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

/// A run of the program that goes on while the test does something else. Its output is dropped.
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

  void send(int signal) const { ::kill(id_, signal); }

  /// Waits for the end; the exit code, or 128 + signal.
  int wait() {
    int status = 0;
    rusage usage = {};
    ::wait4(id_, &status, 0, &usage);
    peak_kib_ = usage.ru_maxrss;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  /// The most memory it had, after wait().
  long peak_kib() const { return peak_kib_; }

 private:
  pid_t id_;
  long peak_kib_ = 0;
};

}  // namespace lowpass
