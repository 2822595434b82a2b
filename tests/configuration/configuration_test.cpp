#include "lowpass/configuration/configuration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

using Settings = std::vector<std::string>;

Configuration with(const Settings& settings) { return load_configuration(std::nullopt, settings); }

/// A TOML file of this text, called run.toml.
class TomlFile {
 public:
  explicit TomlFile(const std::string& text)
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("configuration-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(path(), std::ios::binary) << text;
  }
  ~TomlFile() { std::filesystem::remove_all(folder_); }
  std::filesystem::path path() const { return folder_ / "run.toml"; }

 private:
  std::filesystem::path folder_;
};

Configuration loaded(const std::string& toml, const Settings& settings = {}) {
  return load_configuration(TomlFile(toml).path(), settings);
}

/// The message of the Error that `run` throws, its folder taken off; it must be of this kind and
/// one line.
template <class Run>
std::string message_of(Run run, ErrorKind kind = ErrorKind::kConfiguration) {
  try {
    run();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    const std::size_t name = message.find("run.toml");
    return name == std::string::npos ? message : message.substr(name);
  }
  return "no error";
}

std::string error_of(const std::string& toml, const Settings& settings = {}) {
  return message_of([&] { loaded(toml, settings); });
}

std::string error_of_settings(const Settings& settings) {
  return message_of([&] { with(settings); });
}

TEST(Configuration, DefaultsAreThePapersHeadlineExperimentAsItWasInferred) {
  const Configuration c = with({});
  EXPECT_EQ(c.task.keys.text("preset"), "inferred");
  EXPECT_EQ(c.task.keys.text("environment"), "2009-2");
  EXPECT_EQ(c.task.keys.numbers("goal"), (std::vector{7.8, -1.0}));
  EXPECT_EQ(c.optimizer.sigma0, 10.0);
  EXPECT_EQ(with({"encoding.mapping=direct"}).optimizer.sigma0, 1.0);
}

TEST(Configuration, PresetPaperKeepsItsMeaning) {
  const Configuration c = with({"task.preset=paper"});
  EXPECT_EQ(c.task.name, "octopus");
  EXPECT_EQ(c.task.keys.integer("compartments"), 10);
  EXPECT_EQ(c.task.keys.text("actions"), "raw");
  EXPECT_EQ(c.task.keys.real("control_step"), 1.0);
  EXPECT_EQ(c.task.keys.integer("steps"), 250);
  EXPECT_EQ(c.task.keys.numbers("goal"), (std::vector{3.5, -3.0}));
  EXPECT_EQ(c.task.keys.numbers("starts"),
            (std::vector{-std::numbers::pi / 2, 0.0, std::numbers::pi / 2}));
  EXPECT_EQ(c.encoding.mapping, "omega3");
  EXPECT_EQ(c.encoding.coefficients, 20);
  EXPECT_EQ(c.optimizer.sigma0, 3.0);
  EXPECT_EQ(c.budget.evaluations, 6000);
  EXPECT_EQ(c.budget.target, 0.75);
  EXPECT_FALSE(c.growth.enabled);
  EXPECT_EQ(c.run.seed, 1u);
}

TEST(Configuration, TheLengthOfTheArmDecidesStepsAndGoal) {
  EXPECT_EQ(with({"task.compartments=20"}).task.keys.integer("steps"), 500);
  EXPECT_EQ(with({"task.compartments=20"}).task.keys.numbers("goal"), (std::vector{15.6, -2.0}));
  EXPECT_EQ(with({"task.preset=paper", "task.compartments=20"}).task.keys.numbers("goal"),
            (std::vector{0.35 * 20, -0.3 * 20}));
  EXPECT_EQ(with({"task.preset=paper", "task.compartments=3"}).task.keys.integer("steps"), 250);
}

TEST(Configuration, ThePresetDecidesControlStepAndGoal) {
  const Configuration c = with({"task.preset=competition"});
  EXPECT_EQ(c.task.keys.real("control_step"), 5.0);
  EXPECT_EQ(c.task.keys.numbers("goal"), (std::vector{6.0, 5.0}));
  EXPECT_EQ(c.task.keys.integer("steps"), 250);
}

TEST(Configuration, WhatIsSetWinsOverThePresetInWhateverOrder) {
  const std::string file = "[task]\ncontrol_step = 2\nsteps = 7\npreset = \"competition\"\n";
  const Configuration c = loaded(file, {"task.goal=[1, -2.5]", "task.compartments=20"});
  EXPECT_EQ(c.task.keys.real("control_step"), 2.0);
  EXPECT_EQ(c.task.keys.integer("steps"), 7);
  EXPECT_EQ(c.task.keys.numbers("goal"), (std::vector{1.0, -2.5}));
}

TEST(Configuration, TheMappingDecidesTheInitialStepSize) {
  EXPECT_EQ(with({"encoding.mapping=direct"}).optimizer.sigma0, 1.0);
  EXPECT_EQ(with({"encoding.mapping=direct", "optimizer.sigma0=3"}).optimizer.sigma0, 3.0);
  EXPECT_EQ(with({"optimizer.sigma0=weight-rms"}).optimizer.sigma0, std::nullopt);
  EXPECT_EQ(with({"optimizer.sigma0=weight-rms", "optimizer.sigma0=2"}).optimizer.sigma0, 2.0);
}

