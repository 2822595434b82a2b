// evolve and what follows it, as a person calls them: results, faults, interrupts.

#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace lowpass {
namespace {

using nlohmann::json;

json evolved_runs(const std::string& command, const std::string& before = "") {
  const ProgramResult result = run_program("evolve octopus --json " + command, before);
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out)["runs"];
}

TEST(Evolve, LeavesARunFolderThatTellsEverything) {
  const TemporaryFolder folder;
  const json run = evolved_runs(kShortRun + "--out" + quoted(folder / "run"))[0];
  EXPECT_EQ(run["seed"], 1);
  EXPECT_EQ(run["evaluations"], 96);  // six generations of 16
  EXPECT_EQ(run["folder"], (folder / "run").string());
  const json manifest = json::parse(content_of(folder / "run/manifest.json"));
  EXPECT_EQ(manifest["configuration"]["task"]["compartments"], 4);
  EXPECT_EQ(manifest["result"]["digest"], run["digest"]);
  for (const char* key : {"lowpass", "compiler", "cpu", "simd", "started", "seed"}) {
    EXPECT_TRUE(manifest.contains(key)) << key;
  }
  const std::string log = content_of(folder / "run/generations.jsonl");
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 6);
  EXPECT_TRUE(content_of(folder / "run/film.svg").starts_with("<"));
}

TEST(Evolve, DigestIsTheSameForAnyThreadsAndTarget) {
  const TemporaryFolder folder;
  std::vector<std::string> digests;
  for (const char* target : {"sse4", "avx2"}) {
    for (const char* threads : {"1", "2", "3"}) {
      const std::string name = std::string(target) + threads;
      digests.push_back(
          evolved_runs(kShortRun + "--threads " + threads + " --out" + quoted(folder / name),
                       std::string("LOWPASS_SIMD=") + target)[0]["digest"]);
    }
  }
  for (const std::string& digest : digests) EXPECT_EQ(digest, digests[0]);
}

TEST(Evolve, RunsHaveSeedsThatFollowAndEqualSingleRuns) {
  const TemporaryFolder folder;
  const json runs = evolved_runs(kShortRun + "--seed 5 --runs 3 --out" + quoted(folder / "all"));
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[2]["seed"], 7);
  EXPECT_EQ(runs[2]["folder"], (folder / "all/7").string());
  const json single = evolved_runs(kShortRun + "--seed 7 --out" + quoted(folder / "single"));
  EXPECT_EQ(single[0]["digest"], runs[2]["digest"]);
  EXPECT_NE(runs[0]["digest"], runs[1]["digest"]);
}

TEST(Evolve, EvaluatePrintsTheStoredFitnessToTheLastBit) {
  const TemporaryFolder folder;
  const char* const setups[] = {
      "--set encoding.mapping=omega1",
      "--set encoding.mapping=omega2",
      "--set encoding.mapping=omega3",
      "--set encoding.mapping=direct",
      "--set task.actions=meta --set encoding.mapping=omega1",
      "--set task.actions=meta --set encoding.mapping=omega2",
      "--set task.actions=meta --set encoding.mapping=direct",
      "--set network.activation=tanh --set task.goal=[1,-2] --set task.starts=[0.3,-2]",
      "--set task.preset=competition"};
  int i = 0;
  for (const char* setup : setups) {
    const auto out = folder / std::to_string(i++);
    const json run = evolved_runs(kShortRun + setup + " --out" + quoted(out))[0];
    const json stored = json::parse(content_of(out / "best.json"));
    const ProgramResult result = run_program("evaluate --json" + quoted(out / "best.json"));
    ASSERT_EQ(result.code, 0) << result.err;
    const json scored = json::parse(result.out);
    EXPECT_EQ(scored["fitness"], stored["fitness"]) << setup;
    EXPECT_EQ(scored["fitness"], run["best_fitness"]) << setup;
    double sum = 0.0;
    for (const json& trial : scored["trials"]) sum += trial["fitness"].get<double>();
    EXPECT_EQ(sum / static_cast<double>(scored["trials"].size()), scored["fitness"]) << setup;
  }
}

