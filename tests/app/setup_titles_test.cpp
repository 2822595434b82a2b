#include "app/server/setup_titles.h"

#include <gtest/gtest.h>

namespace lowpass::app {
namespace {

using Json = nlohmann::ordered_json;

Json configuration(const std::string& task = "octopus") {
  return Json::parse(
      R"({
    "task": {"name": ")" +
      task + R"(", "preset": "paper", "compartments": 10, "goal": [3.5, -3.0], "steps": 250},
    "encoding": {"mapping": "omega3", "coefficients": 20},
    "optimizer": {"name": "snes", "preset": "paper", "sigma0": 3.0},
    "budget": {"evaluations": 6000},
    "growth": {"enabled": false, "evaluations": 6000},
    "run": {"seed": 1, "threads": 2}})");
}

Json with(Json json, const std::string& pointer, const Json& value) {
  json[Json::json_pointer(pointer)] = value;
  return json;
}

std::vector<std::string> titles(const std::vector<Json>& configurations) {
  std::vector<RunSetup> setups;
  for (const Json& json : configurations) setups.push_back(run_setup(json));
  std::vector<const RunSetup*> pointers;
  for (const RunSetup& setup : setups) pointers.push_back(&setup);
  return setup_titles(pointers);
}

using Titles = std::vector<std::string>;

TEST(RunSetup, IsTheConfigurationWithoutSeedAndThreadsInAnyOrder) {
  const std::string name = run_setup(configuration()).name;
  EXPECT_EQ(run_setup(with(configuration(), "/run/seed", 7)).name, name);
  EXPECT_EQ(run_setup(with(configuration(), "/run/threads", 1)).name, name);
  EXPECT_EQ(run_setup(Json(nlohmann::json(configuration()))).name, name) << "sorted keys";
  EXPECT_NE(run_setup(with(configuration(), "/task/goal", Json{3.5, -3.1})).name, name);
  EXPECT_NE(run_setup(with(configuration(), "/optimizer/sigma0", 1.0)).name, name);
  EXPECT_NE(run_setup(with(configuration(), "/later/key", 1)).name, name);
}

TEST(SetupTitles, OneSetupHasAPlainTitle) {
  EXPECT_EQ(titles({configuration()}), Titles{"octopus, omega3, C = 20"});
  EXPECT_EQ(titles({with(configuration("my-own"), "/encoding/mapping", "direct")}),
            Titles{"my-own, direct"});
  EXPECT_EQ(titles({with(configuration(), "/growth/enabled", true)}),
            Titles{"octopus, omega3, growing"});
  EXPECT_EQ(titles({Json::object()}), Titles{"unknown setup"});
  EXPECT_EQ(titles({}), Titles{});
}

TEST(SetupTitles, NameWhatDiffers) {
  EXPECT_EQ(titles({configuration(), with(configuration(), "/encoding/coefficients", 40)}),
            (Titles{"C = 20", "C = 40"}));
  EXPECT_EQ(titles({configuration(), with(configuration(), "/optimizer/name", "cma-es"),
                    with(configuration(), "/optimizer/sigma0", 0.5)}),
            (Titles{"snes, σ0 = 3", "cma-es, σ0 = 3", "snes, σ0 = 0.5"}));
  EXPECT_EQ(titles({configuration(), with(configuration(), "/growth/enabled", true)}),
            (Titles{"octopus, omega3, C = 20", "growing"}));
}

TEST(SetupTitles, KeysOfATaskAreComparedWithinIt) {
  Json other = configuration("my-own");
  other["task"] = {{"name", "my-own"}, {"wheels", 3}};
  EXPECT_EQ(titles({configuration(), other}), (Titles{"octopus", "my-own"}));
  EXPECT_EQ(titles({configuration(), other, with(other, "/task/wheels", 4)}),
            (Titles{"octopus", "my-own, wheels = 3", "my-own, wheels = 4"}));
}

TEST(SetupTitles, WhatFollowsFromOtherKeysIsNotNamed) {
  const Json longer =
      with(with(with(configuration(), "/task/compartments", 15), "/task/steps", 375), "/task/goal",
           Json{5.25, -4.5});
  EXPECT_EQ(titles({configuration(), longer}), (Titles{"compartments = 10", "compartments = 15"}));
  const Json direct =
      with(with(configuration(), "/encoding/mapping", "direct"), "/optimizer/sigma0", 1.0);
  EXPECT_EQ(titles({configuration(), direct}), (Titles{"omega3, C = 20", "direct"}));
  EXPECT_EQ(titles({configuration(), with(direct, "/optimizer/sigma0", 2.0)}),
            (Titles{"omega3, C = 20, σ0 = 3", "direct, σ0 = 2"}));
  EXPECT_EQ(titles({configuration(), longer, with(longer, "/task/goal", Json{1, 2})}),
            (Titles{"compartments = 10, goal = [3.5, -3]", "compartments = 15, goal = [5.25, -4.5]",
                    "compartments = 15, goal = [1, 2]"}));
}

TEST(SetupTitles, EnvironmentsAreKnownByTheirIds) {
  const Json cart = with(configuration("environment"), "/task/id", "CartPole-v1");
  EXPECT_EQ(titles({cart}), Titles{"environment, CartPole-v1, omega3, C = 20"});
  Json swimmer = with(cart, "/task/id", "Swimmer-v5");
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) swimmer["task"][key] = 1;
  EXPECT_EQ(titles({cart, swimmer}), (Titles{"CartPole-v1", "Swimmer-v5"}));
}

TEST(SetupTitles, AKeyThatTwoTablesHaveKeepsItsTable) {
  EXPECT_EQ(titles({configuration(), with(configuration(), "/budget/evaluations", 10)}),
            (Titles{"budget.evaluations = 6000", "budget.evaluations = 10"}));
}

TEST(SetupTitles, WhereManyKeysDifferThoseThatTellApartAreNamed) {
  Json other = configuration();
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) other["task"][key] = 1;
  EXPECT_EQ(titles({configuration(), other, with(other, "/encoding/coefficients", 40)}),
            (Titles{"C = 20", "C = 20, a = 1", "C = 40, a = 1"}));
}

TEST(SetupTitles, LongTextsAreToldApartByTheirDigest) {
  const Titles shown =
      titles({with(configuration(), "/task/arm", "line one\nline two"),
              with(configuration(), "/task/arm", "line one\nline three"), configuration()});
  EXPECT_EQ(shown[0].substr(0, 7), "arm = #");
  EXPECT_NE(shown[0], shown[1]);
  EXPECT_LT(shown[1].size(), 20u);
  EXPECT_EQ(shown[2], "octopus, omega3, C = 20");
}

}  // namespace
}  // namespace lowpass::app