TEST(Configuration, GrowthStartsWithTenCoefficientsAndHasNoLimitUnlessSet) {
  const Configuration c = with({"growth.enabled=true"});
  EXPECT_EQ(c.encoding.coefficients, 10);
  EXPECT_EQ(c.budget.evaluations, 0);
  const Configuration set =
      with({"growth.enabled=true", "encoding.coefficients=30", "budget.evaluations=9000"});
  EXPECT_EQ(set.encoding.coefficients, 30);
  EXPECT_EQ(set.budget.evaluations, 9000);
}

TEST(Configuration, TheLastSettingWinsAndSettingsWinOverTheFile) {
  const std::string file = "[encoding]\ncoefficients = 40\n";
  EXPECT_EQ(loaded(file).encoding.coefficients, 40);
  EXPECT_EQ(loaded(file, {"encoding.coefficients=80"}).encoding.coefficients, 80);
  EXPECT_EQ(
      loaded(file, {"encoding.coefficients=80", "encoding.coefficients=160"}).encoding.coefficients,
      160);
}

TEST(Configuration, ASettingIsAValueOfTomlOrABareWord) {
  EXPECT_EQ(with({"task.actions=meta"}).task.keys.text("actions"), "meta");
  EXPECT_EQ(with({"task.actions=\"meta\""}).task.keys.text("actions"), "meta");
  EXPECT_EQ(with({"task.actions='meta'"}).task.keys.text("actions"), "meta");
  EXPECT_EQ(with({" task.actions = meta "}).task.keys.text("actions"), "meta");
  EXPECT_EQ(with({"task.starts=[0]"}).task.keys.numbers("starts"), (std::vector{0.0}));
  EXPECT_EQ(with({"budget.evaluations=1_000"}).budget.evaluations, 1000);
  EXPECT_EQ(with({"budget.target=1"}).budget.target, 1.0);
  EXPECT_TRUE(with({"budget.stop_at_target=true"}).budget.stop_at_target);
  EXPECT_EQ(with({"run.seed=9223372036854775807"}).run.seed, 9223372036854775807u);
}

TEST(Configuration, AMessageNamesFileLineKeyValueAndRange) {
  EXPECT_EQ(error_of("# a comment\n\n[encoding]\ncoefficients = 0\n"),
            "run.toml:4: encoding.coefficients = 0: expected 1 to 4026 (cells of the arrays of "
            "omega3 for 82 inputs and 32 neurons)");
  EXPECT_EQ(error_of("task.compartments = 70\n"),
            "run.toml:1: task.compartments = 70: expected an integer from 1 to 69 (the default "
            "arm's taper ends there; longer ones by task.arm)");
  EXPECT_EQ(error_of("[task]\nactions = \"row\"\n"),
            "run.toml:2: task.actions = 'row': expected raw or meta");
}

TEST(Configuration, AMessageAboutASettingNamesIt) {
  EXPECT_EQ(error_of_settings({"encoding.coefficients=0"}),
            "--set encoding.coefficients=0: expected 1 to 4026 (cells of the arrays of omega3 for "
            "82 inputs and 32 neurons)");
  EXPECT_EQ(error_of_settings({"task.compartments"}),
            "--set task.compartments: expected key=value");
  EXPECT_EQ(error_of_settings({"task.goal=[3,-2"}),
            "--set task.goal=[3,-2: expected two finite numbers, [x, y]");
}

TEST(Configuration, WrongTypesAreRefusedWithWhatIsExpected) {
  const auto refused = [](const std::string& setting, const std::string& expected) {
    EXPECT_EQ(error_of_settings({setting}), "--set " + setting + ": expected " + expected);
  };
  refused("task.compartments=ten", "an integer from 1 to 1000");
  refused("task.compartments=10.0", "an integer from 1 to 1000");
  refused("task.compartments=[10]", "an integer from 1 to 1000");
  refused("task.compartments=2020-01-01", "an integer from 1 to 1000");
  refused("encoding.mapping=3", "omega1, omega2, omega3 or direct, or a list of arrays");
  refused("growth.enabled=1", "true or false");
  refused("growth.enabled=yes", "true or false");
  refused("budget.target=high", "a finite number");
  refused("task.goal=3.5", "two finite numbers, [x, y]");
  refused("task.goal=[1, \"a\"]", "two finite numbers, [x, y]");
  refused("optimizer.sigma0=weight-rsm", "a number greater than 0, or weight-rms");
  refused("optimizer.sigma0=true", "a number greater than 0, or weight-rms");
  refused("encoding.coefficients=many",
          "an integer from 1 to the number of cells of the mapping's arrays");
  EXPECT_EQ(error_of("[task]\n[task.goal]\nx = 1\n"),
            "run.toml:2: task.goal = a table: expected two finite numbers, [x, y]");
  EXPECT_EQ(error_of("[[task]]\nname = \"octopus\"\n").substr(0, 18), "run.toml:1: task =");
  EXPECT_EQ(error_of("growth = true\n"), "run.toml:1: growth = true: expected a table");
}

