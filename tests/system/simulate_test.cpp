// `simulate` and `bench octopus` as a user meets them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/trace.h"

namespace lowpass {
namespace {

using nlohmann::json;

const std::string kTraces = LOWPASS_TEST_DATA "/traces/";

TEST(Simulate, PrintsTheStatesOfTheStepsAskedForWithEveryBit) {
  const std::string file = kTraces + "M06_p03_m45_zeros.json";
  const ProgramResult result = run_program("simulate --json '" + file + "'");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json printed = json::parse(result.out);
  EXPECT_EQ(printed.size(), 2u);
  const Trace trace = read_trace(file);
  EXPECT_EQ(printed.at("steps"), trace.json.at("steps"));
  std::size_t k = 0;
  run(trace.simulation, [&](std::int64_t, const ArmState& state) {
    EXPECT_EQ(printed.at("states").at(k++).get<std::vector<double>>(), state.values);
  });
  EXPECT_EQ(printed.at("states").size(), k);
}

TEST(Simulate, HasDefaultArmsAndConstantsAndTakesADescriptionFile) {
  const TemporaryFolder folder;
  const std::string rest =
      R"(, "segments": [[3, [1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]]], "steps": [3]})";
  const std::string short_arm = R"({"model": "C09", "p": 3)";
  const auto state_of = [&](const std::string& text) {
    const std::string file = folder.write("run.json", text);
    const ProgramResult result = run_program("simulate --json '" + file + "'");
    EXPECT_EQ(result.code, 0) << result.err;
    return json::parse(result.out).at("states").at(0);
  };
  folder.write("arm.toml", "physics = \"C09\"\ncompartments = 3\n");
  folder.write("dense.toml", "physics = \"C09\"\ncompartments = 3\n[constants]\npressure = 8\n");
  const json state = state_of(short_arm + rest);
  EXPECT_EQ(state.size(), 26u);
  EXPECT_EQ(state_of(R"({"arm": "arm.toml")" + rest), state);
  const json other = state_of(short_arm + R"(, "constants": {"pressure": 8})" + rest);
  EXPECT_NE(other, state);
  EXPECT_EQ(state_of(R"({"arm": "dense.toml")" + rest), other);
}

TEST(Simulate, StartsFromAGivenStateWithAGivenStepDuration) {
  const Trace trace = traces("deriv_C09_p05").at(0);
  const TemporaryFolder folder;
  json file = trace.json;
  file["state"] = file["states"][3];
  file["segments"] = {{1, trace.actions(trace.simulation.steps[3])}};
  file["steps"] = {0, 1};
  file["step_duration"] = 0.2;
  const std::string path = folder.write("run.json", file.dump());
  const ProgramResult result = run_program("simulate '" + path + "' --json");
  ASSERT_EQ(result.code, 0) << result.err;
  const json states = json::parse(result.out).at("states");
  EXPECT_EQ(states.at(0), file["state"]);
  const std::vector<double> recorded = trace.json.at("rk4_0p2").at(2);
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    EXPECT_NEAR(states.at(1).at(i).get<double>(), recorded[i], 1e-12);
  }
}

TEST(Simulate, WithoutJsonPrintsATable) {
  const ProgramResult result = run_program("simulate '" + kTraces + "C09_p10_p00_zeros.json'");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, testing::HasSubstr("C09, 10 compartments, steps of 5 time units"));
  EXPECT_THAT(result.out, testing::HasSubstr("tip x"));
}

TEST(Simulate, AnArmThatDivergesIsToldOfAndPrintedAsNull) {
  json file = traces("C09_p03_m45_zeros").at(0).json;
  file["state"] = file["states"][0];
  file["state"][4] = 1e200;
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program("simulate --json '" + folder.write("run.json", file.dump()) + "'");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "lowpass: the arm has diverged at or before step 1\n");
  EXPECT_TRUE(json::parse(result.out).at("states").at(1).at(4).is_null());
}

TEST(Simulate, BadInputIsOneLineAndNothingIsPrinted) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text, const std::string& message) {
    const std::string path = folder.write("run.json", text);
    for (const char* option : {"", " --json"}) {
      const ProgramResult result = run_program("simulate '" + path + "'" + option);
      EXPECT_EQ(result.code, 4);
      EXPECT_EQ(result.out, "");
      EXPECT_EQ(result.err, "lowpass: " + path + ": " + message + "\n");
    }
  };
  json file = traces("C09_p03_m45_zeros").at(0).json;
  file["step_duration"] = 0.5;
  check(file.dump(), "step_duration = 0.5: expected a multiple of 0.2, from 0.2 to 200000");
  file["step_duration"] = 5.0;
  file["nodes"][1][4] = -1;
  check(file.dump(), "upper node 1: mass = -1: expected above 0");
  check("[]", "expected an object");
  const std::string missing = (folder / "missing.json").string();
  const ProgramResult result = run_program("simulate '" + missing + "' --json");
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "lowpass: " + missing + ": cannot read: No such file or directory\n");
}

TEST(Simulate, EveryTargetPrintsTheSame) {
  const std::string command = "simulate --json '" + kTraces + "M06_p10_m90_sine.json'";
  const std::string expected = run_program(command).out;
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(run_program(command, "LOWPASS_SIMD=sse4").out, expected);
}

TEST(BenchOctopus, ReportsBothModelsAtTwoLengthsInBothPrecisions) {
  const ProgramResult result = run_program("bench octopus --json --seconds 0.1");
  ASSERT_EQ(result.code, 0) << result.err;
  const json results = json::parse(result.out).at("results");
  ASSERT_EQ(results.size(), 8u);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const json& row = results[i];
    EXPECT_EQ(row.at("precision"), i % 2 == 0 ? "double" : "single");
    EXPECT_GT(row.at("one_lane_steps_per_second").get<double>(), 0);
    EXPECT_GT(row.at("all_lanes_steps_per_second").get<double>(), 0);
    EXPECT_GT(row.at("ratio").get<double>(), 0);
  }
}

}  // namespace
}  // namespace lowpass
