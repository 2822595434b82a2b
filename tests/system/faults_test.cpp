// What the program does where the world around it is broken: closed streams, full disks, no memory.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace lowpass {
namespace {

using nlohmann::json;

/// The program with redirections of the test's own; its exit code.
int exit_code_of(const std::string& command) {
  const int status = std::system(("'" LOWPASS_PROGRAM "' " + command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The digest of the finished run there.
std::string digest_in(const std::filesystem::path& out) {
  return json::parse(content_of(out / "manifest.json"))["result"]["digest"];
}

class Faults : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_program("evolve octopus" + kShortRun + "--out" + quoted(folder / "sound")).code,
              0);
    digest = digest_in(folder / "sound");
  }

  /// The one before is sound.
  void damage_checkpoint(const std::string& run) const {
    std::filesystem::copy_file(folder / run / "checkpoint", folder / run / "checkpoint.previous",
                               std::filesystem::copy_options::overwrite_existing);
    folder.write(run + "/checkpoint", "damaged");
  }

  const TemporaryFolder folder;
  std::string digest;
};

TEST_F(Faults, ClosedStandardStreamsDoNotBecomeFilesOfTheRun) {
  const std::string command = "evolve octopus" + kShortRun + "--out";
  EXPECT_EQ(exit_code_of(command + quoted(folder / "run") + "<&- >&- 2>&-"), 0);
  EXPECT_EQ(digest_in(folder / "run"), digest);
  // Resuming is what narrates at once: it tells of the damage that it passes over.
  damage_checkpoint("run");
  EXPECT_EQ(exit_code_of(command + quoted(folder / "run") + "--resume <&- >&- 2>&-"), 0);
  for (const char* name : {"generations.jsonl", "spectrum.jsonl", "best.json"}) {
    EXPECT_EQ(content_of(folder / "run" / name), content_of(folder / "sound" / name)) << name;
  }
}

TEST_F(Faults, NarrationThatCannotBeWrittenEndsNothing) {
  damage_checkpoint("sound");
  EXPECT_EQ(exit_code_of("evolve octopus" + kShortRun + "--resume --out" +
                         quoted(folder / "sound") + ">/dev/null 2>/dev/full"),
            0);
  EXPECT_EQ(digest_in(folder / "sound"), digest);
  EXPECT_EQ(exit_code_of("decode" + quoted(folder / "sound/best.json") + ">/dev/null 2>/dev/full"),
            0);
}

TEST_F(Faults, ResultsThatCannotBeWrittenAreAFailureAndSayWhy) {
  const std::string genome = quoted(folder / "sound/best.json"), err = (folder / "err").string();
  const std::vector<std::string> commands{
      "--version",
      "--help",
      "order --shape 3x3",
      "order --shape 300x300",
      "tasks",
      "evaluate --json" + genome,
      "decode --json" + genome,
      "evolve octopus --json" + kShortRun + "--out" + quoted(folder / "lost")};
  for (const std::string& command : commands) {
    EXPECT_EQ(exit_code_of(command + " >/dev/full 2>'" + err + "'"), 4) << command;
    EXPECT_NE(content_of(err).find("lowpass: standard output: cannot write"), std::string::npos)
        << command << content_of(err);
  }
  EXPECT_EQ(digest_in(folder / "lost"), digest);  // the work is saved
}

TEST_F(Faults, ThreadsThatCannotBeStartedAreOneLine) {
  const std::string command = "evolve octopus" + kShortRun + "--threads 512 --out";
  for (const char* runs : {"1", "600"}) {
    const ProgramResult result =
        run_program(command + quoted(folder / runs) + "--runs " + runs, "ulimit -v 600000;");
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_NE(result.err.find("threads: Resource temporarily unavailable"), std::string::npos)
        << result.err;
  }
}

TEST_F(Faults, DeeplyNestedJsonIsRefused) {
  const std::string deep(200'000, '[');
  expect_refusal("evaluate '" + folder.write("deep.json", deep) + "'", 4, {"nested too deep"});
  expect_refusal("evaluate '" + folder.write("key.json", "{\"format\":" + deep) + "'", 4,
                 {"nested too deep"});
  expect_refusal("evolve octopus --set 'task.goal=" + deep.substr(0, 100'000) + "'", 3,
                 {"task.goal"});
  expect_refusal("evolve '" + folder.write("deep.toml", "[task]\ngoal = " + deep) + "'", 3,
                 {"deep.toml"});
}

TEST_F(Faults, AnEpisodeOfAGenomeFileHasALimit) {
  json genome = json::parse(content_of(folder / "sound/best.json"));
  genome["keys"]["steps"] = 2147483647;
  expect_refusal("evaluate '" + folder.write("long.json", genome.dump()) + "'", 4,
                 {"steps = 2147483647", "1000000"});
}

TEST_F(Faults, WhatThePersonTypedIsToldOnOneLine) {
  for (const std::string command :
       {"evolve 'no\nsuch.toml'", "evolve octopus --set 'task.steps=1\n2'", "'wri\tten'",
        "evolve octopus '--thr\neads' 2", "evaluate 'a\x1b[2J'"}) {
    const ProgramResult result = run_program(command);
    EXPECT_NE(result.code, 0) << command;
    EXPECT_EQ(result.err.find_first_of("\t\x1b"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
  }
}

TEST_F(Faults, LicencesOfAllThatIsBuiltInAreToldWithTheVersion) {
  const std::string version = run_program("--version").out;
  for (const char* command : {"--licenses", "--version --licenses"}) {
    const ProgramResult result = run_program(command);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with(version)) << result.out.substr(0, 200);
    for (const char* name : {"lowpass", "libcli11-dev", "libcpp-httplib-dev", "libfmt-dev",
                             "libhwy-dev", "nlohmann-json3-dev", "libxxhash-dev"}) {
      EXPECT_NE(result.out.find(std::string("==== ") + name + "\n"), std::string::npos) << name;
    }
  }
}

TEST_F(Faults, SeedsEndBeforeTheyWouldTurnNegative) {
  expect_refusal("evolve octopus --seed 9223372036854775807 --runs 2 --out" + quoted(folder / "x"),
                 2, {"--runs 2", "9223372036854775807"});
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
  EXPECT_EQ(run_program("evolve octopus --seed 9223372036854775806 --runs 2" + kShortRun + "--out" +
                        quoted(folder / "last"))
                .code,
            0);
  const json last = json::parse(content_of(folder / "last/9223372036854775807/manifest.json"));
  EXPECT_EQ(last["seed"], 9223372036854775807);
}

TEST_F(Faults, AGoalTooFarToMeasureIsRefused) {
  expect_refusal("evolve octopus --set task.goal=[1e200,0] --out" + quoted(folder / "x"), 3,
                 {"task.goal", "1e+200", "finite distance"});
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
}

}  // namespace
}  // namespace lowpass