TEST(Configuration, ValuesOutOfRangeAreRefused) {
  const Settings refused = {"task.name=squid",
                            "task.preset=papers",
                            "task.compartments=0",
                            "task.compartments=-3",
                            "task.control_step=0",
                            "task.control_step=0.3",
                            "task.control_step=-0.2",
                            "task.control_step=nan",
                            "task.control_step=1000.2",
                            "task.steps=0",
                            "task.steps=1000001",
                            "task.goal=[1]",
                            "task.goal=[1,2,3]",
                            "task.goal=[1,inf]",
                            "task.starts=[]",
                            "task.starts=[nan]",
                            "network.activation=relu",
                            "encoding.mapping=omega4",
                            "encoding.basis=sine",
                            "optimizer.name=cma",
                            "optimizer.preset=seed",
                            "optimizer.sigma0=0",
                            "optimizer.sigma0=-1",
                            "optimizer.sigma0=inf",
                            "optimizer.weight_rms=0",
                            "optimizer.weight_rms=nan",
                            "budget.target=inf",
                            "budget.evaluations=-1",
                            "growth.step=0",
                            "growth.patience=0",
                            "run.threads=-1",
                            "run.threads=1025",
                            "run.seed=-1",
                            "run.seed=1e3",
                            "task.steps=99999999999",
                            "encoding.coefficients=99999999999",
                            "encoding.coefficients=-1"};
  for (const std::string& setting : refused) {
    const std::string message = error_of_settings({setting});
    EXPECT_TRUE(message.starts_with("--set " + setting + ": expected ")) << message;
  }
}

TEST(Configuration, LimitsThemselvesAreAllowed) {
  for (const std::string setting :
       {"task.compartments=69", "task.control_step=0.2", "task.control_step=0.6000000000000001",
        "task.control_step=1000", "task.steps=1", "task.steps=1000000", "encoding.coefficients=1",
        "encoding.coefficients=4026", "optimizer.sigma0=1e-300", "run.threads=1024", "run.seed=0",
        "budget.target=-5"}) {
    EXPECT_NO_THROW(with({setting})) << setting;
  }
  // The goal of the preset would lie inside so short an arm.
  EXPECT_NO_THROW(with({"task.compartments=1", "task.goal=[1, 1]"}));
}

TEST(Configuration, CoefficientsAreBoundedByTheCellsOfTheirMapping) {
  const auto limit_is = [](const Settings& problem, int limit) {
    Settings settings = problem;
    settings.push_back("encoding.coefficients=" + std::to_string(limit));
    EXPECT_NO_THROW(with(settings));
    settings.back() = "encoding.coefficients=" + std::to_string(limit + 1);
    EXPECT_NE(error_of_settings(settings).find("expected 1 to " + std::to_string(limit) + " "),
              std::string::npos)
        << error_of_settings(settings);
  };
  limit_is({"encoding.mapping=omega3"}, 8 * 11 * 3 * 11 + 33 * 33 + 33);
  limit_is({"encoding.mapping=omega1"}, 32 * (82 + 32 + 1));
  limit_is({"encoding.mapping=omega1", "task.actions=meta"}, 728);
  limit_is({"encoding.mapping=omega2", "task.actions=meta"}, 8 * 11 * 8 + 64 + 8);
  limit_is(
      {"encoding.mapping=omega1", "task.actions=meta", "task.compartments=1", "task.goal=[1,1]"},
      8 * (10 + 8 + 1));
}

TEST(Configuration, CoefficientsOfADirectEncodingHaveNoUpperBound) {
  EXPECT_NO_THROW(with({"encoding.mapping=direct", "encoding.coefficients=100000"}));
  EXPECT_NE(error_of_settings({"encoding.mapping=direct", "encoding.coefficients=0"}), "no error");
}

TEST(Configuration, ABudgetBelowOneGenerationIsRefused) {
  // 4 + floor(3 ln 20) + 4 = 16; 4 + floor(3 ln 20) = 12; 8 + floor(3 ln 3680) = 32.
  EXPECT_NO_THROW(with({"budget.evaluations=16"}));
  EXPECT_EQ(error_of_settings({"budget.evaluations=15"}),
            "--set budget.evaluations=15: expected 16 to 2147483647 (at least one generation, the "
            "population of 20 genes)");
  EXPECT_NO_THROW(with({"optimizer.preset=schaul", "budget.evaluations=12"}));
  EXPECT_NE(error_of_settings({"optimizer.preset=schaul", "budget.evaluations=11"}), "no error");
  EXPECT_NO_THROW(with({"encoding.mapping=direct", "budget.evaluations=32"}));
  EXPECT_NE(error_of_settings({"encoding.mapping=direct", "budget.evaluations=31"}), "no error");
  EXPECT_EQ(error_of("[budget]\nevaluations = 0\n"),
            "run.toml:2: budget.evaluations = 0: expected 16 to 2147483647 (at least one "
            "generation, the population of 20 genes)");
}

