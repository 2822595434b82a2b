// Runs and controllers of earlier versions (tests/data/earlier): they open, go on, and score as
// they did.

#include <bit>
#include <cstdint>
#include <filesystem>

#include <gtest/gtest.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/generalization.h"
#include "lowpass/experiment/recording.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

const std::filesystem::path kEarlier = std::filesystem::path(LOWPASS_TEST_DATA) / "earlier";

/// Goes on with a copy of the run, to its end.
RunSummary resumed(const std::string& name) {
  const TemporaryFolder folder;
  std::filesystem::copy(kEarlier / name, folder / "run");
  const Configuration configuration = read_manifest(folder / "run/manifest.json").configuration;
  RunFolder run(folder / "run", configuration, true, {});
  EXPECT_TRUE(run.damage().empty()) << run.damage();
  EXPECT_TRUE(run.resumed()) << name;
  const auto task = make_task(configuration);
  return evolve(configuration, *task, 1, run,
                {.clock = [] { return 0.0; },
                 .should_stop = [] { return false; },
                 .on_generation = [](const GenerationRecord&) {}})
      .summary;
}

// What these runs came to when they were not stopped, with the version that began them.
TEST(Earlier, AStoppedRunGoesOnToTheSameBits) {
  EXPECT_EQ(resumed("stopped").digest, "ff29eb5885a5549b");
  EXPECT_EQ(resumed("growing").digest, "f4e037831add7eba");
}

TEST(Earlier, AFinishedRunIsFinished) {
  EXPECT_EQ(resumed("finished").digest, "b500b188fbaf058d");
  EXPECT_EQ(resumed("direct").digest, "aaab437cc427b013");
  EXPECT_EQ(read_generation_log(kEarlier / "finished/generations.jsonl").size(), 37u);
}

TEST(Earlier, EveryControllerHasItsStoredBits) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kEarlier)) {
    const std::string name = entry.path().filename();
    if (name != "best.json" && name != "last.json") continue;
    const GenomeFile file = read_genome_file(entry.path());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(evaluate_stored(file, file.configuration).fitness[0]),
              std::bit_cast<std::uint64_t>(file.fitness.value()))
        << entry.path();
    EXPECT_EQ(recorded(file, file.configuration).size(),
              static_cast<std::size_t>(make_task(file.configuration)->trials()));
    ++files;
  }
  EXPECT_EQ(files, 6);
}

}  // namespace
}  // namespace lowpass
