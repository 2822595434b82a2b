// The file of a trajectory: exact both ways, and what is wrong in one is named.

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/error.h"
#include "lowpass/record/trajectory.h"
#include "tests/support/curling_arm.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

Trajectory read_text(const std::string& text) {
  const TemporaryFolder folder;
  return read_trajectory(folder.write("run.json", text));
}

TEST(Trajectory, ReadsBackToTheSameBits) {
  Trajectory written = curling_arm(3, -1.5707963267948966, 20);
  written.fitness = 1.0 / 3.0;
  written.goal_x = 5e-324;  // the smallest number there is
  written.goal_y = -0.0;
  const Trajectory read = read_text(trajectory_text(written));
  EXPECT_EQ(read.compartments, written.compartments);
  EXPECT_EQ(read.start, written.start);
  EXPECT_EQ(read.control_step, written.control_step);
  EXPECT_EQ(read.goal_x, written.goal_x);
  EXPECT_EQ(std::signbit(read.goal_y), true);
  EXPECT_EQ(read.surface, written.surface);
  EXPECT_EQ(read.fitness, written.fitness);
  EXPECT_EQ(read.touched, written.touched);
  ASSERT_EQ(read.frames.size(), 21u);
  for (std::size_t i = 0; i < read.frames.size(); ++i) {
    EXPECT_EQ(read.frames[i].nodes, written.frames[i].nodes) << i;
    EXPECT_EQ(read.frames[i].activations, written.frames[i].activations) << i;
  }
  EXPECT_EQ(trajectory_text(read), trajectory_text(written));
}

/// The message of the Error for a good file with one key changed, from the key on; `value` null
/// removes the key.
std::string message_with(const std::string& key, const nlohmann::json& value) {
  nlohmann::json file = nlohmann::json::parse(trajectory_text(curling_arm(2, 0.0, 2)));
  file[key] = value;
  if (value.is_null()) file.erase(key);
  try {
    read_text(file.dump());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    const std::string message = error.what();
    return message.substr(message.find("run.json: ") + 10);
  }
  return "no error";
}

TEST(Trajectory, WhatIsWrongInAFileIsNamed) {
  EXPECT_EQ(message_with("format", "lowpass-genome"),
            "format = \"lowpass-genome\": expected lowpass-trajectory");
  EXPECT_EQ(message_with("version", 2), "version = 2: expected an integer from 1 to 1");
  EXPECT_EQ(message_with("surface", nullptr), "surface: missing");
  EXPECT_EQ(message_with("control_step", 0), "control_step = 0: expected a positive number");
  EXPECT_EQ(message_with("goal", {1.0}), "goal = [1.0]: expected two numbers, x and y");
  EXPECT_EQ(message_with("touched", 1), "touched = 1: expected true or false");
  EXPECT_EQ(message_with("nodes", {{1.0, 2.0}}),
            "nodes = [[1.0,2.0]]: expected rows of 12 numbers, as the compartments say");
  EXPECT_EQ(message_with("nodes", nlohmann::json::array()),
            "nodes = []: expected an array of rows");
}

TEST(Trajectory, ActivationsAreAFrameEachAndFromZeroToOne) {
  const std::vector<double> row = {0, 0, 0, 1, 1, 1, 0, 2};
  EXPECT_EQ(message_with("activations", {row, row, row}),
            "activations = [[0.0,0.0,0.0,1.0,1.0,1.0,0.0,2.0],[0...: "
            "expected numbers from 0 to 1, not 2");
  EXPECT_EQ(message_with("activations", {row}),
            "activations = [[0.0,0.0,0.0,1.0,1.0,1.0,0.0,2.0]]: expected 3 rows, as nodes has");
}

TEST(Trajectory, AMissingFileIsAnError) {
  EXPECT_THROW(read_trajectory("/nowhere/run.json"), Error);
  EXPECT_THROW(read_text("{\"format\":"), Error);
}

}  // namespace
}  // namespace lowpass