TEST(Configuration, AStageOfGrowthBelowOneGenerationIsRefused) {
  EXPECT_NO_THROW(with({"growth.evaluations=1"}));  // of no meaning without growth
  EXPECT_NO_THROW(with({"growth.enabled=true", "growth.evaluations=14"}));
  EXPECT_EQ(error_of_settings({"growth.enabled=true", "growth.evaluations=13"}),
            "--set growth.evaluations=13: expected 14 to 2147483647 (at least one generation, the "
            "population of 10 genes)");
  EXPECT_NO_THROW(with({"growth.enabled=true", "budget.evaluations=0"}));
  EXPECT_EQ(error_of_settings({"growth.enabled=true", "budget.evaluations=3"}),
            "--set budget.evaluations=3: expected 14 to 2147483647 (at least one generation, the "
            "population of 10 genes), or 0 for no limit");
}

TEST(Configuration, ADirectGenomeDoesNotGrow) {
  EXPECT_EQ(error_of("[growth]\nenabled = true\n[encoding]\nmapping = \"direct\"\n"),
            "run.toml:2: growth.enabled = true: expected false with encoding.mapping = \"direct\" "
            "(a direct genome has no genes to add)");
}

TEST(Configuration, AnUnknownKeyIsRefusedWithTheNearestOne) {
  EXPECT_EQ(error_of("[encoding]\ncoeficients = 20\n"),
            "run.toml:2: encoding.coeficients: unknown key; did you mean encoding.coefficients?");
  EXPECT_EQ(error_of("coefficients = 20\n"),
            "run.toml:1: coefficients: unknown key; did you mean encoding.coefficients?");
  EXPECT_EQ(error_of("[encodin]\ncoefficients = 20\n"),
            "run.toml:1: [encodin]: unknown table; did you mean encoding?");
  EXPECT_EQ(error_of("[colours]\n"), "run.toml:1: [colours]: unknown table");
  EXPECT_EQ(error_of_settings({"encoding.maping=omega1"}),
            "--set encoding.maping=omega1: unknown key; did you mean encoding.mapping?");
  EXPECT_EQ(error_of_settings({"seed=3"}), "--set seed=3: unknown key; did you mean run.seed?");
  EXPECT_EQ(error_of_settings({"task=octopus"}),
            "--set task=octopus: task is a table: expected a key of it");
  EXPECT_EQ(error_of_settings({"=3"}), "--set =3: unknown key");
}

TEST(Configuration, AKeyOfAnotherTaskOrSearchIsRefusedWithTheOneThatHasIt) {
  EXPECT_EQ(error_of_settings({"task.velocities=false"}),
            "--set task.velocities=false: a key of task poles, not of octopus");
  EXPECT_EQ(error_of("[task]\nname = \"poles\"\ncompartments = 4\n"),
            "run.toml:3: task.compartments: a key of task octopus, not of poles");
  EXPECT_EQ(error_of_settings({"optimizer.name=cma-es", "optimizer.preset=schaul"}),
            "--set optimizer.preset=schaul: a key of search snes, not of cma-es");
  EXPECT_EQ(error_of_settings({"optimizer.active=false"}),
            "--set optimizer.active=false: a key of search cma-es, not of snes");
}

TEST(Configuration, AnUnknownTaskIsRefusedWithThoseThatThereAre) {
  EXPECT_EQ(error_of_settings({"task.name=pole"}),
            "--set task.name=pole: expected octopus, poles or environment");
}

