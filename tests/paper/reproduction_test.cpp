#include "lowpass/paper/reproduction.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lowpass {
namespace {

const Target& target(const std::string& name) {
  const auto& all = reproduction_targets();
  return *std::find_if(all.begin(), all.end(), [&](const Target& t) { return t.name == name; });
}

TEST(Reproduction, TheConvergenceFigureNeedsThe26SetupsOfThePaper) {
  const auto& setups = target("convergence").setups;
  EXPECT_EQ(std::set(setups.begin(), setups.end()).size(), setups.size());
  EXPECT_EQ(setups.size(), 26u);  // 6 numbers of coefficients x 4, and direct for Ψ1 and Ψ2
  EXPECT_EQ(std::count_if(setups.begin(), setups.end(),
                          [](const lowpass::Setup& setup) { return setup.mapping == "direct"; }),
            2);
}

TEST(Reproduction, SensitivityCoversEightByEightGoalsThePaperPresetsAmongThem) {
  std::set<std::string> goals, others;
  for (const lowpass::Setup& setup : target("sensitivity").setups) {
    (setup.variation.starts_with("task.goal") ? goals : others).insert(setup.variation);
  }
  EXPECT_EQ(goals.size(), 64u);
  EXPECT_TRUE(goals.contains("task.goal=[3.5,-3.0]"));
  EXPECT_GE(others.size(), 6u);
}

/// A variation that says what the preset says anyway.
bool is_preset(const Setup& setup) {
  return setup.variation == "task.goal=[3.5,-3.0]" ||
         (setup.variation == "optimizer.sigma0=1.0" && setup.mapping == "direct");
}

TEST(Reproduction, EverySetupIsAConfigurationOfItsOwn) {
  std::set<std::uint64_t> hashes;
  std::set<std::filesystem::path> folders;
  std::size_t setups = 0;
  for (const char* name : {"convergence", "incremental", "sensitivity"}) {
    for (const lowpass::Setup& setup : target(name).setups) {
      if (is_preset(setup)) continue;
      hashes.insert(configuration_hash(setup_configuration(setup, {.folder = "x"}, 1)));
      folders.insert(setup_folder(setup, {.folder = "x"}));
      ++setups;
    }
  }
  EXPECT_EQ(hashes.size(), setups);
  EXPECT_EQ(folders.size(), setups);
}

TEST(Reproduction, SetupsSayThePaperProtocol) {
  const Configuration direct = setup_configuration(
      {.actions = "meta", .mapping = "direct", .coefficients = 0}, {.folder = "x"}, 7);
  EXPECT_EQ(direct.task.keys.text("actions"), "meta");
  EXPECT_EQ(direct.optimizer.sigma0, 1.0);
  EXPECT_EQ(direct.budget.evaluations, 6000);
  EXPECT_EQ(direct.run.seed, 7u);
  const lowpass::Setup growing{.coefficients = 10, .is_growing = true};
  const Configuration quick = setup_configuration(growing, {.folder = "x", .evaluations = 50}, 1);
  EXPECT_EQ(quick.growth.evaluations, 50);
  EXPECT_EQ(quick.budget.evaluations, 350);  // seven stages
  EXPECT_EQ(quick.encoding.coefficients, 10);
}

TEST(Reproduction, RunsComeSeedBySeedWithFoldersOfTheirOwn) {
  const std::vector<lowpass::Setup> setups = target("1").setups;
  const auto runs = reproduction_runs(setups, {.folder = "out", .runs = 3});
  ASSERT_EQ(runs.size(), 6u);
  EXPECT_EQ(runs[0].folder, "out/runs/psi2omega3-c20/1");
  EXPECT_EQ(runs[1].folder, "out/runs/psi2-direct/1");
  EXPECT_EQ(runs[5].configuration.run.seed, 3u);
}

TEST(Reproduction, AVariationHasAFolderOfItsOwn) {
  EXPECT_EQ(setup_folder({.variation = "task.goal=[3.5,-3.0]"}, {.folder = "out"}),
            "out/sensitivity/goal_3.5_-3.0/psi2omega3-c20");
}

}  // namespace
}  // namespace lowpass
