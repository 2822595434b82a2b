// reproduce, as a person calls it, with few and short runs.

#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace lowpass {
namespace {

using nlohmann::json;

std::string quick(const std::filesystem::path& folder, const std::string& names = "") {
  return "reproduce " + names + " --runs 2 --evaluations 100 --out '" + folder.string() + "'";
}

/// What tables and figures say, which must not depend on how they came about.
std::string results(const std::filesystem::path& folder) {
  std::string all;
  for (const char* name : {"claims.txt", "claims.json", "claims.md", "runs.csv"}) {
    all += content_of(folder / name);
  }
  for (const char* extension : {".csv", ".json", ".svg"}) {
    all += content_of(folder / "figures" / (std::string("behaviour") + extension));
  }
  return all;
}

constexpr const char* kSome = "1 behaviour";

TEST(Reproduce, LeavesClaimsAndEveryFigureOfThePaper) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(quick(folder / "all") + " --json");
  ASSERT_EQ(result.code, 0) << result.err;
  const json claims = json::parse(result.out)["claims"];
  ASSERT_EQ(claims.size(), 12u);
  for (const json& claim : claims) EXPECT_GT(claim["measures"].size(), 0u) << claim["number"];
  EXPECT_EQ(content_of(folder / "all/claims.json"), result.out);
  for (const char* name : {"convergence", "evaluations", "weights", "incremental", "starts",
                           "lengths", "behaviour", "arms"}) {
    const std::filesystem::path stem = folder / "all" / "figures" / name;
    const json figure = json::parse(content_of(stem.string() + ".json"));
    EXPECT_EQ(figure["name"], name);
    EXPECT_GT(figure["rows"].size(), 0u) << name;
    EXPECT_NE(content_of(stem.string() + ".svg").find("</svg>"), std::string::npos) << name;
  }
  // 24 indirect setups, two direct ones and the growing one, two runs each, and the heading.
  const std::string runs = content_of(folder / "all/runs.csv");
  EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 27 * 2 + 1);
}

TEST(ReproduceSlow, SensitivityAddsItsMapsAndLeavesTheClaimsAlone) {
  const TemporaryFolder folder;
  const std::string shared =
      " --evaluations 100 --reading library_3.5_-3_any_1x250_3-1_logistic --out '" +
      (folder / "all").string() + "'";
  ASSERT_EQ(run_program("reproduce 1 --runs 2" + shared).code, 0);
  const std::string claims = content_of(folder / "all/claims.json");
  const std::string runs = content_of(folder / "all/runs.csv");
  const ProgramResult result = run_program("reproduce sensitivity --runs 1" + shared);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(content_of(folder / "all/claims.json"), claims);
  EXPECT_EQ(content_of(folder / "all/runs.csv"), runs);
  // 64 goals with two setups, seven other settings with seven, and the heading.
  const std::string list = content_of(folder / "all/sensitivity.csv");
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 64 * 2 + 7 * 7 + 1);
  const auto rows = [&](const std::string& name) {
    return json::parse(content_of(folder / "all/figures" / (name + ".json")))["rows"].size();
  };
  EXPECT_EQ(rows("sensitivity_goals"), 64u);
  EXPECT_EQ(rows("sensitivity_settings"), 8u);  // and the preset itself
}

TEST(Reproduce, KilledAtRandomMomentsTheTableIsTheSame) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program(quick(folder / "undisturbed", kSome)).code, 0);
  const std::string expected = results(folder / "undisturbed");
  std::mt19937 random(5);
  for (int i = 0; i < 6; ++i) {
    BackgroundProgram program({"reproduce", "1", "behaviour", "--runs", "2", "--evaluations", "100",
                               "--out", (folder / "killed").string()});
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 700));
    program.send(i % 2 == 0 ? SIGKILL : SIGINT);
    program.wait();
  }
  ASSERT_EQ(run_program(quick(folder / "killed", kSome)).code, 0);
  EXPECT_EQ(results(folder / "killed"), expected);
}

TEST(Reproduce, ARunThatIsDeletedIsRepeatedAlone) {
  const TemporaryFolder folder;
  const std::filesystem::path all = folder / "all";
  ASSERT_EQ(run_program(quick(all, "1")).code, 0);
  const std::string expected = content_of(all / "claims.json");
  const auto kept = all / "runs/psi2omega3-c20/2/manifest.json";
  const std::string manifest = content_of(kept);
  const auto written = std::filesystem::last_write_time(kept);
  std::filesystem::remove_all(all / "runs/psi2omega3-c20/1");
  ASSERT_EQ(run_program(quick(all, "1")).code, 0);
  EXPECT_TRUE(std::filesystem::exists(all / "runs/psi2omega3-c20/1/best.json"));
  EXPECT_EQ(content_of(all / "claims.json"), expected);
  EXPECT_EQ(content_of(kept), manifest);
  EXPECT_EQ(std::filesystem::last_write_time(kept), written);
}

TEST(Reproduce, AnyNumberOfThreadsGivesTheSameTable) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program(quick(folder / "one", kSome) + " --threads 1").code, 0);
  ASSERT_EQ(run_program(quick(folder / "five", kSome) + " --threads 5").code, 0);
  EXPECT_EQ(results(folder / "one"), results(folder / "five"));
}

TEST(Reproduce, ListsWhatItCanDo) {
  const ProgramResult result = run_program("reproduce --list");
  EXPECT_EQ(result.code, 0);
  for (const char* name : {"2 ", "8 ", "convergence", "sensitivity"}) {
    EXPECT_NE(result.out.find(std::string("\n") + name), std::string::npos) << name;
  }
}

TEST(Reproduce, WrongInputIsRefused) {
  expect_refusal("reproduce convergense", 2, {"convergense", "convergence"});
  expect_refusal("reproduce 13", 2, {"13", "--list"});
  expect_refusal("reproduce --runs 0", 2, {"--runs"});
}

TEST(Reproduce, RunsOfAnotherLengthAreNotMixed) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program(quick(folder / "all", "6")).code, 0);
  expect_refusal("reproduce 6 --runs 2 --evaluations 120 --out '" + (folder / "all").string() + "'",
                 4, {"growth.evaluations"});
}

}  // namespace
}  // namespace lowpass