TEST(Configuration, ATaskGivesTheDefaultsOfItsTarget) {
  const Configuration c = with({"task.name=poles"});
  EXPECT_EQ(c.budget.target, 100'000.0);
  EXPECT_TRUE(c.budget.stop_at_target);
  EXPECT_EQ(with({"task.name=poles", "task.steps=500"}).budget.target, 500.0);
  EXPECT_FALSE(with({"task.name=poles", "budget.stop_at_target=false"}).budget.stop_at_target);
}

TEST(Configuration, ThereAreNoMoreCoefficientsByDefaultThanTheMappingHasRoomFor) {
  EXPECT_EQ(with({"task.name=poles", "task.poles=1"}).encoding.coefficients, 6);
}

TEST(Configuration, ASearchThatCannotTakeSoManyGenesIsRefused) {
  EXPECT_EQ(error_of_settings({"encoding.mapping=direct", "optimizer.name=cma-es"}),
            "--set optimizer.name=cma-es: expected another search for 3680 genes (cma-es takes at "
            "most 1000)");
}

TEST(Configuration, HiddenNeuronsAreCountedFromNoneAndSomeNetworksNeedThem) {
  EXPECT_EQ(error_of_settings({"network.hidden=-1"}),
            "--set network.hidden=-1: expected an integer from 0 to 100000");
  EXPECT_EQ(error_of_settings({"network.kind=elman"}),
            "network.hidden = 0: expected 1 or more for elman");
  EXPECT_NO_THROW(with({"network.kind=elman", "network.hidden=3"}));
  EXPECT_NO_THROW(with({"network.kind=feed-forward"}));
}

TEST(Configuration, ArraysOfOnesOwnAreAMapping) {
  const std::string listed =
      "[[encoding.mapping]]\nfrom = \"inputs\"\naxes = [\"from.variable\", "
      "\"from.compartment\", \"to\"]\n"
      "[[encoding.mapping]]\nfrom = \"neurons\"\naxes = [\"from\", \"to\"]\n"
      "[[encoding.mapping]]\nfrom = \"bias\"\naxes = [\"to\"]\n";
  const Configuration c = loaded(listed);
  EXPECT_EQ(coefficient_limit(c), 8 * 11 * 32 + 32 * 32 + 32);
  // It survives its own text and JSON, and is part of what identifies the run.
  EXPECT_EQ(configuration_hash(loaded(configuration_text(c))), configuration_hash(c));
  const auto json = JsonValue::parse(configuration_json(c).text(), "test");
  EXPECT_EQ(configuration_hash(configuration_from_json(json)), configuration_hash(c));
  EXPECT_NE(configuration_hash(c), configuration_hash(with({})));
}

TEST(Configuration, ArraysThatLeaveOutOrRepeatAWeightAreRefused) {
  const std::string bias = "[[encoding.mapping]]\nfrom = \"bias\"\naxes = [\"to\"]\n";
  EXPECT_NE(error_of(bias).find("encoding.mapping"), std::string::npos) << error_of(bias);
  EXPECT_NE(error_of(bias + bias).find("encoding.mapping"), std::string::npos);
}

TEST(Configuration, AnArmOfOnesOwnIsReadOnceAndCarriedAlong) {
  const std::string file = LOWPASS_SOURCE_DIR "/examples/arms/long_arm.toml";
  const Configuration c = with({"task.arm=" + file});
  EXPECT_EQ(c.task.keys.integer("compartments"), 20);
  EXPECT_EQ(c.task.keys.integer("steps"), 500);
  EXPECT_NE(c.task.keys.text("arm").find("friction_perpendicular"), std::string::npos);
  EXPECT_EQ(configuration_hash(loaded(configuration_text(c))), configuration_hash(c));
  EXPECT_EQ(error_of_settings({"task.arm=" + file, "task.compartments=12"}),
            "--set task.compartments=12: expected 20, as task.arm has");
  EXPECT_NE(error_of_settings({"task.arm=nowhere.toml"}).find("nowhere.toml"), std::string::npos);
}

TEST(Configuration, AnArmInADocumentIsADescriptionAndNeverTheNameOfAFile) {
  const auto loaded_json = [](const std::string& arm) {
    return configuration_from_json(JsonValue::parse(
        R"({"task": {"name": "octopus", "arm": ")" + arm + R"("}})", "manifest.json"));
  };
  const Configuration c = loaded_json("compartments = 7");
  EXPECT_EQ(c.task.keys.integer("compartments"), 7);
  EXPECT_EQ(configuration_hash(loaded(configuration_text(c))), configuration_hash(c));
  try {
    loaded_json("/dev/zero");  // as a file it would have no end
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("task.arm"), std::string::npos) << error.what();
  }
}

TEST(Configuration, ChangedItKeepsWhatFollowedFromWhatWasThere) {
  const Configuration c = with({"task.compartments=20"});
  const Configuration other = changed_configuration(c, Settings{"task.compartments=10"});
  EXPECT_EQ(other.task.keys.integer("steps"), 500);
  EXPECT_EQ(other.task.keys.integer("compartments"), 10);
}

TEST(Configuration, TheFirstMistakeInTheFileIsTheOneReported) {
  EXPECT_EQ(error_of("[task]\nsteps = 0\nactions = 1\n[encoding]\nmapping = 1\n").substr(0, 11),
            "run.toml:2:");
}

TEST(Configuration, WhatIsNotTomlIsRefusedWithLineAndColumn) {
  EXPECT_TRUE(error_of("[task]\nsteps = = 3\n").starts_with("run.toml:2:9: not TOML: "))
      << error_of("[task]\nsteps = = 3\n");
  EXPECT_TRUE(error_of("[task\n").starts_with("run.toml:1:6: not TOML: ")) << error_of("[task\n");
  EXPECT_TRUE(error_of("task.actions = raw\n").ends_with("; texts stand in quotes"));
  EXPECT_TRUE(error_of("name = \"\xff\"\n").starts_with("run.toml:1:"));
}

TEST(Configuration, AKeyThatStandsTwiceIsRefusedWithItsLine) {
  const std::string message = error_of("[task]\nsteps = 3\nsteps = 4\n");
  EXPECT_TRUE(message.starts_with("run.toml:3:")) << message;
  EXPECT_NE(message.find("steps"), std::string::npos) << message;
  EXPECT_TRUE(error_of("[task]\nsteps = 3\n[task]\ngoal = [1, 2]\n").starts_with("run.toml:3:"));
}

TEST(Configuration, AMissingFileIsAMistakeOfTheConfiguration) {
  const std::string message =
      message_of([] { load_configuration(std::filesystem::path("no/such/run.toml"), {}); });
  EXPECT_TRUE(message.starts_with("run.toml: ")) << message;
}

TEST(Configuration, AnEmptyFileAndEmptyTablesChangeNothing) {
  EXPECT_EQ(configuration_text(loaded("")), configuration_text(with({})));
  EXPECT_EQ(configuration_text(loaded("[task]\n[growth]\n")), configuration_text(with({})));
}

