#include "lowpass/sweep/sweep.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/sweep/sweep_work.h"
#include "tests/support/program.h"
#include "tests/support/small_disk.h"

namespace lowpass {
namespace {

/// A run of the octopus that takes a moment.
Configuration short_run(std::uint64_t seed) {
  return load_configuration(
      {}, std::vector<std::string>{"task.preset=paper", "task.compartments=3", "task.steps=12",
                                   "budget.evaluations=192", "run.seed=" + std::to_string(seed)});
}

std::vector<SweepRun> short_runs(const TemporaryFolder& folder, const std::string& name,
                                 int count) {
  std::vector<SweepRun> runs;
  for (int seed = 1; seed <= count; ++seed) {
    runs.push_back({short_run(seed), folder / name / std::to_string(seed)});
  }
  return runs;
}

/// Hooks that count. The clock goes on by a second a look, so that every generation is reported;
/// after `stop_after` of them, of all runs together, the sweep is told to stop.
struct Counters {
  std::atomic<int> looks = 0, generations = 0, finished = 0;
  std::set<std::size_t> begun = {};  // runs
  int finished_before = 0;           // the first generation was told
  int stop_after = 1 << 30;

  SweepHooks hooks() {
    return {.clock = [this] { return static_cast<double>(looks++); },
            .should_stop = [this] { return generations >= stop_after; },
            .circumstances = [] { return RunCircumstances{}; },
            .on_update =
                [this](const SweepUpdate& update) {
                  if (update.is_finished) {
                    ++finished;
                  } else if (!begun.insert(update.run).second) {
                    if (generations++ == 0) finished_before = finished;
                  }
                },
            .on_damage = [](const std::string&) {}};
  }
};

std::optional<std::vector<RunSummary>> sweep(const std::vector<SweepRun>& runs, int threads,
                                             Counters& counters) {
  Ranks alone;
  return run_sweep(runs, threads, counters.hooks(), alone);
}

std::vector<std::string> digests(const std::vector<RunSummary>& summaries) {
  std::vector<std::string> result;
  for (const RunSummary& summary : summaries) result.push_back(summary.digest);
  return result;
}

std::vector<std::string> swept(const std::vector<SweepRun>& runs, int threads) {
  Counters counters;
  return digests(sweep(runs, threads, counters).value());
}

TEST(Sweep, SummariesComeInTheOrderOfTheRunsForAnyThreads) {
  const TemporaryFolder folder;
  const auto expected = swept(short_runs(folder, "one", 5), 1);
  EXPECT_EQ(std::set(expected.begin(), expected.end()).size(), 5u);
  EXPECT_EQ(swept(short_runs(folder, "two", 5), 2), expected);
  EXPECT_EQ(swept(short_runs(folder, "eight", 5), 8), expected);  // more threads than runs
}

TEST(Sweep, ThreadsWithoutARunHelpTheOthersAndChangeNothing) {
  const auto runs_of = [](const TemporaryFolder& folder) {
    auto runs = short_runs(folder, "runs", 3);
    runs[1].configuration.budget.evaluations = 1600;  // goes on when the others are done
    return runs;
  };
  const TemporaryFolder alone, helped;
  EXPECT_EQ(swept(runs_of(helped), 5), swept(runs_of(alone), 1));
}

TEST(Sweep, EveryThreadIsSharedOut) {
  for (const int threads : {1, 2, 5, 8}) {
    for (std::size_t running = 1; running <= static_cast<std::size_t>(threads); ++running) {
      int all = 0;
      for (std::size_t place = 0; place < running; ++place) {
        EXPECT_GE(shared_threads(threads, running, place), 1);
        all += shared_threads(threads, running, place);
      }
      EXPECT_EQ(all, threads);
    }
  }
}

TEST(Sweep, StoppedAnywhereItGoesOnToTheSameEnd) {
  const TemporaryFolder folder;
  const auto expected = swept(short_runs(folder, "undisturbed", 4), 2);
  for (const int stop : {0, 1, 5, 12}) {
    const auto runs = short_runs(folder, "stopped" + std::to_string(stop), 4);
    Counters first;
    first.stop_after = stop;
    EXPECT_FALSE(sweep(runs, 2, first)) << stop;
    EXPECT_EQ(swept(runs, 2), expected) << stop;
  }
}

TEST(Sweep, FinishedRunsAreNotRepeated) {
  const TemporaryFolder folder;
  const auto runs = short_runs(folder, "runs", 3);
  const auto expected = swept(runs, 2);
  std::filesystem::remove_all(runs[1].folder);
  Counters second;
  EXPECT_EQ(digests(sweep(runs, 2, second).value()), expected);
  EXPECT_EQ(second.generations, 11);  // of the one that was missing: 192 evaluations by 16
  EXPECT_EQ(second.finished, 3);
  EXPECT_EQ(second.finished_before, 2);  // so that progress is true from the start
}

TEST(Sweep, ARunThatFailsStopsTheOthersWithTheirWorkSaved) {
  const TemporaryFolder folder;
  auto runs = short_runs(folder, "runs", 4);
  std::filesystem::create_directories(runs[2].folder);
  std::ofstream(runs[2].folder / "manifest.json") << "{}";
  Counters counters;
  EXPECT_THROW(sweep(runs, 2, counters), Error);
  std::filesystem::remove_all(runs[2].folder);
  EXPECT_EQ(swept(runs, 2), swept(short_runs(folder, "undisturbed", 4), 1));
}

// The disk is full for one write and has room again: what comes after must not leave a gap.
TEST(Sweep, ARunWhoseLogCouldNotBeWrittenIsLeftAsItWasThen) {
  const TemporaryFolder folder;
  const auto expected = swept(short_runs(folder, "undisturbed", 1), 1);
  const auto runs = short_runs(folder, "runs", 1);
  const auto log = runs[0].folder / "generations.jsonl";
  Counters counters;
  SweepHooks hooks = counters.hooks();
  std::optional<SmallDisk> disk;
  hooks.on_update = [&](const SweepUpdate& update) {
    if (update.evaluations == 0 || ++counters.generations != 3) return;
    disk.emplace(std::filesystem::file_size(log) + 20, SmallDisk::Lasts::kForOneWrite);
  };
  Ranks alone;
  EXPECT_THROW(run_sweep(runs, 1, hooks, alone), Error);
  std::uint32_t generation = 0;
  for (const GenerationRecord& record : read_generation_log(log)) {
    EXPECT_EQ(record.generation, ++generation);
  }
  EXPECT_EQ(generation, 3u);
  EXPECT_TRUE(content_of(log).ends_with("}\n"));
  EXPECT_EQ(swept(runs, 1), expected);
}

TEST(Sweep, ARunIsToldOfWhenItIsDealtBeforeItDidAnything) {
  const TemporaryFolder folder;
  const auto runs = short_runs(folder, "runs", 3);
  Counters counters;
  SweepHooks hooks = counters.hooks();
  std::map<std::size_t, std::vector<std::int64_t>> evaluations;
  hooks.on_update = [&](const SweepUpdate& update) {
    evaluations[update.run].push_back(update.evaluations);
  };
  Ranks alone;
  run_sweep(runs, 2, hooks, alone);
  ASSERT_EQ(evaluations.size(), runs.size());
  for (const auto& [run, told] : evaluations) {
    EXPECT_EQ(told.front(), 0) << run;
    EXPECT_GT(told.back(), 0) << run;
  }
}

TEST(Sweep, ANewRunIsNotMixedWithOneThatIsThere) {
  const TemporaryFolder folder;
  auto runs = short_runs(folder, "runs", 2);
  swept(runs, 1);
  for (SweepRun& run : runs) run.is_new = true;
  Counters counters;
  EXPECT_THROW(sweep(runs, 1, counters), Error);
  EXPECT_EQ(counters.generations, 0);
}

TEST(Sweep, FinishedRunsGetTheAttachmentsThatTheyLack) {
  const TemporaryFolder folder;
  auto runs = short_runs(folder, "runs", 3);
  const auto expected = swept(runs, 2);
  for (SweepRun& run : runs) {
    run.attachments = {{"fitness.txt", [](const GenomeFile& best, const GenomeFile& last) {
                          return std::to_string(*best.fitness >= *last.fitness);
                        }}};
  }
  EXPECT_EQ(swept(runs, 2), expected);
  for (const SweepRun& run : runs) EXPECT_EQ(content_of(run.folder / "fitness.txt"), "1");
  Counters again;
  sweep(runs, 2, again);
  EXPECT_EQ(again.generations, 0);
}

TEST(Sweep, AReportIsTheSameAfterItsJourney) {
  SweepReport report{.run = 7, .state = std::string("\0\1bytes", 7), .is_last = true};
  report.generations.push_back({3, 48, 20, 0.5, 0.25, -1.0, 0.75, {{"sigma_most", 3.0}}, 2});
  report.spectra.push_back({3, {1.0, 2.0}, {0.5, 0.25}});
  report.seconds = 1.5;
  report.attachments = {"", "text"};
  report.failure = Error(ErrorKind::kFile, "somewhere: wrong");
  const SweepReport read = report_from_bytes(report_bytes(report));
  EXPECT_EQ(report_bytes(read), report_bytes(report));
  EXPECT_EQ(read.run, 7u);
  EXPECT_EQ(read.generations[0].signals, (std::vector<Signal>{{"sigma_most", 3.0}}));
  EXPECT_EQ(read.spectra[0].mean[1], 2.0);
  EXPECT_EQ(read.attachments[1], "text");
  EXPECT_STREQ(read.failure->what(), "somewhere: wrong");
  EXPECT_EQ(read.failure->kind(), ErrorKind::kFile);
}

TEST(Sweep, LongRunsAreExpectedToTakeLong) {
  Configuration growing = load_configuration({}, std::vector<std::string>{"growth.enabled=true"});
  EXPECT_EQ(expected_evaluations(short_run(1)), 192);
  EXPECT_GT(expected_evaluations(growing), 7 * 6000);
}

}  // namespace
}  // namespace lowpass
