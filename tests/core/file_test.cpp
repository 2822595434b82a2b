#include "lowpass/core/file.h"

#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "lowpass/core/error.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

/// A terminal as standard input, which shows `text` and then fails: so does its device once the
/// other side has closed.
class FailingInput {
 public:
  explicit FailingInput(const std::string& text)
      : terminal_(::posix_openpt(O_RDWR | O_NOCTTY)), before_(::dup(STDIN_FILENO)) {
    EXPECT_EQ(::grantpt(terminal_), 0);
    EXPECT_EQ(::unlockpt(terminal_), 0);
    const int other_side = ::open(::ptsname(terminal_), O_RDWR | O_NOCTTY);
    EXPECT_EQ(write_all(other_side, text), 0);
    ::close(other_side);
    ::dup2(terminal_, STDIN_FILENO);
  }
  ~FailingInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
    ::close(terminal_);
  }

 private:
  int terminal_, before_;
};

TEST(File, AReadThatFailsIsNotTheEndOfTheFile) {
  const FailingInput input("half of a");
  try {
    const std::string content = read_file("-");
    FAIL() << "read: " << content;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    EXPECT_NE(std::string(error.what()).find("Input/output error"), std::string::npos);
  }
}

TEST(File, AFolderIsNoFile) { EXPECT_THROW(read_file("/"), Error); }

TEST(File, WhatIsNoFileIsWrittenIntoAndStays) {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_file(pipe, "through");
  char text[16] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 7);
  EXPECT_STREQ(text, "through");
  ::close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  write_file("/dev/null", "anything");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THROW(write_file("/dev/full", "anything"), Error);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(File, ALinkStaysAndItsFileIsReplaced) {
  const TemporaryFolder folder;
  folder.write("file", "before");
  std::filesystem::create_symlink("file", folder / "link");
  std::filesystem::create_symlink("link", folder / "second");
  std::filesystem::create_symlink("not there yet", folder / "dangling");
  write_file(folder / "second", "after");
  write_file(folder / "dangling", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "second"));
  EXPECT_EQ(read_file(folder / "file"), "after");
  EXPECT_EQ(read_file(folder / "not there yet"), "new");
}

/// What a child process whose standard output is the file writes under that name.
void write_as_child(const std::filesystem::path& file, const char* name) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(file.c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO);
    write_file(name, "second\n");
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(File, ADashAndDevStdoutAreStandardOutputWhateverThatIs) {
  for (const char* name : {"-", "/dev/stdout", "/proc/self/fd/1"}) {
    const TemporaryFolder folder;
    folder.write("out", "first\n");
    write_as_child(folder / "out", name);
    EXPECT_EQ(read_file(folder / "out"), "first\nsecond\n") << name;
  }
}

TEST(File, WhatKilledWritersLeftIsRemovedAndNothingElse) {
  const TemporaryFolder folder;
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const auto partial = [](long process) { return "a." + std::to_string(process) + ".partial"; };
  folder.write(partial(gone), "half");
  folder.write(partial(::getpid()), "half");  // of a writer that lives
  folder.write("a", "whole");
  folder.write("x.partial", "somebody else's");
  remove_abandoned_files(folder / "");
  EXPECT_FALSE(std::filesystem::exists(folder / partial(gone)));
  EXPECT_TRUE(std::filesystem::exists(folder / partial(::getpid())));
  EXPECT_TRUE(std::filesystem::exists(folder / "a"));
  EXPECT_TRUE(std::filesystem::exists(folder / "x.partial"));
}

}  // namespace
}  // namespace lowpass