TEST(Evolve, GeneralizeAndReplayFollowARun) {
  const TemporaryFolder folder;
  evolved_runs("--set task.steps=30 --set budget.evaluations=32 --out" + quoted(folder / "run"));
  const ProgramResult result = run_program("generalize --json" + quoted(folder / "run"));
  ASSERT_EQ(result.code, 0) << result.err;
  const json controller = json::parse(result.out)["controllers"][0];
  ASSERT_EQ(controller["tests"].size(), 20u);  // starts, dense ones, and 18 lengths
  EXPECT_EQ(controller["tests"][0]["name"], "starts");
  EXPECT_EQ(controller["tests"][0]["trials"].size(), 2u);
  EXPECT_EQ(controller["tests"][1]["name"], "dense starts");
  EXPECT_EQ(controller["tests"][2]["name"], "3 compartments");
  EXPECT_EQ(controller["tests"][2]["resize"], "omega3");

  evolved_runs(
      "--set encoding.mapping=direct --set task.steps=30 --set budget.evaluations=32 --out" +
      quoted(folder / "direct"));
  const json direct = json::parse(run_program("generalize --json" + quoted(folder / "direct")).out);
  EXPECT_EQ(direct["controllers"][0]["tests"].size(), 3 + 17 * 2u);

  const auto genome = quoted(folder / "run/best.json");
  const ProgramResult replay =
      run_program("replay" + genome + "--start 0.5 --svg" + quoted(folder / "a.svg") + "--json" +
                  quoted(folder / "a.json") + "--video" + quoted(folder / "a.mp4"));
  ASSERT_EQ(replay.code, 0) << replay.err;
  EXPECT_TRUE(content_of(folder / "a.svg").starts_with("<"));
  EXPECT_EQ(json::parse(content_of(folder / "a.json"))["points"].size(), 31u);
  EXPECT_GT(content_of(folder / "a.mp4").size(), 1000u);
}

TEST(Evolve, DryRunPrintsTheConfigurationAndWritesNothing) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(
      "evolve octopus --dry-run --set task.compartments=20 --out" + quoted(folder / "x"));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("steps = 500"), std::string::npos) << result.out;
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
  // What it prints is a configuration file.
  const auto file = folder.write("c.toml", result.out);
  EXPECT_EQ(run_program("evolve --dry-run '" + file + "'").out, result.out);
}

TEST(Evolve, WrongConfigurationsAreRefusedWithExitCodeThree) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("bad.toml", "[encoding]\ncoefficients = 20\nmaping = \"omega1\"\n");
  expect_refusal("evolve '" + file + "'", 3, {"bad.toml:3", "maping", "did you mean", "mapping"});
  expect_refusal("evolve octopus --set encoding.coefficients=0", 3,
                 {"encoding.coefficients", "0", "expected"});
  expect_refusal("evolve octopus --set task.compartments=lots", 3, {"task.compartments", "lots"});
  expect_refusal("evolve octopus --set budget.evaluations=5", 3, {"budget.evaluations", "5", "16"});
  expect_refusal("evolve octopus --set nonsense", 3, {"nonsense"});
  expect_refusal("evolve knitting", 2, {"knitting"});
  expect_refusal("evolve octopus --runs 0", 2, {"--runs"});
  expect_refusal("evolve octopus --resume", 2, {"--resume", "the folder of a run"});
}

TEST(Evolve, ARunThatIsThereIsNotOverwrittenAndResumeRepeatsItsResult) {
  const TemporaryFolder folder;
  const std::string command = kShortRun + "--out" + quoted(folder / "run");
  const json first = evolved_runs(command);
  expect_refusal("evolve octopus " + command, 4, {"--resume"});
  EXPECT_EQ(evolved_runs(command + " --resume"), first);
  expect_refusal("evolve octopus " + command + " --resume --set optimizer.preset=schaul", 4,
                 {"optimizer.preset", "paper", "schaul"});
  expect_refusal("evolve octopus " + kShortRun + " --out /proc/nowhere", 4, {"/proc/nowhere"});
}

std::vector<std::string> run_of(int evaluations, const std::filesystem::path& out) {
  return {"evolve",         "octopus",    "--set",
          "task.steps=100", "--set",      "budget.evaluations=" + std::to_string(evaluations),
          "--out",          out.string(), "--resume"};
}