/// Any configuration that is allowed.
Configuration arbitrary_configuration() {
  const auto one_of = [](std::initializer_list<std::string> names) {
    return *rc::gen::elementOf(std::vector<std::string>(names));
  };
  const auto finite = [] {
    return *rc::gen::suchThat(rc::gen::arbitrary<double>(),
                              [](double x) { return std::isfinite(x); });
  };
  const auto in = [](int low, int high) { return *rc::gen::inRange(low, high + 1); };
  const auto positive = [&] { return std::abs(finite()) + 1e-12; };
  Configuration c = with({});
  KeyValues& keys = c.task.keys;
  keys.set("preset", one_of({"paper", "competition"}));
  keys.set("compartments", std::int64_t{in(1, 20)});
  keys.set("actions", one_of({"raw", "meta"}));
  keys.set("control_step", 0.2 * in(1, 100));
  keys.set("steps", std::int64_t{in(1, 1000000)});
  keys.set("environment", one_of({"library", "2009-1", "2009-2", "2009-3"}));
  keys.set("muscle_active", std::min(positive(), 1000.0));
  keys.set("goal_scales", in(0, 1) == 1);
  keys.set("touch", one_of({"any", "last"}));
  keys.set("goal", std::vector{finite(), 30 + std::abs(finite())});  // beyond any of these arms
  std::vector<double> starts;
  for (int n = in(1, 5); n > 0; --n) starts.push_back(0.1 * in(-100, 100));
  keys.set("starts", starts);
  c.network.activation = one_of({"logistic", "tanh"});
  c.encoding.mapping = one_of({"omega1", "omega2", "omega3", "direct"});
  c.encoding.coefficients = in(1, 80);  // the cells of the smallest network, one raw compartment
  if (c.encoding.mapping != "direct") c.network.step = one_of({"dense", "spectral"});
  c.optimizer.keys.set("preset", one_of({"paper", "schaul"}));
  c.optimizer.sigma0 = in(0, 1) ? std::optional(positive()) : std::nullopt;
  c.optimizer.weight_rms = positive();
  c.budget.target = finite();
  c.budget.stop_at_target = in(0, 1);
  c.growth.enabled = c.encoding.mapping != "direct" && in(0, 1);
  c.budget.evaluations = c.growth.enabled && in(0, 1) ? 0 : in(50, 2000000000);
  c.growth.step = in(1, 100);
  c.growth.evaluations = in(50, 100000);
  c.growth.patience = in(1, 100);
  c.growth.improvement = std::abs(finite());
  c.encoding.transform = one_of({"printed", "orthonormal"});
  c.run.seed = *rc::gen::arbitrary<std::uint64_t>() >> 1;
  c.run.threads = in(0, 1024);
  return c;
}

TEST(Configuration, TextAndJsonReadBackToTheSameValues) {
  const bool holds = rc::check([] {
    const Configuration c = arbitrary_configuration();
    check_configuration(c);
    const std::string text = configuration_text(c);
    const Configuration from_text = loaded(text);
    const Configuration from_json =
        configuration_from_json(JsonValue::parse(configuration_json(c).text(), "manifest.json"));
    for (const Configuration& again : {from_text, from_json}) {
      // Texts tell real numbers apart to the last bit, but the sign of 0 too.
      RC_ASSERT(configuration_text(again) == text);
      RC_ASSERT(again.task.keys.numbers("goal") == c.task.keys.numbers("goal"));
      RC_ASSERT(again.task.keys.numbers("starts") == c.task.keys.numbers("starts"));
      RC_ASSERT(again.optimizer.sigma0 == c.optimizer.sigma0);
      RC_ASSERT(again.run.seed == c.run.seed);
      RC_ASSERT(again.network.step == c.network.step);
      RC_ASSERT(configuration_hash(again) == configuration_hash(c));
      RC_ASSERT(configuration_difference(again, c).empty());
    }
  });
  EXPECT_TRUE(holds);
}

