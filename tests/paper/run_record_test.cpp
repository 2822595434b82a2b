// The file of a generalisation test: exact both ways, and what is wrong in one is named.

#include "lowpass/paper/run_record.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/error.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

GeneralizationRecord read_text(const std::string& text) {
  const TemporaryFolder folder;
  return read_generalization(folder.write("generalization.json", text));
}

GeneralizationRecord example() {
  GeneralizationRecord::Scores fitness(18, 1.0 / 3.0);
  fitness[3].reset();    // void
  fitness[17] = 5e-324;  // the smallest number there is
  return {.starts = {0.1, std::nullopt},
          .lengths = {{.controller = "best", .resize = "omega3", .fitness = fitness},
                      {.controller = "last", .resize = "omega1", .fitness = fitness}},
          .void_arm_trials = 2};
}

TEST(Generalization, ReadsBackToTheSameBits) {
  const GeneralizationRecord read = read_text(generalization_text(example()));
  EXPECT_EQ(read.starts, example().starts);
  ASSERT_EQ(read.lengths.size(), 2u);
  EXPECT_EQ(read.lengths[0].controller, "best");
  EXPECT_EQ(read.lengths[1].controller, "last");
  EXPECT_EQ(read.lengths[1].resize, "omega1");
  EXPECT_EQ(read.lengths[1].fitness, example().lengths[1].fitness);
  EXPECT_EQ(read.void_arm_trials, 2);
  EXPECT_EQ(generalization_text(read), generalization_text(example()));
}

TEST(Generalization, AnEarlierFileHasScoresOfVoidTrialsToo) {
  EXPECT_FALSE(read_text(generalization_text(example())).has_void_scores);
  const GeneralizationRecord read = read_text(
      R"({"format":"lowpass-generalization","version":1,"starts":[0.996,0.6],"lengths":[]})");
  EXPECT_TRUE(read.has_void_scores);
  EXPECT_EQ(read.starts, (GeneralizationRecord::Scores{0.996, 0.6}));
}

TEST(Generalization, ARunMayBeTestedOnStartsAlone) {
  EXPECT_TRUE(read_text(generalization_text({.starts = {0.5}, .lengths = {}})).lengths.empty());
}

/// The message of the Error for a good file with one place changed, from the key on; `value` null
/// removes it.
std::string message_with(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json file = nlohmann::json::parse(generalization_text(example()));
  const nlohmann::json::json_pointer place(pointer);
  file[place] = value;
  if (value.is_null()) file[place.parent_pointer()].erase(place.back());
  try {
    read_text(file.dump());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    const std::string message = error.what();
    return message.substr(message.find("generalization.json: ") + 21);
  }
  return "no error";
}

TEST(Generalization, WhatIsWrongInAFileIsNamed) {
  EXPECT_EQ(message_with("/format", "lowpass-run"),
            "format = \"lowpass-run\": expected lowpass-generalization");
  EXPECT_EQ(message_with("/version", 3), "version = 3: expected an integer from 1 to 2");
  EXPECT_EQ(message_with("/starts", nullptr), "starts: missing");
  EXPECT_EQ(message_with("/starts", nlohmann::json::array()),
            "starts = []: expected at least one number");
  EXPECT_EQ(message_with("/lengths/0/controller", "first"),
            "lengths[0].controller = \"first\": expected best or last");
  EXPECT_EQ(message_with("/lengths/1/resize", "direct"),
            "lengths[1].resize = \"direct\": expected omega1 or omega2 or omega3");
  EXPECT_EQ(message_with("/lengths/0/fitness", {1.0, 2.0}),
            "lengths[0].fitness has 2 numbers (arms of 3 to 20 compartments): expected 18");
}

}  // namespace
}  // namespace lowpass
