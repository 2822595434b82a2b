#include "lowpass/optimizer/snes.h"

#include <gtest/gtest.h>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/ranking.h"
#include "tests/optimizer/search_runs.h"
#include "tests/support/golden.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

/// Tells a search what these rows of noise gave.
void tell(const Search& search, SearchState& state, const std::vector<double>& noise,
          const std::vector<double>& fitness) {
  Population population;
  search.ask(state, population);
  population.noise = noise;
  search.tell(state, population, fitness);
}

TEST(Snes, UpdatesMatchEveryGoldenRun) {
  const std::vector<std::string> names = {"snes_rosenbrock_d10_schaul", "snes_rosenbrock_d5_seed",
                                          "snes_sphere_d10_schaul", "snes_sphere_d5_schaul",
                                          "snes_sphere_d5_seed"};
  for (const std::string& name : names) {
    const auto g = golden(name);
    const std::string preset = g["rates"] == "seed" ? "paper" : "schaul";
    const auto search =
        make_search("snes", keys({{"preset", preset}}), {.dimension = g["d"].get<std::size_t>()});
    EXPECT_EQ(search->population_size(), g["lambda"]) << name;
    SearchState state = search->start({g["mu0"], g["sigma0"]}, 1);
    for (std::size_t t = 0; t < g["z"].size(); ++t) {
      const auto& expected = g["generations"][t];
      const std::vector<double> objective = expected["objective"];
      const std::vector<double>&mean = state.array("mean"), &sigma = state.array("sigma");
      std::vector<double> computed, fitness;
      for (const std::vector<double> z : g["z"][t]) {
        std::vector<double> x(z.size());
        for (std::size_t i = 0; i < z.size(); ++i) x[i] = mean[i] + sigma[i] * z[i];
        computed.push_back(g["objective"] == "sphere" ? app::sphere(x) : app::rosenbrock(x));
        fitness.push_back(-computed.back());
      }
      expect_golden(computed, objective, name + " objective");
      tell(*search, state, flattened(g["z"][t]), fitness);
      expect_golden(state.array("mean"), expected["mu"], name + " mean");
      expect_golden(state.array("sigma"), expected["sigma"], name + " sigma");
    }
  }
}

TEST(Snes, TiesShareTheirUtilityAsInTheGoldenRun) {
  const auto g = golden("snes_ties_a");
  const auto search = make_search("snes",
                                  keys({{"population", g["lambda"].get<std::int64_t>()},
                                        {"mean_rate", g["eta_mu"].get<double>()},
                                        {"sigma_rate", g["eta_sigma"].get<double>()}}),
                                  {.dimension = g["mu0"].size()});
  SearchState state = search->start({g["mu0"], g["sigma0"]}, 1);
  for (std::size_t t = 0; t < g["z"].size(); ++t) {
    const auto& expected = g["generations"][t];
    const std::vector<double> fitness = expected["fitness"];
    expect_golden(assigned_utilities(fitness), expected["assigned_utilities"], "utilities");
    tell(*search, state, flattened(g["z"][t]), fitness);
    expect_golden(state.array("mean"), expected["mu"], "mean");
    expect_golden(state.array("sigma"), expected["sigma"], "sigma");
  }
}

/// One gene, two individuals: the utilities are 1/2 and -1/2.
std::unique_ptr<Search> smallest_search() {
  return make_search(
      "snes", keys({{"population", std::int64_t{2}}, {"mean_rate", 1.0}, {"sigma_rate", 0.5}}),
      {.dimension = 1});
}

TEST(Snes, OneUpdateMatchesTheHandCalculation) {
  const auto search = smallest_search();
  SearchState state = search->start({{0.0}, {1.0}}, 1);
  tell(*search, state, {2.0, 0.0}, {1.0, 0.0});
  EXPECT_EQ(state.array("mean")[0], 1.0);        // 0 + 1 * 1 * (0.5 * 2 - 0.5 * 0)
  EXPECT_EQ(state.array("sigma")[0], exp(0.5));  // exp(0.5 * 0.5 * (0.5 * 3 + 0.5 * 1))
}