std::vector<std::string> long_run(const std::filesystem::path& out) { return run_of(4000, out); }

/// However late a busy machine lets the test go on, this one has not come to its end.
constexpr int kEndless = 1'000'000'000;
std::vector<std::string> endless_run(const std::filesystem::path& out) {
  return run_of(kEndless, out);
}

std::ptrdiff_t generations_in(const std::filesystem::path& run) {
  const std::string log = content_of(run / "generations.jsonl");
  return std::count(log.begin(), log.end(), '\n');
}

/// Waits until the run has that many generations, or the program has ended.
void wait_for(BackgroundProgram& program, const std::filesystem::path& run,
              std::ptrdiff_t generations) {
  while (generations_in(run) < generations && program.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Evolve, CtrlCSavesAndStopsAndTheRunGoesOn) {
  const TemporaryFolder folder;
  const auto run = folder / "run";
  BackgroundProgram program(endless_run(run));
  wait_for(program, run, 5);
  program.send(SIGINT);
  EXPECT_EQ(program.wait(), 130);
  const auto before = generations_in(run);
  EXPECT_GE(before, 5);
  BackgroundProgram second(endless_run(run));
  wait_for(second, run, before + 5);
  second.send(SIGTERM);
  EXPECT_EQ(second.wait(), 130);
  EXPECT_GE(generations_in(run), before + 5);
}

TEST(Evolve, ASecondProcessOnOneFolderIsRefused) {
  const TemporaryFolder folder;
  BackgroundProgram first(endless_run(folder / "run"));
  wait_for(first, folder / "run", 1);
  expect_refusal(fmt::format("evolve octopus --set task.steps=100 --set budget.evaluations={} "
                             "--resume --out {}",
                             kEndless, quoted(folder / "run")),
                 4, {"another process"});
}

// The promise behind every long run: whatever kills it, it goes on to the same result.
TEST(Evolve, KilledAtTwentyRandomMomentsItComesToTheSameEnd) {
  const TemporaryFolder folder;
  BackgroundProgram undisturbed(long_run(folder / "undisturbed"));
  ASSERT_EQ(undisturbed.wait(), 0);
  const auto total = generations_in(folder / "undisturbed");

  std::mt19937 random(1);
  const auto run = folder / "killed";
  for (int kill = 0; kill < 20; ++kill) {
    BackgroundProgram program(long_run(run));
    // Up to a few generations later than before, and some microseconds more.
    const auto more = static_cast<std::ptrdiff_t>(random() % static_cast<unsigned>(total / 20));
    wait_for(program, run, std::min(total - 1, generations_in(run) + more));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
    program.send(SIGKILL);
    program.wait();
  }
  BackgroundProgram last(long_run(run));
  EXPECT_EQ(last.wait(), 0);
  const auto result = [&](const char* name) {
    json fields = json::parse(content_of(folder / name / "manifest.json"))["result"];
    fields.erase("wall_seconds");
    return fields;
  };
  EXPECT_EQ(result("killed"), result("undisturbed"));
  for (const char* file : {"generations.jsonl", "best.json", "last.json"}) {
    EXPECT_EQ(content_of(folder / "killed" / file), content_of(folder / "undisturbed" / file))
        << file;
  }
}

TEST(Evolve, MemoryIsFlatOverARunAndBelow64Megabytes) {
  const TemporaryFolder folder;
  const auto peak = [&](const std::string& evaluations) {
    BackgroundProgram program({"evolve", "octopus", "--set", "budget.evaluations=" + evaluations,
                               "--out", (folder / evaluations).string()});
    EXPECT_EQ(program.wait(), 0);
    return program.peak_kib();
  };
  const long early = peak("160"), late = peak("1600");
  EXPECT_LT(late, 64 * 1024);
  EXPECT_LT(late, early + 2048);
}

TEST(Evolve, TasksListsEveryKey) {
  const ProgramResult result = run_program("tasks --json");
  EXPECT_EQ(result.code, 0);
  EXPECT_GT(json::parse(result.out)["keys"].size(), 20u);
  EXPECT_EQ(run_program("tasks").code, 0);
}

}  // namespace
}  // namespace lowpass
