#include "lowpass/record/spectrum_log.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace lowpass {
namespace {

SpectrumRecord record(std::uint32_t generation) {
  return {generation, {0.1 * generation, -2.0 / 3.0}, {3.0, 1.0 / generation}};
}

void append_to(const std::filesystem::path& path, std::uint32_t from, std::uint32_t to) {
  SpectrumLog log(path, from - 1);
  for (std::uint32_t g = from; g <= to; ++g) {
    if (is_spectrum_generation(g)) log.append(record(g));
  }
}

TEST(SpectrumLog, KeepsEightGenerationsAnOctave) {
  int kept = 0;
  for (std::uint32_t g = 1; g < 16; ++g) EXPECT_TRUE(is_spectrum_generation(g)) << g;
  for (std::uint32_t g = 256; g < 512; ++g) kept += is_spectrum_generation(g);
  EXPECT_EQ(kept, 8);
  EXPECT_FALSE(is_spectrum_generation(0));
}

TEST(SpectrumLog, ReadsBackWhatItWroteToSixDigits) {
  const TemporaryFolder folder;
  append_to(folder / "spectrum.jsonl", 1, 20);
  const auto records = spectrum_records(content_of(folder / "spectrum.jsonl"));
  ASSERT_EQ(records.size(), 18u);  // 1 to 15, 16, 18, 20
  EXPECT_EQ(records[17].generation, 20u);
  EXPECT_EQ(records[17].mean[0], 2.0);
  EXPECT_EQ(records[17].mean[1], -0.666667);
  EXPECT_EQ(records[17].sigma[1], 0.05);
}

TEST(SpectrumLog, IsTheSameBytesAfterStopAndResume) {
  const TemporaryFolder folder;
  append_to(folder / "whole", 1, 40);
  append_to(folder / "parts", 1, 23);
  append_to(folder / "parts", 18, 40);  // the checkpoint was at 17: what came after is repeated
  EXPECT_EQ(content_of(folder / "parts"), content_of(folder / "whole"));
}

TEST(SpectrumLog, LeavesOutATornLineAndRepairsItOnResume) {
  const TemporaryFolder folder;
  append_to(folder / "log", 1, 12);
  const std::string whole = content_of(folder / "log");
  std::ofstream(folder / "log", std::ios::app) << R"({"generation":13,"mean":[1.0,)";
  EXPECT_EQ(spectrum_records(content_of(folder / "log")).size(), 12u);
  SpectrumLog(folder / "log", 12);
  EXPECT_EQ(content_of(folder / "log"), whole);
}

TEST(SpectrumLog, HasNoFileWithoutARecord) {
  const TemporaryFolder folder;
  { SpectrumLog log(folder / "log", 0); }
  EXPECT_FALSE(std::filesystem::exists(folder / "log"));
}

}  // namespace
}  // namespace lowpass