TEST(Snes, SigmaIsUnchangedWhenEverySampleHasUnitMagnitude) {
  const auto search = smallest_search();
  SearchState state = search->start({{3.0}, {0.7}}, 1);
  tell(*search, state, {1.0, -1.0}, {1.0, 0.0});
  EXPECT_EQ(state.array("sigma")[0], 0.7);
  EXPECT_EQ(state.array("mean")[0], 3.7);
}

TEST(Snes, PresetsAreTheTableOfTheReferences) {
  const std::vector<std::size_t> d{10, 20, 40, 80, 160, 320, 728, 3680};
  const std::vector<int> paper{14, 16, 19, 21, 23, 25, 27, 32},
      schaul{10, 12, 15, 17, 19, 21, 23, 28};
  for (std::size_t i = 0; i < d.size(); ++i) {
    const auto population = [&](const char* preset) {
      return make_search("snes", keys({{"preset", preset}}), {.dimension = d[i]})
          ->population_size();
    };
    EXPECT_EQ(population("paper"), paper[i]);
    EXPECT_EQ(population("schaul"), schaul[i]);
  }
  for (const auto& row : golden("searches/constants")["rows"]) {
    EXPECT_NEAR(snes_rate(row["d"]), row["snes_eta"].get<double>(), 1e-15);
  }
}

TEST(Snes, NamesItsSignalsAsLogsDo) {
  const auto search = make_search("snes", {}, {.dimension = 3});
  const SearchState state = search->start({{0.0, 0.0, 0.0}, {1.0, 2.0, 6.0}}, 1);
  const std::vector<Signal> signals = search->signals(state);
  ASSERT_EQ(signals.size(), 3u);
  EXPECT_EQ(signals[0].name, "sigma_least");
  EXPECT_EQ(signals[0].value, 1.0);
  EXPECT_EQ(signals[1].name, "sigma_mean");
  EXPECT_EQ(signals[1].value, 3.0);
  EXPECT_EQ(signals[2].name, "sigma_most");
  EXPECT_EQ(signals[2].value, 6.0);
}

// The behaviour of the search in one number: the same for every SIMD target, compiler and build.
TEST(Snes, DigestOfARunIsTheSameOnEveryTargetCompilerAndBuild) {
  on_every_target([](const std::string& target) {
    EXPECT_EQ(digest_of_run(*make_search("snes", {}, {.dimension = 37}), 37), "9a492248cb5d3188")
        << target;
  });
}

TEST(Snes, InSinglePrecisionTheDigestIsAnotherOneAndTheSameEverywhereToo) {
  on_every_target([](const std::string& target) {
    const auto search = make_search("snes", keys({{"precision", "single"}}), {.dimension = 37});
    EXPECT_EQ(digest_of_run(*search, 37), "4e5ae4e3c1c4a555") << target;
  });
}

// One generation: the sums of 16 numbers in single precision, the rest in double.
TEST(Snes, InSinglePrecisionAnUpdateIsThatOfDoubleWithTheSameNoiseRounded) {
  const std::size_t d = 20;
  const auto in_single = make_search("snes", keys({{"precision", "single"}}), {.dimension = d});
  const auto in_double = make_search("snes", {}, {.dimension = d});
  SearchState single =
      in_single->start({std::vector<double>(d, 1.0), std::vector<double>(d, 0.5)}, 3);
  SearchState expected = single;
  Population population;
  in_single->ask(single, population);
  std::vector<double> fitness;
  for (std::size_t k = 0; k < population.size(); ++k) fitness.push_back(-population.genome(k)[0]);
  in_single->tell(single, population, fitness);
  population.noise.assign(population.single_noise.begin(), population.single_noise.end());
  population.single_noise.clear();
  in_double->tell(expected, population, fitness);
  for (std::size_t i = 0; i < d; ++i) {
    EXPECT_NEAR(single.array("mean")[i], expected.array("mean")[i], 1e-6);
    EXPECT_NEAR(single.array("sigma")[i], expected.array("sigma")[i], 1e-6);
    EXPECT_NE(single.array("mean")[i], 1.0);
  }
}

}  // namespace
}  // namespace lowpass
