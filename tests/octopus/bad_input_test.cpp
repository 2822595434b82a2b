// Wrong input is one Error that names the place, the value found and what was expected.

#include <cmath>
#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/octopus/arm_batch.h"
#include "lowpass/octopus/arm_file.h"
#include "lowpass/octopus/simulation.h"
#include "tests/support/trace.h"

namespace lowpass {
namespace {

using nlohmann::json;

/// The message of the error that `action` throws, and its kind.
std::string error_of(const std::function<void()>& action, ErrorKind kind) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line";
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

// ---- the arm -------------------------------------------------------------------------------

std::string model_error(const std::function<void(ArmDescription&)>& change) {
  ArmDescription arm = default_arm(Physics::kC09, 5);
  change(arm);
  return error_of([&] { ArmModel model(arm); }, ErrorKind::kFailure);
}

TEST(BadArm, IsNamedByNodeAndValue) {
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(model_error([](auto& arm) { arm.upper[2].mass = -1; }),
            "upper node 2: mass = -1: expected above 0");
  EXPECT_EQ(model_error([](auto& arm) { arm.lower[0].mass = 0; }),
            "lower node 0: mass = 0: expected above 0");
  EXPECT_EQ(model_error([&](auto& arm) { arm.upper[3].mass = nan; }),
            "upper node 3: mass = nan: expected above 0");
  EXPECT_EQ(model_error([&](auto& arm) { arm.lower[1].y = nan; }),
            "lower node 1: y = nan: expected a finite number");
  EXPECT_EQ(model_error([&](auto& arm) { arm.lower[5].velocity_x = inf; }),
            "lower node 5: velocity x = inf: expected a finite number");
  EXPECT_EQ(model_error([&](auto& arm) { arm.constants.gravity = nan; }),
            "gravity = nan: expected a finite number");
  EXPECT_EQ(model_error([](auto& arm) { arm.constants.muscle_active = -0.1; }),
            "muscle_active = -0.1: expected 0 or above");
}

TEST(BadArm, MayNotBeInvertedFlatOrCollapsed) {
  EXPECT_THAT(model_error([](auto& arm) { std::swap(arm.upper, arm.lower); }),
              testing::StartsWith("compartment 1: signed area = -0.76"));
  EXPECT_THAT(model_error([](auto& arm) { arm.upper[3].x = -9; }),
              testing::HasSubstr("signed area = "));
  EXPECT_THAT(model_error([](auto& arm) { arm.upper[4] = arm.upper[3]; }),
              testing::HasSubstr("compartment 4: two neighbouring nodes coincide"));
  EXPECT_THAT(model_error([](auto& arm) {
                for (auto* side : {&arm.upper, &arm.lower}) {
                  for (auto& node : *side) node.y = node.x + (side == &arm.upper ? 0.5 : 0.0);
                }
                for (auto& node : arm.upper) node.x += 0.5;
              }),
              testing::HasSubstr("signed area = 0: expected above 0"));
}

TEST(BadArm, NeedsAsManyUpperAsLowerNodesAndASaneNumber) {
  EXPECT_EQ(model_error([](auto& arm) { arm.upper.pop_back(); }),
            "5 upper and 6 lower nodes: expected as many of either");
  EXPECT_EQ(model_error([](auto& arm) {
              arm.upper.resize(1);
              arm.lower.resize(1);
            }),
            "0 compartments: expected 1 to 1000");
  EXPECT_THAT(error_of([] { default_arm(Physics::kC09, 70); }, ErrorKind::kFailure),
              testing::StartsWith("compartments = 70: expected 1 to 69"));
  EXPECT_THAT(error_of([] { default_arm(Physics::kM06, 0); }, ErrorKind::kFailure),
              testing::StartsWith("compartments = 0: expected 1 to 899"));
  EXPECT_THAT(error_of([] { ArmBatch(Physics::kC09, 2'000'000'000, 4); }, ErrorKind::kFailure),
              testing::HasSubstr("expected 1 to 1000"));
  EXPECT_THAT(error_of([] { ArmBatch(Physics::kC09, 3, 0); }, ErrorKind::kFailure),
              testing::HasSubstr("lanes = 0: expected 1 or more"));
}

// ---- the arm in a file -----------------------------------------------------------------------

std::string toml_error(const std::string& text) {
  return error_of([&] { read_arm(text, "arm.toml"); }, ErrorKind::kConfiguration);
}

TEST(BadArm, ABatchTakesOnlyWhatFitsIt) {
  ArmBatch batch(Physics::kC09, 3, 2);
  const ArmModel fits(default_arm(Physics::kC09, 3)), longer(default_arm(Physics::kC09, 4)),
      other(default_arm(Physics::kM06, 3));
  EXPECT_NO_THROW(batch.load(0, fits, fits.start()));
  EXPECT_THROW(batch.load(0, longer, longer.start()), Error);
  EXPECT_THROW(batch.load(0, fits, longer.start()), Error);
  EXPECT_THROW(batch.load(0, other, other.start()), Error);
  const std::vector<double> actions(static_cast<std::size_t>(batch.action_size()));
  EXPECT_NO_THROW(batch.set_actions(1, actions));
  EXPECT_THROW(batch.set_actions(1, std::span(actions).first(10)), Error);
  EXPECT_THROW(ArmBatch(Physics::kC09, 3, 0), Error);
  EXPECT_THROW(ArmBatch(Physics::kC09, 0, 1), Error);
}

TEST(BadArm, ALaneThatIsNotThereIsRefused) {
  ArmBatch batch(Physics::kC09, 3, 3);  // inside, lanes are rounded up to whole vectors
  const ArmModel model(default_arm(Physics::kC09, 3));
  const std::vector<double> actions(static_cast<std::size_t>(batch.action_size()));
  for (const int lane : {-1, 3}) {
    EXPECT_EQ(error_of([&] { batch.load(lane, model, model.start()); }, ErrorKind::kUsage),
              fmt::format("lane = {}: expected 0 to 2", lane));
    EXPECT_THROW(batch.set_actions(lane, actions), Error);
    EXPECT_THROW(batch.state(lane), Error);
    EXPECT_THROW(batch.theta(lane), Error);
    EXPECT_THROW(batch.diverged(lane), Error);
    EXPECT_THROW(batch.contains(lane, 0, 0), Error);
    EXPECT_THROW(batch.derivative(lane), Error);
  }
}

TEST(ArmFile, TheExamplesAreRead) {
  const auto read = [](const std::string& name) {
    const std::string path = std::string(LOWPASS_SOURCE_DIR) + "/examples/arms/" + name;
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return read_arm(text.str(), path);
  };
  const ArmDescription longer = read("long_arm.toml");
  EXPECT_EQ(longer.compartments(), 20);
  EXPECT_EQ(longer.constants.surface_level, 3.3);
  EXPECT_EQ(longer.constants.pressure, 10.0);
  EXPECT_LT(longer.upper[20].y, -17.0);
  const ArmDescription stubby = read("stubby_arm.toml");
  EXPECT_EQ(stubby.physics, Physics::kM06);
  EXPECT_EQ(stubby.compartments(), 3);
  EXPECT_EQ(stubby.lower[2].mass, 0.8);
  EXPECT_EQ(stubby.upper[3].velocity_y, 0.1);
  EXPECT_EQ(stubby.constants.repulsion_power, 2.3);
}

TEST(ArmFile, AnEmptyFileIsTheDefaultArm) {
  EXPECT_EQ(read_arm("", "arm.toml").compartments(), 10);
  EXPECT_EQ(ArmModel(read_arm("", "arm.toml")).start().values,
            ArmModel(default_arm(Physics::kC09, 10)).start().values);
}

TEST(ArmFile, MistakesAreNamedByLine) {
  EXPECT_EQ(toml_error("physics = \"C10\""),
            "arm.toml:1: physics = 'C10': expected \"C09\" or \"M06\"");
  EXPECT_EQ(toml_error("\ncompartments = 0"),
            "arm.toml:2: compartments = 0: expected an integer from 1 to 1000");
  EXPECT_EQ(toml_error("compartments = 1000000000000"),
            "arm.toml:1: compartments = 1000000000000: expected an integer from 1 to 1000");
  EXPECT_THAT(toml_error("compartments = 100"),
              testing::StartsWith("arm.toml: compartments = 100: expected 1 to 69"));
  EXPECT_EQ(toml_error("[constants]\npressure = nan"),
            "arm.toml:2: pressure = nan: expected a finite number");
  EXPECT_EQ(toml_error("[constants]\npresure = 1"), "arm.toml:2: constants.presure: unknown key");
  EXPECT_THAT(toml_error("compartment = 3"),
              testing::StartsWith("arm.toml:1: compartment: unknown key"));
  EXPECT_EQ(toml_error("orientation = \"up\""),
            "arm.toml:1: orientation = 'up': expected a finite number");
  EXPECT_THAT(toml_error("compartments ="), testing::StartsWith("arm.toml:1: "));
  EXPECT_EQ(toml_error("[[pairs]]\nupper = [0, 1]\nlower = [0]"),
            "arm.toml:3: lower = [ 0 ]: expected [x, y]");
  EXPECT_EQ(toml_error("[[pairs]]\nupper = [0, 1]"), "arm.toml:1: no lower: expected [x, y]");
  EXPECT_EQ(toml_error("[[pairs]]\nupper = [0, 1]\nlower = [0, 0]"),
            "arm.toml: 0 compartments: expected 1 to 1000");
}

// ---- a simulation ----------------------------------------------------------------------------

std::string json_error(const std::function<void(json&)>& change) {
  json file = traces("C09_p03_m45_zeros").at(0).json;
  change(file);
  return error_of([&] { read_simulation(file.dump(), "run.json"); }, ErrorKind::kFile);
}

TEST(BadSimulation, IsNamedByPlaceAndValue) {
  EXPECT_EQ(json_error([](json& f) { f["model"] = "C08"; }),
            "run.json: model = \"C08\": expected C09 or M06");
  EXPECT_EQ(json_error([](json& f) { f["p"] = 1000000000; }),
            "run.json: p = 1000000000: expected an integer from 1 to 1000");
  EXPECT_EQ(json_error([](json& f) { f["p"] = 2.5; }),
            "run.json: p = 2.5: expected an integer from 1 to 1000");
  EXPECT_EQ(json_error([](json& f) { f["p"] = 4; }),
            "run.json: nodes has 8 nodes (upper 0 to p, then lower 0 to p): expected 10");
  EXPECT_EQ(json_error([](json& f) { f.erase("p"); }), "run.json: p: missing");
  EXPECT_EQ(json_error([](json& f) { f["arm"] = "no/such/arm.toml"; }),
            "run.json: no/such/arm.toml: cannot read: No such file or directory");
  EXPECT_EQ(json_error([](json& f) { f["nodes"][2][1] = nullptr; }),
            "run.json: nodes[2][1] = null: expected a finite number");
  EXPECT_EQ(json_error([](json& f) { f["nodes"][2].erase(4); }),
            "run.json: nodes[2] has 4 numbers (x, y, vx, vy, mass): expected 5");
  EXPECT_EQ(json_error([](json& f) { f["nodes"][5][4] = -2; }),
            "run.json: lower node 1: mass = -2: expected above 0");
  EXPECT_EQ(json_error([](json& f) { f["constants"]["presure"] = 1; }),
            "run.json: constants.presure = 1: expected a constant of the arm");
  EXPECT_EQ(json_error([](json& f) { f["segments"][0][1][3] = "x"; }),
            "run.json: segments[0][1][3] = \"x\": expected a finite number");
  EXPECT_EQ(json_error([](json& f) { f["segments"][0][1].erase(3); }),
            "run.json: segments[0][1] has 10 actions: expected 11");
  EXPECT_EQ(json_error([](json& f) { f["segments"][0][0] = -3; }),
            "run.json: segments[0][0] = -3: expected an integer from 1 to 1000000000000");
  EXPECT_EQ(json_error([](json& f) {
              f["steps"] = {0, 201};
            }),
            "run.json: steps[1] = 201: expected an integer from 0 to 200, the steps that the "
            "segments have");
  EXPECT_EQ(json_error([](json& f) {
              f["steps"] = {5, 3};
            }),
            "run.json: steps[1] = 3: expected an integer from 5 to 200");
  EXPECT_EQ(json_error([](json& f) {
              f["food"] = {{5, 3, 0, 0, 1, 5}};
            }),
            "run.json: food = [[5,3,0,0,1,5]]: expected none (not simulated)");
  EXPECT_EQ(json_error([](json& f) {
              f["state"] = {1, 2, 3};
            }),
            "run.json: state has 3 numbers: expected 26");
  EXPECT_EQ(json_error([](json& f) { (f["state"] = f["states"][0])[0] = 1e300; }),
            "run.json: state[0] = 1e+300: expected an angle of at most 1000000 radians");
}

TEST(BadSimulation, AStepLastsAMultipleOfTheRungeKuttaStep) {
  for (const double duration : {0.3, 0.0, -0.2, 1e-9, 0.2000001, 1e12}) {
    EXPECT_THAT(json_error([&](json& f) { f["step_duration"] = duration; }),
                testing::HasSubstr("expected a multiple of 0.2, from 0.2 to 200000"));
  }
  for (const auto& [duration, substeps] : {std::pair{0.2, 1}, {0.6, 3}, {1.0, 5}, {7.4, 37}}) {
    json file = traces("C09_p03_m45_zeros").at(0).json;
    file["step_duration"] = duration;
    EXPECT_EQ(read_simulation(file.dump(), "run.json").substeps, substeps);
  }
}

TEST(BadSimulation, TextThatIsNotJsonIsNamedByLine) {
  const auto text_error = [](const std::string& text) {
    return error_of([&] { read_simulation(text, "run.json"); }, ErrorKind::kFile);
  };
  EXPECT_EQ(text_error(""), "run.json:1:0: not JSON: ends too early");
  EXPECT_THAT(text_error("{\n\"p\": NaN}"), testing::StartsWith("run.json:2:"));
  EXPECT_THAT(text_error("{\"p\": 1e999}"), testing::StartsWith("run.json: a number out of range"));
  EXPECT_EQ(text_error("[1, 2]"), "run.json: expected an object");
}

}  // namespace
}  // namespace lowpass
