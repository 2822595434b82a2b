#include "app/server/folder_reader.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/program.h"

namespace lowpass::app {
namespace {

/// outside/secret, and a folder "root" beside it with a file, a folder and links that lead out.
class FolderReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "root/runs/1");
    std::filesystem::create_directories(folder_ / "outside");
    folder_.write("outside/secret", "secret");
    folder_.write("root/runs/1/log", "0123456789");
    std::filesystem::create_symlink("../outside", folder_ / "root/linked");
    std::filesystem::create_symlink("../../../outside/secret", folder_ / "root/runs/1/link");
    std::filesystem::create_symlink("runs/1/log", folder_ / "root/inside");
  }

  TemporaryFolder folder_;
  FolderReader reader_{folder_ / "root"};
};

TEST_F(FolderReaderTest, ReadsAFileFromAnOffsetUpToALimit) {
  EXPECT_EQ(reader_.read("runs/1/log"), "0123456789");
  EXPECT_EQ(reader_.read("runs/1/log", 4), "456789");
  EXPECT_EQ(reader_.read("runs/1/log", 4, 2), "45");
  EXPECT_EQ(reader_.read("runs/1/log", 99), "");
  EXPECT_EQ(reader_.stamp("runs/1/log")->size, 10u);
}

TEST_F(FolderReaderTest, NothingLeadsOutside) {
  for (const char* path :
       {"../outside/secret", "linked/secret", "runs/1/link", "inside", "runs/../runs/1/log",
        "/etc/passwd", "./runs/1/log", "runs//1/log", "runs/1/", "..", "runs/1/log/x"}) {
    EXPECT_FALSE(reader_.read(path).has_value()) << path;
    EXPECT_FALSE(reader_.stamp(path).has_value()) << path;
  }
  EXPECT_TRUE(reader_.entries("linked").empty());
  EXPECT_TRUE(reader_.entries("..").empty());
}

TEST_F(FolderReaderTest, ANameWithAZeroByteIsNone) {
  using namespace std::string_view_literals;
  for (const std::string_view path :
       {"..\0/outside/secret"sv, "runs\0/1/log"sv, "runs/1/log\0"sv, "\0"sv}) {
    EXPECT_FALSE(reader_.read(path).has_value());
    EXPECT_FALSE(reader_.stamp(path).has_value());
  }
  EXPECT_TRUE(reader_.entries("..\0"sv).empty());
}

TEST_F(FolderReaderTest, ListsFilesAndFoldersWithoutLinks) {
  const auto entries = reader_.entries("");
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].name, "runs");
  EXPECT_TRUE(entries[0].is_folder);
  EXPECT_EQ(reader_.entries("runs/1").size(), 1u);
}

TEST_F(FolderReaderTest, APipeIsNoFileAndNobodyWaitsForIt) {
  ASSERT_EQ(::mkfifo((folder_ / "root/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(reader_.read("pipe").has_value());
}

TEST_F(FolderReaderTest, AFolderMayComeLater) {
  const FolderReader later(folder_ / "root/later");
  EXPECT_FALSE(later.exists());
  EXPECT_TRUE(later.entries("").empty());
  std::filesystem::create_directory(folder_ / "root/later");
  EXPECT_TRUE(later.exists());
}

}  // namespace
}  // namespace lowpass::app
