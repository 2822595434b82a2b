#include "lowpass/experiment/sweep.h"

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

/// A run of the octopus that takes a moment.
Configuration short_run(std::uint64_t seed) {
  return load_configuration(
      {}, std::vector<std::string>{"task.compartments=3", "task.steps=12", "budget.evaluations=64",
                                   "run.seed=" + std::to_string(seed)});
}

std::vector<SweepRun> short_runs(const TemporaryFolder& folder, const std::string& name,
                                 int count) {
  std::vector<SweepRun> runs;
  for (int seed = 1; seed <= count; ++seed) {
    runs.push_back({short_run(seed), folder / name / std::to_string(seed)});
  }
  return runs;
}

/// Hooks that count; `stop_after` generations of all runs together the sweep is told to stop.
struct Counters {
  std::atomic<int> generations = 0, finished = 0, after = 0;
  int stop_after = 1 << 30;

  SweepHooks hooks() {
    return {
        .clock = [] { return 0.0; },
        .should_stop = [this] { return generations >= stop_after; },
        .circumstances = [] { return RunCircumstances{}; },
        .on_update =
            [this](const SweepUpdate& update) { ++(update.is_finished ? finished : generations); },
        .on_damage = [](const std::string&) {},
        .after_run = [this](const SweepRun&) { ++after; }};
  }
};

std::vector<std::string> digests(const std::vector<RunSummary>& summaries) {
  std::vector<std::string> result;
  for (const RunSummary& summary : summaries) result.push_back(summary.digest);
  return result;
}

std::vector<std::string> swept(const std::vector<SweepRun>& runs, int threads) {
  Counters counters;
  return digests(run_sweep(runs, threads, counters.hooks()).value());
}

TEST(Sweep, SummariesComeInTheOrderOfTheRunsForAnyThreads) {
  const TemporaryFolder folder;
  const auto expected = swept(short_runs(folder, "one", 5), 1);
  EXPECT_EQ(std::set(expected.begin(), expected.end()).size(), 5u);
  EXPECT_EQ(swept(short_runs(folder, "two", 5), 2), expected);
  EXPECT_EQ(swept(short_runs(folder, "eight", 5), 8), expected);  // more threads than runs
}

TEST(Sweep, StoppedAnywhereItGoesOnToTheSameEnd) {
  const TemporaryFolder folder;
  const auto expected = swept(short_runs(folder, "undisturbed", 4), 2);
  for (const int stop : {0, 1, 5, 9, 13}) {
    const auto runs = short_runs(folder, "stopped" + std::to_string(stop), 4);
    Counters first;
    first.stop_after = stop;
    EXPECT_FALSE(run_sweep(runs, 2, first.hooks())) << stop;
    EXPECT_EQ(swept(runs, 2), expected) << stop;
  }
}

TEST(Sweep, FinishedRunsAreNotRepeated) {
  const TemporaryFolder folder;
  const auto runs = short_runs(folder, "runs", 3);
  const auto expected = swept(runs, 2);
  std::filesystem::remove_all(runs[1].folder);
  Counters second;
  EXPECT_EQ(digests(run_sweep(runs, 2, second.hooks()).value()), expected);
  EXPECT_EQ(second.generations, 4);  // 64 evaluations of 16, of the one that was missing
  EXPECT_EQ(second.finished, 3);
  EXPECT_EQ(second.after, 3);
}

TEST(Sweep, ARunThatFailsStopsTheOthersWithTheirWorkSaved) {
  const TemporaryFolder folder;
  auto runs = short_runs(folder, "runs", 4);
  std::filesystem::create_directories(runs[2].folder);
  std::ofstream(runs[2].folder / "manifest.json") << "{}";
  Counters counters;
  EXPECT_THROW(run_sweep(runs, 2, counters.hooks()), Error);
  std::filesystem::remove_all(runs[2].folder);
  EXPECT_EQ(swept(runs, 2), swept(short_runs(folder, "undisturbed", 4), 1));
}

TEST(Sweep, LongRunsAreExpectedToTakeLong) {
  Configuration growing = load_configuration({}, std::vector<std::string>{"growth.enabled=true"});
  EXPECT_EQ(expected_evaluations(short_run(1)), 64);
  EXPECT_GT(expected_evaluations(growing), 7 * 6000);
}

}  // namespace
}  // namespace lowpass
