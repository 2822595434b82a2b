#include "lowpass/experiment/run_folder.h"

#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"
#include "tests/support/program.h"
#include "tests/support/small_disk.h"
#include "tests/support/toy_task.h"

namespace lowpass {
namespace {

/// Runs `generations` generations in a folder and saves after each.
void run_some(RunFolder& folder, const Configuration& c, int generations) {
  const ToyTask task;
  lowpass::Run run(c, task, 1, folder.resumed());
  for (int g = 0; g < generations; ++g) {
    folder.append(run.step());
    folder.save(run.state());
  }
}

/// The whole run, or the rest of it; its digest.
std::string run_to_end(const std::filesystem::path& path, const Configuration& c) {
  const ToyTask task;
  RunFolder folder(path, c, true, {});
  double now = 0.0;
  return evolve(c, task, 1, folder,
                {.clock = [&] { return now += 0.01; },
                 .should_stop = [] { return false; },
                 .on_generation = [](const GenerationRecord&) {}})
      .summary.digest;
}

void expect_error(const std::function<void()>& action, const std::string& part) {
  try {
    action();
    FAIL() << "expected an Error with: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

class RunFolderTest : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "run";
  const Configuration c = toy_configuration();

  void SetUp() override { undisturbed = run_to_end(folder / "undisturbed", c); }
  std::string undisturbed;  // digest

  void stop_after(int generations) {
    RunFolder run(path, c, false, {});
    run_some(run, c, generations);
  }
  void change_byte(const char* name, std::size_t at) {
    std::string bytes = content_of(path / name);
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    std::ofstream(path / name, std::ios::binary) << bytes;
  }
};

TEST_F(RunFolderTest, ARunThatWasStoppedGoesOnToTheSameEnd) {
  stop_after(5);
  EXPECT_EQ(run_to_end(path, c), undisturbed);
  for (const char* name : {"generations.jsonl", "best.json", "last.json"}) {
    EXPECT_EQ(content_of(path / name), content_of(folder / "undisturbed" / name)) << name;
  }
}

TEST_F(RunFolderTest, AFinishedRunGivesItsResultAgain) {
  EXPECT_EQ(run_to_end(folder / "undisturbed", c), undisturbed);
}

TEST_F(RunFolderTest, ARunThatIsThereIsNotOverwritten) {
  stop_after(3);
  const std::string before = content_of(path / "checkpoint");
  expect_error([&] { RunFolder(path, c, false, {}); }, "--resume");
  EXPECT_EQ(content_of(path / "checkpoint"), before);
}

TEST_F(RunFolderTest, ResumeWithNothingThereStarts) { EXPECT_EQ(run_to_end(path, c), undisturbed); }

TEST_F(RunFolderTest, AnotherConfigurationIsRefusedWithTheDifference) {
  stop_after(3);
  Configuration other = c;
  other.encoding.coefficients = 7;
  expect_error([&] { RunFolder(path, other, true, {}); }, "encoding.coefficients");
  Configuration threads = c;
  threads.run.threads = 7;  // no part of the result
  EXPECT_EQ(run_to_end(path, threads), undisturbed);
}

TEST_F(RunFolderTest, ACheckpointCutShortIsPassedOverForTheOneBefore) {
  stop_after(4);
  for (const std::size_t kept : {0u, 7u, 30u, 200u}) {
    const std::string bytes = content_of(path / "checkpoint");
    std::ofstream(path / "checkpoint", std::ios::binary) << bytes.substr(0, kept);
    RunFolder run(path, c, true, {});
    EXPECT_EQ(run.resumed()->search.generation, 3u);
    EXPECT_NE(run.damage().find("checkpoint"), std::string::npos);
  }
  EXPECT_EQ(run_to_end(path, c), undisturbed);
}

TEST_F(RunFolderTest, AFlippedBitAnywhereIsDetected) {
  stop_after(4);
  const std::string bytes = content_of(path / "checkpoint");
  for (std::size_t at = 0; at < bytes.size(); at += 13) {
    change_byte("checkpoint", at);
    RunFolder run(path, c, true, {});
    EXPECT_EQ(run.resumed()->search.generation, 3u) << at;
    change_byte("checkpoint", at);
  }
  change_byte("checkpoint", 50);
  EXPECT_EQ(run_to_end(path, c), undisturbed);
}

TEST_F(RunFolderTest, TwoDamagedCheckpointsAreAnErrorNotANewRun) {
  stop_after(4);
  change_byte("checkpoint", 50);
  change_byte("checkpoint.previous", 50);
  expect_error([&] { RunFolder(path, c, true, {}); }, "damaged");
}

TEST_F(RunFolderTest, ATornLastLineOfTheLogIsCutAway) {
  stop_after(4);
  std::ofstream(path / "generations.jsonl", std::ios::app) << "{\"generation\":5,\"eval";
  EXPECT_EQ(run_to_end(path, c), undisturbed);
  EXPECT_EQ(content_of(path / "generations.jsonl"),
            content_of(folder / "undisturbed" / "generations.jsonl"));
}

TEST_F(RunFolderTest, ALogThatEndsBeforeTheCheckpointIsRefusedAndKept) {
  stop_after(4);
  const std::string log = content_of(path / "generations.jsonl");
  const std::string half = log.substr(0, log.size() / 2);
  std::ofstream(path / "generations.jsonl") << half;
  expect_error([&] { RunFolder(path, c, true, {}); }, "generations.jsonl: 2 generations");
  EXPECT_EQ(content_of(path / "generations.jsonl"), half);
}

TEST_F(RunFolderTest, ASoundChecksumAloneMakesNoState) {
  stop_after(4);
  const auto resume_with = [&](const std::function<void(RunState&)>& change) {
    std::string damage;
    Checkpoint checkpoint = read_checkpoint(path / "checkpoint", damage).value();
    RunState state = state_from_bytes(checkpoint.payload);
    change(state);
    checkpoint.payload = state_bytes(state);
    const TemporaryFolder other;
    std::filesystem::copy(path, other / "run");
    write_checkpoint(other / "run/checkpoint", checkpoint);
    RunFolder folder_with_it(other / "run", c, true, {});
    const ToyTask task;
    lowpass::Run run(c, task, 1, folder_with_it.resumed());
  };
  EXPECT_NO_THROW(resume_with([](RunState&) {}));
  const std::vector<std::function<void(RunState&)>> changes{
      [](RunState& s) { s.search.array("mean").clear(); },
      [](RunState& s) { s.search.arrays.clear(); },
      [](RunState& s) { s.search.array("sigma").pop_back(); },
      [](RunState& s) { s.search.best_genome.clear(); },
      [](RunState& s) { s.last_best_genome.clear(); },
      [](RunState& s) { s.coefficients = 5; },
      [](RunState& s) { s.coefficients = std::numeric_limits<std::int64_t>::max(); }};
  for (const auto& change : changes) expect_error([&] { resume_with(change); }, "state");
}

TEST_F(RunFolderTest, WhatAKilledWriterLeftIsGoneOnceTheRunGoesOn) {
  stop_after(2);
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const auto left = path / ("checkpoint." + std::to_string(gone) + ".partial");
  std::ofstream(left) << "half";
  RunFolder(path, c, true, {});
  EXPECT_FALSE(std::filesystem::exists(left));
}

TEST_F(RunFolderTest, OneProcessAtATime) {
  RunFolder first(path, c, false, {});
  expect_error([&] { RunFolder(path, c, true, {}); }, "another process");
}

TEST_F(RunFolderTest, AFolderThatCannotBeMadeIsRefused) {
  expect_error([&] { RunFolder("/proc/lowpass", c, false, {}); }, "/proc/lowpass");
  const auto file = folder.write("file", "");
  expect_error([&] { RunFolder(file + "/run", c, false, {}); }, "file");
}

TEST_F(RunFolderTest, AFullDiskEndsTheRunAndLosesNothingThatWasSaved) {
  stop_after(3);
  const std::string before = content_of(path / "checkpoint");
  {
    RunFolder run(path, c, true, {});
    const SmallDisk disk(300);
    expect_error([&] { run_some(run, c, 5); }, "cannot write");
  }
  EXPECT_EQ(content_of(path / "checkpoint"), before);
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    EXPECT_EQ(entry.path().string().find(".partial"), std::string::npos) << entry.path();
  }
  EXPECT_EQ(run_to_end(path, c), undisturbed);
}

TEST_F(RunFolderTest, CheckpointsAreAtMostAQuarterOfASecondApart) {
  const ToyTask task;
  RunFolder run(path, c, false, {});
  double now = 0.0, saved = 0.0, longest = 0.0;
  std::string last;
  evolve(c, task, 1, run,
         {.clock = [&] { return now; },
          .should_stop =
              [&] {
                std::error_code ignored;
                const std::string bytes = content_of(path / "checkpoint");
                if (bytes != last) saved = now;
                last = bytes;
                longest = std::max(longest, now - saved);
                return false;
              },
          .on_generation = [&](const GenerationRecord&) { now += 0.06; }});
  EXPECT_GT(longest, 0.1);
  EXPECT_LE(longest, 0.25);
}

TEST_F(RunFolderTest, TheBestGenomeIsSavedWithItsTask) {
  const GenomeFile file = read_genome_file(folder / "undisturbed" / "best.json");
  EXPECT_EQ(file.genome.size(), 6u);
  EXPECT_EQ(file.configuration.encoding.mapping, "omega1");
  EXPECT_EQ(file.configuration.task.name, "toy");
  ASSERT_TRUE(file.fitness.has_value());
  const auto log = read_generation_log(folder / "undisturbed" / "generations.jsonl");
  EXPECT_EQ(log.back().best_so_far, *file.fitness);
  EXPECT_EQ(log.size(), 15u);  // 200 / 13
}

TEST(RunFolder, TheSpectrumIsTheSameBytesAfterStopAndResume) {
  const TemporaryFolder folder;
  const Configuration c = toy_configuration();
  run_to_end(folder / "whole", c);
  {
    const ToyTask task;
    RunFolder stopped(folder / "parts", c, false, {});
    double now = 0.0;
    int asked = 0;
    evolve(c, task, 1, stopped,
           {.clock = [&] { return now += 0.01; },
            .should_stop = [&] { return ++asked > 7; },
            .on_generation = [](const GenerationRecord&) {}});
  }
  // What was written after the checkpoint is repeated, and so is a torn line.
  std::ofstream(folder / "parts/spectrum.jsonl", std::ios::app) << R"({"generation":8,"mean":[0.)";
  run_to_end(folder / "parts", c);
  const std::string whole = content_of(folder / "whole/spectrum.jsonl");
  EXPECT_GT(spectrum_records(whole).size(), 8u);
  EXPECT_EQ(content_of(folder / "parts/spectrum.jsonl"), whole);
}

}  // namespace
}  // namespace lowpass
