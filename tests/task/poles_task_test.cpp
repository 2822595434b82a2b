// Pole balancing as the program knows it: keys, geometry, starts, tests, proof.

#include "lowpass/task/poles/poles_task.h"

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/golden.h"

namespace lowpass {
namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

KeyValues keys_with(const std::vector<std::pair<std::string, KeyValue>>& given) {
  KeyValues values;
  for (const auto& [name, value] : given) values.set(name, value);
  return resolved_keys(poles_task().keys, values, "task");
}

std::string text(const char* value) { return value; }

TEST(PolesTask, TheDefaultIsOnePoleWithVelocitiesFromFourDegrees) {
  const PolesOptions options = poles_options(keys_with({}));
  EXPECT_EQ(options.poles, 1);
  EXPECT_TRUE(options.velocities);
  EXPECT_EQ(options.fitness, PolesFitness::kStandard);
  EXPECT_EQ(options.start_angle_degrees, 4.0);
  EXPECT_EQ(options.minimum_force, 10.0 / 256);
  EXPECT_EQ(options.steps, 100'000);
  EXPECT_EQ(options.starts, PolesStarts::kAngle);
}

TEST(PolesTask, StepsAndTargetFollowTheFitness) {
  const TaskEntry entry = poles_task();
  EXPECT_EQ(entry.target(keys_with({})), 100'000.0);
  EXPECT_EQ(entry.target(keys_with({{"steps", std::int64_t{500}}})), 500.0);
  EXPECT_EQ(keys_with({{"fitness", text("damping")}}).integer("steps"), 1000);
  EXPECT_TRUE(entry.stops_at_target);
  EXPECT_EQ(entry.success, "balanced");
}

TEST(PolesTask, KeysOutOfRangeAreRefused) {
  const std::vector<std::pair<std::string, KeyValue>> wrong = {
      {"poles", std::int64_t{3}}, {"poles", std::int64_t{0}}, {"velocities", std::int64_t{1}},
      {"fitness", text("stand")}, {"start_angle", 37.0},      {"minimum_force", -0.1},
      {"minimum_force", 11.0},    {"steps", std::int64_t{0}}, {"starts", text("625")}};
  for (const auto& key : wrong) EXPECT_THROW(keys_with({key}), Error) << key.first;
  EXPECT_EQ(keys_with({{"minimum_force", 0.0}}).real("minimum_force"), 0.0);
}

TEST(PolesTask, AStartBeyondTheLimitIsRefusedWithTheLimit) {
  const TaskEntry entry = poles_task();
  EXPECT_NO_THROW(entry.make(keys_with({{"poles", std::int64_t{2}}, {"start_angle", -20.0}})));
  try {
    entry.make(keys_with({{"poles", std::int64_t{1}}, {"start_angle", -20.0}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConfiguration);
    EXPECT_STREQ(error.what(),
                 "task.start_angle = -20: expected -12 to 12, the limits with 1 pole");
  }
}

TEST(PolesTask, InputsAreQuantitiesOfBodiesAndOneNeuronActs) {
  const auto sizes = [](const PolesOptions& options) {
    const Geometry geometry = PolesTask(options).geometry();
    check_geometry(geometry);
    EXPECT_EQ(geometry.neurons.unit_count(), 1);
    EXPECT_EQ(geometry.inputs.axes[0].name, "quantity");
    EXPECT_EQ(geometry.inputs.axes[1].name, "body");
    EXPECT_EQ(geometry.inputs.unit_count(),
              geometry.inputs.axes[0].size * geometry.inputs.axes[1].size);
    return std::pair(geometry.inputs.axes[0].size, geometry.inputs.axes[1].size);
  };
  EXPECT_EQ(sizes({.poles = 1}), std::pair(2, 2));
  EXPECT_EQ(sizes({.poles = 1, .velocities = false}), std::pair(1, 2));
  EXPECT_EQ(sizes({.poles = 2}), std::pair(2, 3));
  EXPECT_EQ(sizes({.poles = 2, .velocities = false}), std::pair(1, 3));
}

TEST(PolesTask, TheGridOfStartsIsGolden) {
  const json file = golden("poles/starts");
  const auto values = file["values"].get<std::vector<Numbers>>();
  const std::vector<PolesState> starts = poles_starts({.starts = PolesStarts::kGrid});
  ASSERT_EQ(starts.size(), file["count"].get<std::size_t>());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Numbers expected = {values[0][i / 125],
                              values[1][i / 25 % 5],
                              values[2][i / 5 % 5],
                              values[3][i % 5],
                              0.0,
                              0.0};
    expect_golden({starts[i].begin(), starts[i].end()}, expected, "start " + std::to_string(i));
  }
}

TEST(PolesTask, TheTestIsTheGridWithAThousandStepsOfTheStandardFitness) {
  const TaskEntry entry = poles_task();
  const auto tests = entry.tests(
      keys_with({{"fitness", text("damping")}, {"velocities", false}, {"start_angle", 3.0}}));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].name, "625 starts");
  const PolesOptions options = poles_options(resolved_keys(entry.keys, tests[0].keys, "task"));
  EXPECT_EQ(options.fitness, PolesFitness::kStandard);
  EXPECT_EQ(options.steps, 1000);
  EXPECT_FALSE(options.velocities);
  EXPECT_EQ(PolesTask(options).trials(), 625);
}

TEST(PolesTask, TrialsAreNamedByTheirStart) {
  EXPECT_EQ(PolesTask({}).trial_name(0), "start 4°");
  EXPECT_EQ(PolesTask({.start_angle_degrees = -4.5}).trial_name(0), "start −4.5°");
  const PolesTask grid({.starts = PolesStarts::kGrid});
  EXPECT_EQ(grid.trial_name(0), "start −1.9 m, −1.2 m/s, −3.2°, −7.7°/s");
  EXPECT_EQ(grid.trial_name(312), "start 0 m, 0 m/s, 0°, 0°/s");
}

TEST(PolesTask, DampingIsProvedByTheStandardTask) {
  EXPECT_FALSE(PolesTask({}).proof());
  const auto proof =
      PolesTask({.velocities = false, .fitness = PolesFitness::kDamping, .steps = 1000}).proof();
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->fitness, 100'000.0);
  const auto& options = dynamic_cast<const PolesTask&>(*proof->task).options();
  EXPECT_EQ(options.fitness, PolesFitness::kStandard);
  EXPECT_EQ(options.steps, 100'000);
  EXPECT_FALSE(options.velocities);
}

}  // namespace
}  // namespace lowpass