TEST(Configuration, TheTextIsCanonical) {
  const std::string text =
      configuration_text(with({"task.preset=paper", "optimizer.sigma0=weight-rms"}));
  EXPECT_TRUE(
      text.starts_with("[task]\n"
                       "name = \"octopus\"\n"
                       "preset = \"paper\"\n"
                       "compartments = 10\n"
                       "actions = \"raw\"\n"
                       "control_step = 1.0\n"
                       "steps = 250\n"
                       "goal = [3.5, -3.0]\n"
                       "starts = [-1.5707963267948966, 0.0, 1.5707963267948966]\n"
                       "\n"
                       "[network]\n"
                       "activation = \"logistic\"\n"))
      << text;
  EXPECT_NE(text.find("\nsigma0 = \"weight-rms\"\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("[run]\nseed = 1\nthreads = 0\n"));
}

TEST(Configuration, TheJsonHasATableForEachTable) {
  const std::string text = configuration_json(with({"task.preset=paper", "run.seed=7"})).text();
  const JsonValue json = JsonValue::parse(text, "test");
  EXPECT_EQ(json.keys(), (std::vector<std::string>{"budget", "encoding", "growth", "network",
                                                   "optimizer", "run", "task"}));
  EXPECT_EQ(json.at("task").at("goal").numbers(), (std::vector{3.5, -3.0}));
  EXPECT_EQ(json.at("optimizer").at("sigma0").number(), 3.0);
  EXPECT_FALSE(json.at("growth").at("enabled").boolean());
  EXPECT_EQ(json.at("run").json_text(), R"({"seed":7,"threads":0})");
}

TEST(Configuration, JsonIsCheckedLikeAFileAndIsAFile) {
  const auto error = [](const std::string& text) {
    return message_of(
        [&] {
          configuration_from_json(JsonValue::parse(text, "manifest.json").at("configuration"));
        },
        ErrorKind::kFile);
  };
  EXPECT_EQ(error(R"({"configuration": {"task": {"compartments": 0}}})"),
            "manifest.json: configuration.task.compartments = 0: expected an integer from 1 to "
            "1000");
  EXPECT_EQ(error(R"({"configuration": {"task": {"actions": null}}})"),
            "manifest.json: configuration.task.actions = null: expected raw or meta");
  EXPECT_EQ(error(R"({"configuration": {"task": {"step": 3}}})"),
            "manifest.json: configuration.task.step: unknown key; did you mean task.steps?");
  EXPECT_EQ(error(R"({"configuration": {"tasks": {}}})"),
            "manifest.json: configuration.tasks: unknown table; did you mean task?");
  EXPECT_EQ(error(R"({"configuration": {"task": 3}})"),
            "manifest.json: configuration.task = 3: expected an object");
  EXPECT_EQ(error(R"({"configuration": {"encoding": {"coefficients": 5000}}})"),
            "manifest.json: configuration.encoding.coefficients = 5000: expected 1 to 4026 (cells "
            "of the arrays of omega3 for 82 inputs and 32 neurons)");
}

TEST(Configuration, AKeyThatAnOlderManifestLacksTakesItsDefault) {
  const auto json = JsonValue::parse(R"({"encoding": {"mapping": "direct"}})", "manifest.json");
  EXPECT_EQ(configuration_text(configuration_from_json(json)),
            configuration_text(with({"encoding.mapping=direct"})));
}

TEST(Configuration, ThreadsAreNoPartOfWhatIdentifiesIt) {
  const Configuration a = with({"run.threads=1"}), b = with({"run.threads=8"});
  EXPECT_EQ(configuration_hash(a), configuration_hash(b));
  EXPECT_TRUE(configuration_difference(a, b).empty());
}

TEST(Configuration, TheHashIsXxh64OfTheTextWithoutThreads) {
  const Configuration c = with({"run.threads=3"});
  std::string text = configuration_text(c);
  text.erase(text.find("threads = 3\n"));
  EXPECT_EQ(configuration_hash(c), XXH64(text.data(), text.size(), 0));
}

// Thousands of runs were made before the key existed: their folders must still be theirs. The hash
// is that of a checkpoint of then.
TEST(Configuration, ADenseStepIsNotWrittenAndLeavesTheHashAsItWas) {
  const Configuration c =
      with({"task.preset=paper", "network.step=dense", "budget.evaluations=64"});
  EXPECT_EQ(configuration_text(c),
            configuration_text(with({"task.preset=paper", "budget.evaluations=64"})));
  EXPECT_EQ(configuration_json(c).text().find("dense"), std::string::npos);
  EXPECT_EQ(configuration_hash(c), 0x1cb7c81e860e9bf8u);
}

TEST(Configuration, ASpectralStepIsWrittenAndReadBack) {
  const Configuration c = with({"network.step=spectral"});
  EXPECT_NE(configuration_text(c).find("step = \"spectral\""), std::string::npos);
  EXPECT_NE(configuration_hash(c), configuration_hash(with({})));
  const auto json = JsonValue::parse(configuration_json(c).text(), "test");
  EXPECT_EQ(configuration_from_json(json).network.step, "spectral");
}

// Keys that came later say nothing where they say what the others say already.
TEST(Configuration, TheEnvironmentsOwnConstantsAreNotWritten) {
  const Configuration plain = with({"task.preset=paper", "task.environment=2009-2"});
  const Configuration said =
      with({"task.preset=paper", "task.environment=2009-2", "task.muscle_active=0.24",
            "task.surface_level=0", "task.touch=any"});
  EXPECT_EQ(configuration_text(said), configuration_text(plain));
  EXPECT_EQ(configuration_text(plain).find("muscle_active"), std::string::npos);
  EXPECT_NE(configuration_text(plain).find("environment = \"2009-2\""), std::string::npos);
  const Configuration other = with({"task.environment=2009-2", "task.muscle_active=0.1"});
  EXPECT_NE(configuration_text(other).find("muscle_active = 0.1"), std::string::npos);
  EXPECT_EQ(loaded(configuration_text(other)).task.keys.real("muscle_active"), 0.1);
}

TEST(Configuration, AGoalInsideTheArmIsRefusedForARunAndAllowedForATrial) {
  const std::string start = "task.starts=[-0.7853981633974483]";
  EXPECT_EQ(error_of_settings({start, "task.preset=paper"}),
            "task.goal = [3.5, -3.0]: expected a goal outside the arm: from start −π/4 it is "
            "touched before anything has moved");
  EXPECT_EQ(error_of_settings({"task.goal=[4,-4]", start}),
            "--set task.goal=[4,-4]: expected a goal outside the arm: from start −π/4 it is "
            "touched before anything has moved");
  EXPECT_NO_THROW(with({start, "task.touch=last"}));
  const Configuration tried = changed_configuration(with({"task.preset=paper"}), Settings{start});
  EXPECT_TRUE(make_task(tried)->is_void(0));
  const auto json = JsonValue::parse(configuration_json(tried).text(), "manifest.json");
  EXPECT_NO_THROW(configuration_from_json(json));
}

TEST(Configuration, AnAutomaticStepIsResolvedByTheSizeOfTheNetwork) {
  EXPECT_EQ(with({"network.step=auto"}).network.step, "dense");
  EXPECT_EQ(with({"network.step=auto", "task.compartments=60"}).network.step, "spectral");
  EXPECT_EQ(with({"network.step=auto", "encoding.mapping=direct"}).network.step, "dense");
  EXPECT_EQ(error_of_settings({"network.step=spectral", "encoding.mapping=direct"}),
            "--set network.step=spectral: expected dense with encoding.mapping = \"direct\" (a "
            "direct genome has no spectrum)");
  Configuration open = with({});
  open.network.step = "auto";
  EXPECT_THROW(check_configuration(open), Error);
}

TEST(Configuration, EveryOtherKeyIsPartOfWhatIdentifiesIt) {
  const Configuration defaults = with({});
  for (const std::string setting : {"task.preset=competition",
                                    "task.compartments=11",
                                    "task.actions=meta",
                                    "task.control_step=2.0",
                                    "task.steps=251",
                                    "task.goal=[3.5, -2.0]",
                                    "task.starts=[0.0]",
                                    "network.activation=tanh",
                                    "encoding.mapping=omega1",
                                    "encoding.coefficients=21",
                                    "optimizer.preset=schaul",
                                    "optimizer.sigma0=2.0",
                                    "optimizer.weight_rms=0.5",
                                    "budget.evaluations=6001",
                                    "budget.target=0.8",
                                    "budget.stop_at_target=true",
                                    "growth.enabled=true",
                                    "growth.step=11",
                                    "growth.evaluations=6001",
                                    "growth.patience=7",
                                    "run.seed=2",
                                    "network.step=spectral",
                                    "task.environment=2009-1",
                                    "task.muscle_active=0.2",
                                    "task.surface_level=3.3",
                                    "task.gravity=0.02",
                                    "task.goal_scales=false",
                                    "task.touch=last",
                                    "task.score=closest",
                                    "growth.improvement=0.05",
                                    "encoding.transform=orthonormal"}) {
    const Configuration other = with({setting});
    EXPECT_NE(configuration_hash(other), configuration_hash(defaults)) << setting;
    EXPECT_FALSE(configuration_difference(defaults, other).empty()) << setting;
  }
}

TEST(Configuration, ADifferenceIsALineAKey) {
  EXPECT_EQ(configuration_difference(
                with({}), with({"encoding.mapping=omega1", "task.goal=[1,2]", "run.seed=2"})),
            (Settings{"task.goal: [7.8, -1.0], here [1.0, 2.0]",
                      "encoding.mapping: \"omega3\", here \"omega1\"", "run.seed: 1, here 2"}));
}

TEST(Configuration, OneFilledByAProgramIsCheckedToo) {
  Configuration c = with({});
  EXPECT_NO_THROW(check_configuration(c));
  c.encoding.coefficients = 0;
  EXPECT_EQ(message_of([&] { check_configuration(c); }),
            "encoding.coefficients = 0: expected 1 to 4026 (cells of the arrays of omega3 for 82 "
            "inputs and 32 neurons)");
  c = with({});
  c.task.keys.set("goal", std::vector<double>{});
  EXPECT_EQ(message_of([&] { check_configuration(c); }),
            "task.goal = []: expected two finite numbers, [x, y]");
  c = with({});
  c.run.seed = ~std::uint64_t{0};  // TOML could not hold it
  EXPECT_NE(message_of([&] { check_configuration(c); }), "no error");
}

TEST(Configuration, TheDocumentHasEveryKeyAsItIsDeclared) {
  std::vector<std::string> expected;
  const auto add = [&](const std::string& table, const Key& key) {
    expected.push_back("| `" + table + "." + key.name + "` | " + key.default_text() + " | " +
                       key.allowed + " | " + key.help + " |");
  };
  for (const GeneralKey& key : general_keys()) add(key.table, key.key);
  for (const TaskEntry* task : tasks()) {
    if (task->name == "toy") continue;  // of the tests
    for (const Key& key : task->keys) add("task", key);
  }
  for (const SearchEntry& search : searches()) {
    for (const Key& key : search.keys) add("optimizer", key);
  }
  std::vector<std::string> found;
  std::ifstream document(LOWPASS_SOURCE_DIR "/docs/CONFIGURATION.md");
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("| `")) found.push_back(line);
  }
  EXPECT_EQ(found, expected);
}

TEST(Configuration, EveryExampleLoads) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(LOWPASS_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    names.push_back(entry.path().stem());
    EXPECT_NO_THROW(load_configuration(entry.path(), {})) << entry.path();
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (Settings{"competition", "direct", "incremental", "psi2-omega3-c20"}));
}

TEST(Configuration, TheHeadlineExampleSaysWhatTheDefaultsAre) {
  const auto example =
      load_configuration(LOWPASS_SOURCE_DIR "/examples/psi2-omega3-c20.toml", Settings{});
  EXPECT_EQ(configuration_text(example), configuration_text(with({})));
}

}  // namespace
}  // namespace lowpass
