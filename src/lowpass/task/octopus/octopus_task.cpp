#include "lowpass/task/octopus/octopus_task.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "lowpass/octopus/arm_file.h"
#include "lowpass/task/octopus/angle_label.h"
#include "lowpass/task/octopus/octopus_bench.h"
#include "lowpass/task/octopus/octopus_simulation.h"

namespace lowpass {
namespace {

constexpr int kShortestTestArm = 3, kLongestTestArm = 20;  // [FDE12] §4.5.2

/// In the order of Score.
const std::vector<std::string>& score_names() {
  static const std::vector<std::string> names = {"final", "closest", "integrated"};
  return names;
}

Score score_of(const KeyValues& keys) {
  const auto& names = score_names();
  return Score(std::find(names.begin(), names.end(), keys.text("score")) - names.begin());
}

Actions actions_of(const KeyValues& keys) {
  return keys.text("actions") == "raw" ? Actions::kRaw : Actions::kMeta;
}

/// What the preset says, whatever the other keys say.
ReachingOptions preset_reaching(const KeyValues& keys) {
  return reaching_preset(keys.text("preset"))
      .options(actions_of(keys), keys.integer("compartments"));
}

std::vector<double> goal_of(const ReachingOptions& options) {
  return {options.goal.x, options.goal.y};
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const ReachingPreset& preset : reaching_presets()) names.push_back(preset.name);
  return names;
}

std::vector<std::string> environment_names() {
  std::vector<std::string> names;
  for (const OctopusEnvironment& environment : octopus_environments()) {
    names.push_back(environment.name);
  }
  return names;
}

/// A preset has a goal of its own for its own environment; another one's target goes with it.
KeyValue default_goal(const KeyValues& keys) {
  const std::string& environment = keys.text("environment");
  const ReachingPreset& preset = reaching_preset(keys.text("preset"));
  if (preset.has_own_goal && environment == preset.environment) {
    return goal_of(preset_reaching(keys));
  }
  const Point target = octopus_environment(environment).target;
  const double ratio = keys.boolean("goal_scales") ? keys.integer("compartments") / 10.0 : 1.0;
  return std::vector<double>{target.x * ratio, target.y * ratio};
}

std::optional<ArmDescription> described_arm(const KeyValues& keys) {
  const std::string& text = keys.text("arm");
  if (text.empty()) return {};
  return read_arm(text, "task.arm");
}

/// Those of the arm's file, or of the environment.
ArmConstants stock_constants(const KeyValues& keys) {
  const auto arm = described_arm(keys);
  return arm ? arm->constants : octopus_environment(keys.text("environment")).constants();
}

Key constant_key(const std::string& name, double ArmConstants::*member, double low, double high,
                 const std::string& help) {
  return young(with_derived_default(
      real_key(name, ArmConstants{}.*member, low, high, help), "the environment's",
      [=](const KeyValues& keys) -> KeyValue { return stock_constants(keys).*member; }));
}

Key environment_key() {
  return young(with_derived_default(
      choice_key("environment", environment_names(),
                 "whose constants and target: one that the originals were shipped with"),
      "\"2009-2\"; presets paper and competition: \"library\"",
      [](const KeyValues& keys) -> KeyValue {
        return reaching_preset(keys.text("preset")).environment;
      }));
}

bool is_multiple_of_substep(double step) {
  const double substeps = step / 0.2;
  return std::abs(substeps - std::round(substeps)) <= 1e-9;
}

Key control_step_key() {
  Key key =
      real_key("control_step", 1.0, 0.2 - 1e-9, 1000.0 + 1e-9, "time units between two actions");
  key.allowed = "a multiple of 0.2 from 0.2 to 1000";
  key.accept = [in_range = key.accept](KeyValue& value) {
    return in_range(value) && is_multiple_of_substep(std::get<double>(value));
  };
  return with_derived_default(key, "1.0; preset competition: 5.0", [](const KeyValues& keys) {
    return preset_reaching(keys).control_step;
  });
}

std::vector<Key> octopus_keys() {
  return {
      choice_key("preset", preset_names(),
                 "whose environment, goal, control step, length of an episode and initial step "
                 "size are the defaults"),
      environment_key(),
      young(file_key("arm", "an arm of one's own: a description file (docs/PHYSICS.md)")),
      constant_key("muscle_active", &ArmConstants::muscle_active, 0, 1000,
                   "force of a muscle at full activation"),
      constant_key("surface_level", &ArmConstants::surface_level, -1e6, 1e6,
                   "height of the water surface; weight is felt at and above it"),
      constant_key("gravity", &ArmConstants::gravity, -1000, 1000, "acceleration downwards"),
      with_derived_default(
          integer_key("compartments", 10, 1, kMaxCompartments, "p, the length of the arm"),
          "10; with task.arm: those of the arm",
          [](const KeyValues& keys) -> KeyValue {
            const auto arm = described_arm(keys);
            return std::int64_t{arm ? arm->compartments() : 10};
          }),
      choice_key("actions", {"raw", "meta"},
                 "what neurons drive: each muscle by itself, or groups of muscles"),
      control_step_key(),
      with_derived_default(
          integer_key("steps", 250, 1, 1'000'000, "T, the control steps of an episode"),
          "25 max(p, 10)",
          [](const KeyValues& keys) -> KeyValue {
            return std::int64_t{preset_reaching(keys).steps};
          }),
      young(boolean_key("goal_scales", true,
                        "whether the goal moves in proportion when the arm gets another length")),
      with_derived_default(
          numbers_key("goal", {3.5, -3.0}, 2, 2, "two finite numbers, [x, y]",
                      "where the tip is to go; the base of the arm is near [0, 0]"),
          "[0.78 p, -0.1 p]; preset paper: [0.35 p, -0.3 p]; preset competition: [6.0, 5.0]; "
          "another environment: its target",
          default_goal),
      with_derived_default(
          numbers_key("starts", paper_starts(), 1, std::numeric_limits<std::size_t>::max(),
                      "a list of at least one finite number",
                      "angle of the arm at the start of each trial, radians; 0 is along x, pi/2 "
                      "up"),
          "[-pi/2, 0, pi/2]", [](const KeyValues&) -> KeyValue { return paper_starts(); }),
      young(choice_key("touch", {"any", "last"},
                       "which compartments touch the goal: any, or the last one, at the tip")),
      young(choice_key("score", score_names(),
                       "which distance of the tip from the goal counts: at the end, the smallest, "
                       "or the mean of all steps")),
      young(choice_key("precision", precision_names(),
                       "of arm and network; single takes about half the time, and has results of "
                       "its own")),
  };
}

void check_keys(const KeyValues& keys, const ExpectedElse& expected) {
  const auto arm = described_arm(keys);
  if (arm && arm->physics != Physics::kC09) {
    expected("task.arm", "physics C09, whose base turns");
  }
  if (arm && arm->compartments() != keys.integer("compartments")) {
    expected("task.compartments", fmt::format("{}, as task.arm has", arm->compartments()));
  }
  if (!arm && keys.integer("compartments") > kMaxTaskCompartments) {
    expected("task.compartments",
             fmt::format("an integer from 1 to {} (the default arm's taper ends there; longer ones "
                         "by task.arm)",
                         kMaxTaskCompartments));
  }
}

/// Nothing is learnt where the goal is touched before anything has moved.
void check_training(const KeyValues& keys, const ExpectedElse& expected) {
  const ReachingOptions options = reaching_options(keys);
  for (const double start : options.starts) {
    if (!is_void_start(options, start)) continue;
    expected("task.goal", fmt::format("a goal outside the arm: from start {} it is touched before "
                                      "anything has moved",
                                      angle_label(start)));
  }
}

/// The goal may scale with the arm's length; the time does above 10 compartments.
KeyValues resized_keys(const KeyValues& keys, int compartments) {
  const int own = keys.integer("compartments");
  if (compartments == own) return keys;
  if (!keys.text("arm").empty()) {
    throw Error(
        ErrorKind::kUsage,
        fmt::format("{} compartments: expected {}: the arm comes from a file, which has one "
                    "length",
                    compartments, own));
  }
  const Actions actions = actions_of(keys);
  // What the preset says scales by the preset's own rule, so that no rounding comes in.
  const ReachingOptions from = paper_reaching(actions, own);
  const ReachingOptions to = paper_reaching(actions, compartments);
  const std::vector<double>& goal = keys.numbers("goal");
  const double ratio = static_cast<double>(compartments) / own;
  KeyValues resized = keys;
  resized.set("compartments", std::int64_t{compartments});
  resized.set("steps", std::int64_t{keys.integer("steps")} * to.steps / from.steps);
  if (keys.boolean("goal_scales")) {
    resized.set("goal", goal == goal_of(from)
                            ? goal_of(to)
                            : std::vector<double>{goal[0] * ratio, goal[1] * ratio});
  }
  return resized;
}

/// From down to up, every 5 degrees, but where the goal would be touched before anything has moved.
std::vector<double> dense_starts(const KeyValues& keys) {
  const ReachingOptions options = reaching_options(keys);
  std::vector<double> starts;
  for (int i = -18; i <= 18; ++i) {
    const double start = i * std::numbers::pi / 36;
    if (!is_void_start(options, start)) starts.push_back(start);
  }
  return starts;
}

/// [FDE12] §4.5: starts that were not trained; arms of other lengths, by closest approach. Between
/// the two starts of the paper lie many more, which show whether those two are typical.
std::vector<TaskTest> octopus_tests(const KeyValues& keys) {
  std::vector<TaskTest> tests{{"starts", keys}, {"dense starts", keys}};
  tests[0].keys.set("starts", std::vector<double>{-std::numbers::pi / 4, std::numbers::pi / 4});
  tests[1].keys.set("starts", dense_starts(keys));
  if (!keys.text("arm").empty()) return tests;
  for (int p = kShortestTestArm; p <= kLongestTestArm; ++p) {
    TaskTest test{fmt::format("{} compartments", p), resized_keys(keys, p)};
    test.keys.set("score", "closest");
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace

ReachingOptions reaching_options(const KeyValues& keys) {
  ReachingOptions options = preset_reaching(keys);
  options.arm = described_arm(keys);
  options.constants = stock_constants(keys);
  options.constants->muscle_active = keys.real("muscle_active");
  options.constants->surface_level = keys.real("surface_level");
  options.constants->gravity = keys.real("gravity");
  options.touch = keys.text("touch") == "last" ? Touch::kLast : Touch::kAny;
  options.control_step = keys.real("control_step");
  options.steps = keys.integer("steps");
  options.goal = {keys.numbers("goal")[0], keys.numbers("goal")[1]};
  options.starts = keys.numbers("starts");
  options.score = score_of(keys);
  options.precision = precision_named(keys.text("precision"));
  return options;
}

TaskEntry octopus_task() {
  return {
      .name = "octopus",
      .help = "reach a goal with the tip of an octopus arm",
      .keys = octopus_keys(),
      .make =
          [](const KeyValues& keys) {
            return std::make_unique<OctopusReaching>(reaching_options(keys));
          },
      .check = check_keys,
      .check_training = check_training,
      .geometry =
          [](const KeyValues& keys) {
            return octopus_geometry(actions_of(keys), keys.integer("compartments"));
          },
      .size = TaskSize{"compartments", kShortestTestArm, kLongestTestArm, resized_keys},
      .first_defaults = {{"preset", std::string("paper")}},
      .tests = octopus_tests,
      .sigma0 = [](const KeyValues& keys) { return reaching_preset(keys.text("preset")).sigma0; },
      .success = "touched",
      .distance = "distance",
      .simulate = simulate_arm,
      .bench = bench_arm};
}

}  // namespace lowpass
