#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

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

}  // namespace lowpass
