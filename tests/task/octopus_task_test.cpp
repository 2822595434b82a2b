#include "lowpass/task/octopus/octopus_task.h"

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"

namespace lowpass {
namespace {

KeyValues keys_of(const KeyValues& given) {
  return resolved_keys(octopus_task().keys, given, "task");
}

KeyValues at_length(int compartments, const std::string& actions = "raw") {
  KeyValues given;
  given.set("preset", "paper");
  given.set("compartments", std::int64_t{compartments});
  given.set("actions", actions);
  return keys_of(given);
}

KeyValues resized(const KeyValues& keys, int compartments) {
  return octopus_task().size->resized(keys, compartments);
}

void expect_same_task(const ReachingOptions& a, const ReachingOptions& b) {
  EXPECT_EQ(a.compartments, b.compartments);
  EXPECT_EQ(a.actions, b.actions);
  EXPECT_EQ(a.control_step, b.control_step);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.goal.x, b.goal.x);
  EXPECT_EQ(a.goal.y, b.goal.y);
  EXPECT_EQ(a.starts, b.starts);
  EXPECT_EQ(a.score, b.score);
}

KeyValues in_environment(const std::string& environment, const std::string& touch = "any") {
  KeyValues given;
  given.set("preset", "paper");
  given.set("environment", environment);
  given.set("touch", touch);
  return keys_of(given);
}

/// What training on these keys is refused for; empty: nothing.
std::string refusal(const KeyValues& keys) {
  std::string message;
  octopus_task().check_training(keys, [&](const std::string& key, const std::string& what) {
    if (message.empty()) message = key + ": expected " + what;
  });
  return message;
}

TEST(OctopusTask, ByDefaultItIsWhatWasInferred) {
  expect_same_task(reaching_options(keys_of({})), inferred_reaching(Actions::kRaw, 10));
  EXPECT_EQ(reaching_options(keys_of({})).constants->muscle_active, 0.24);
  EXPECT_EQ(octopus_task().sigma0(keys_of({})).coefficients, 10.0);
  for (int to = 3; to <= 20; ++to) {
    expect_same_task(reaching_options(resized(keys_of({}), to)),
                     inferred_reaching(Actions::kRaw, to));
  }
}

TEST(OctopusTask, WhatIsNotSaidIsThePresets) {
  for (const int p : {3, 10, 20}) {
    expect_same_task(reaching_options(at_length(p)), paper_reaching(Actions::kRaw, p));
    expect_same_task(reaching_options(at_length(p, "meta")), paper_reaching(Actions::kMeta, p));
  }
}

TEST(OctopusTask, ThePresetResizesToThePresetOfTheOtherLengthExactly) {
  for (const int from : {5, 10, 20}) {
    for (int to = 3; to <= 20; ++to) {
      expect_same_task(reaching_options(resized(at_length(from), to)),
                       paper_reaching(Actions::kRaw, to));
    }
  }
}

TEST(OctopusTask, AnotherGoalScalesWithTheArmAndTheTimeAboveTenCompartments) {
  KeyValues keys = at_length(10);
  keys.set("control_step", 0.6);
  keys.set("steps", std::int64_t{100});
  keys.set("goal", std::vector{6.0, 5.0});
  keys.set("starts", std::vector{0.25});
  const ReachingOptions twice = reaching_options(resized(keys, 20));
  EXPECT_EQ(twice.compartments, 20);
  EXPECT_EQ(twice.steps, 200);
  EXPECT_EQ(twice.goal.x, 12.0);
  EXPECT_EQ(twice.goal.y, 10.0);
  EXPECT_EQ(twice.control_step, 0.6);
  EXPECT_EQ(twice.starts, (std::vector{0.25}));
  const ReachingOptions half = reaching_options(resized(keys, 5));
  EXPECT_EQ(half.steps, 100);
  EXPECT_EQ(half.goal.x, 3.0);
  EXPECT_EQ(half.goal.y, 2.5);
}

TEST(OctopusTask, AGoalThatDoesNotScaleStaysWhereItIs) {
  KeyValues keys = at_length(10);
  keys.set("goal_scales", false);
  EXPECT_EQ(resized(keys, 20).numbers("goal"), (std::vector{3.5, -3.0}));
  EXPECT_EQ(resized(keys, 20).integer("steps"), 500);
  KeyValues given;
  given.set("environment", "2009-2");
  given.set("compartments", std::int64_t{20});
  EXPECT_EQ(keys_of(given).numbers("goal"), (std::vector{15.6, -2.0}));
  given.set("goal_scales", false);
  EXPECT_EQ(keys_of(given).numbers("goal"), (std::vector{7.8, -1.0}));
}

// docs/PHYSICS.md §7 has the table.
TEST(OctopusTask, AnEnvironmentHasItsConstantsAndItsTarget) {
  const struct {
    const char* name;
    double muscle_active, surface_level, x, y;
  } stock[] = {{"library", 0.1, 5.0, 3.5, -3.0},  // the preset's own, which has another goal
               {"2009-1", 0.09, 3.1, -2.1, -5.2},
               {"2009-2", 0.24, 0.0, 7.8, -1.0},
               {"2009-3", 0.17, 3.3, -0.4, 3.2}};
  for (const auto& expected : stock) {
    const ReachingOptions options = reaching_options(in_environment(expected.name));
    EXPECT_EQ(options.constants->muscle_active, expected.muscle_active);
    EXPECT_EQ(options.constants->surface_level, expected.surface_level);
    EXPECT_EQ(options.constants->gravity, 0.01);
    EXPECT_EQ(options.goal.x, expected.x);
    EXPECT_EQ(options.goal.y, expected.y);
  }
}

TEST(OctopusTask, AConstantOfItsOwnReplacesTheEnvironmentsAndTheArms) {
  KeyValues given;
  given.set("environment", "2009-2");
  given.set("muscle_active", 0.2);
  given.set("gravity", 0.0);
  const ReachingOptions options = reaching_options(keys_of(given));
  EXPECT_EQ(options.constants->muscle_active, 0.2);
  EXPECT_EQ(options.constants->gravity, 0.0);
  EXPECT_EQ(options.constants->surface_level, 0.0);
  KeyValues described;
  described.set("arm", "[constants]\nmuscle_active = 0.3\nfriction_tangential = 0.7\n");
  described.set("surface_level", 1.5);
  const ReachingOptions own = reaching_options(keys_of(described));
  EXPECT_EQ(own.constants->muscle_active, 0.3);
  EXPECT_EQ(own.constants->friction_tangential, 0.7);
  EXPECT_EQ(own.constants->surface_level, 1.5);
}

TEST(OctopusTask, TrainingIsRefusedWhereTheGoalIsInsideTheArmFromTheStart) {
  EXPECT_EQ(refusal(at_length(10)), "");
  KeyValues keys = at_length(10);
  keys.set("starts", std::vector{0.0, -0.78539816339744831});
  EXPECT_EQ(refusal(keys),
            "task.goal: expected a goal outside the arm: from start −π/4 it is touched before "
            "anything has moved");
  // The target of 2009 lies beside the axis of an arm that points up, but not at its tip.
  EXPECT_NE(refusal(in_environment("2009-3")), "");
  EXPECT_EQ(refusal(in_environment("2009-3", "last")), "");
  for (const char* name : {"2009-1", "2009-2"}) EXPECT_EQ(refusal(in_environment(name)), "");
}

TEST(OctopusTask, NoTestOfThePresetButItsStartBelowIsVoid) {
  for (const TaskTest& test : octopus_task().tests(at_length(10))) {
    const OctopusReaching task(reaching_options(test.keys));
    for (int trial = 0; trial < task.trials(); ++trial) {
      EXPECT_EQ(task.is_void(trial), test.name == "starts" && trial == 0) << test.name;
    }
  }
}

TEST(OctopusTask, NoStartOfTheDefaultIsVoidTrainedOrTestedButOfTheShortestArms) {
  const KeyValues keys = keys_of({});
  EXPECT_EQ(refusal(keys), "");
  for (const TaskTest& test : octopus_task().tests(keys)) {
    const OctopusReaching task(reaching_options(test.keys));
    for (int trial = 0; trial < task.trials(); ++trial) {
      // Short arms are as thick as long ones, and their goal lies nearer to their axis.
      const bool is_thick = test.keys.integer("compartments") <= 4 && trial == 1;
      EXPECT_EQ(task.is_void(trial), is_thick) << test.name << ", " << task.trial_name(trial);
    }
  }
}

TEST(OctopusTask, ItsTestsAreStartsAndEighteenLengthsByClosestApproach) {
  const std::vector<TaskTest> tests = octopus_task().tests(at_length(10));
  ASSERT_EQ(tests.size(), 20u);
  EXPECT_EQ(tests[0].name, "starts");
  EXPECT_EQ(tests[0].keys.numbers("starts").size(), 2u);
  EXPECT_EQ(tests[0].keys.text("score"), "final");
  EXPECT_EQ(tests[1].name, "dense starts");
  EXPECT_GE(tests[1].keys.numbers("starts").size(), 33u);  // of 37, at most 4 void
  EXPECT_EQ(tests[2].name, "3 compartments");
  EXPECT_EQ(tests[2].keys.integer("compartments"), 3);
  EXPECT_EQ(tests[19].keys.integer("compartments"), 20);
  EXPECT_EQ(tests[19].keys.text("score"), "closest");
}

TEST(OctopusTask, AnArmOfOnesOwnHasTheLengthOfItsFileAndNoOther) {
  KeyValues given;
  given.set("arm", read_file(LOWPASS_SOURCE_DIR "/examples/arms/long_arm.toml"));
  const KeyValues keys = keys_of(given);
  const ReachingOptions options = reaching_options(keys);
  ASSERT_TRUE(options.arm);
  EXPECT_EQ(options.arm->constants.surface_level, 3.3);
  EXPECT_EQ(options.compartments, 20);
  EXPECT_NO_THROW(OctopusReaching{options});
  EXPECT_THROW(resized(keys, 10), Error);
  EXPECT_EQ(octopus_task().tests(keys).size(), 2u);  // starts, and dense ones
}

TEST(OctopusTask, ALongerArmThanTheDefaultsTaperAllowsCanBeDescribed) {
  std::string text = "physics = \"C09\"\n";
  for (int i = 0; i <= 80; ++i) {
    text += "[[pairs]]\nupper = [" + std::to_string(i) + ".0, 0.5]\nlower = [" + std::to_string(i) +
            ".0, -0.5]\n";
  }
  KeyValues given;
  given.set("arm", text);
  const KeyValues keys = keys_of(given);
  EXPECT_EQ(keys.integer("compartments"), 80);
  const OctopusReaching task(reaching_options(keys));
  EXPECT_EQ(task.geometry().inputs.unit_count(), 8 * 80 + 2);
  const auto arena = task.make_arena();
  arena->start(0, 0);
  arena->act(0, std::vector<double>(3 * 80 + 2, 0.1));
  arena->step();
  EXPECT_FALSE(arena->episode(0).diverged);
}

}  // namespace
}  // namespace lowpass
