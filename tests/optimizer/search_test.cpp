// What every search promises.
#include "lowpass/optimizer/search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/optimizer/search_runs.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const SearchEntry& entry : searches()) names.push_back(entry.name);
  return names;
}

class EverySearch : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Search> made(std::size_t dimension, const KeyValues& given = {}) const {
    return make_search(GetParam(), given, {.dimension = dimension});
  }
  bool learns() const { return GetParam() != "random" && GetParam() != "rwg"; }
};

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Search, EverySearch, testing::ValuesIn(search_names()), test_name);

void expect_error(const std::function<void()>& act, const std::string& part) {
  try {
    act();
    ADD_FAILURE() << "no error: " << part;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

TEST(SearchList, HasEverySearchOnceAndSnesFirst) {
  EXPECT_EQ(search_names(),
            (std::vector<std::string>{"snes", "xnes", "cma-es", "sep-cma-es", "openai-es", "pgpe",
                                      "cosyne", "random", "rwg"}));
  EXPECT_EQ(find_search("cma"), nullptr);
}

TEST(SearchList, KeysAreUniqueAndLeaveTheCommonOnesAlone) {
  for (const SearchEntry& entry : searches()) {
    std::set<std::string> seen{"name", "sigma0", "weight_rms"};
    for (const Key& key : entry.keys) {
      EXPECT_TRUE(seen.insert(key.name).second) << entry.name << " " << key.name;
      EXPECT_FALSE(key.help.empty());
    }
  }
}

TEST(SearchList, OnlyThePresetOfSnesIsAnOldKey) {
  for (const Key& key : find_search("snes")->keys) {
    EXPECT_EQ(key.is_young, key.name != "preset") << key.name;
  }
}

TEST(SearchList, WrongKeysAreOneClearLine) {
  const SearchSpace space{.dimension = 5};
  const auto make = [&](const char* name, const KeyValues& given) {
    return [=] { make_search(name, given, space); };
  };
  expect_error(make("cmaes", {}), "optimizer.name = \"cmaes\": no such search; did you mean");
  expect_error(make("xnes", keys({{"active", true}})), "optimizer.active: unknown key");
  expect_error(make("snes", keys({{"preset", "fast"}})),
               "optimizer.preset = \"fast\": expected paper or schaul");
  expect_error(make("cma-es", keys({{"population", std::int64_t{1}}})),
               "optimizer.population = 1: expected 0, or an integer from 2");
  expect_error(make("pgpe", keys({{"population", std::int64_t{7}}})),
               "optimizer.population = 7: expected 0, or an even number from 2");
  expect_error(make("cosyne", keys({{"m", std::int64_t{3}}})), "optimizer.m = 3: expected");
  expect_error(make("cma-es", keys({{"c_1", 0.7}, {"c_mu", 0.4}})), "expected at most 1");
  expect_error([] { make_search("snes", {}, {.dimension = 0}); }, "0 genes");
  expect_error([] { make_search("cosyne", {}, {.dimension = 5, .segments = {2, 2}}); }, "segments");
}

TEST(SearchList, FullMatricesAreRefusedBeyondAThousandGenes) {
  for (const char* name : {"xnes", "cma-es"}) {
    EXPECT_NO_THROW(make_search(name, {}, {.dimension = 1000}));
    expect_error([&] { make_search(name, {}, {.dimension = 1001}); },
                 "1001 genes, expected at most 1000");
  }
  EXPECT_NO_THROW(make_search("sep-cma-es", {}, {.dimension = 100'000}));
}

TEST_P(EverySearch, AskIsAPureFunctionOfTheState) {
  const auto search = made(33);
  SearchState state = search->start(uniform_start(33, 0.0, 1.0), 7);
  Population first, again;
  search->ask(state, first);
  search->ask(state, again);
  EXPECT_EQ(first.genomes, again.genomes);
  EXPECT_EQ(first.size(), static_cast<std::size_t>(search->population_size()));
  search->tell(state, first, fitness_of(first, app::sphere));
  search->ask(state, again);
  EXPECT_NE(first.genomes, again.genomes);
  search->ask(search->start(uniform_start(33, 0.0, 1.0), 8), again);
  EXPECT_NE(first.genomes, again.genomes);
}

TEST_P(EverySearch, AskWithTheDrawsOfTheSearchIsAsk) {
  const auto search = made(5);
  const SearchState state = search->start(uniform_start(5, 0.0, 1.0), 7);
  Population own, given;
  search->ask(state, own);
  ASSERT_EQ(own.noise.size(), 5 * search->noise_rows());
  search->ask(state, own.noise, given);
  EXPECT_EQ(given.genomes, own.genomes);
  EXPECT_EQ(given.noise, own.noise);
  EXPECT_EQ(given.steps, own.steps);
  const std::vector<double> too_many(own.noise.size() + 1);
  expect_error([&] { search->ask(state, too_many, given); }, "noise of the population");
}

TEST_P(EverySearch, ARunContinuedFromItsStateIsTheSameRun) {
  const auto search = made(20);
  SearchState whole = search->start(uniform_start(20, 0.0, 1.0), 1);
  const std::uint64_t expected = advance(*search, whole, 50);
  SearchState part = search->start(uniform_start(20, 0.0, 1.0), 1);
  const std::uint64_t h = advance(*search, part, 23);
  SearchState copy = part;
  EXPECT_EQ(advance(*made(20), copy, 27, h), expected);
  EXPECT_EQ(copy.arrays, whole.arrays);
  EXPECT_EQ(copy.best_genome, whole.best_genome);
  EXPECT_EQ(copy.generation, 50u);
}

TEST_P(EverySearch, KeepsTheBestThatItWasTold) {
  const auto search = made(4);
  SearchState state = search->start(uniform_start(4, 0.0, 1.0), 1);
  EXPECT_EQ(state.best_fitness, -std::numeric_limits<double>::infinity());
  Population population;
  search->ask(state, population);
  std::vector<double> fitness(population.size(), std::nan(""));
  fitness[1] = -3.0;
  const std::vector<double> best(population.genome(1).begin(), population.genome(1).end());
  search->tell(state, population, fitness);
  search->ask(state, population);
  search->tell(state, population, std::vector<double>(population.size(), -4.0));
  EXPECT_EQ(state.best_fitness, -3.0);
  EXPECT_EQ(state.best_genome, best);
}

TEST_P(EverySearch, NanCountsAsMinusInfinity) {
  const auto search = made(6);
  SearchState with_nan = search->start(uniform_start(6, 0.0, 1.0), 3);
  SearchState with_infinity = with_nan;
  Population population;
  search->ask(with_nan, population);
  std::vector<double> fitness = fitness_of(population, app::sphere);
  fitness[0] = fitness[3] = std::nan("");
  search->tell(with_nan, population, fitness);
  fitness[0] = fitness[3] = -std::numeric_limits<double>::infinity();
  search->tell(with_infinity, population, fitness);
  EXPECT_EQ(with_nan.arrays, with_infinity.arrays);
}

TEST_P(EverySearch, AFlatGenerationLeavesTheDistribution) {
  if (GetParam() == "cosyne") return;  // recombines even then
  const auto search = made(5);
  SearchState state = search->start(uniform_start(5, 1.0, 0.5), 3);
  const NamedArrays before = state.arrays;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {0.25, std::nan(""), -infinity}) {
    Population population;
    search->ask(state, population);
    search->tell(state, population, std::vector<double>(population.size(), value));
  }
  EXPECT_EQ(state.generation, 3u);
  EXPECT_EQ(state.best_fitness, 0.25);
  if (GetParam() == "openai-es") state.array("adam_t")[0] = 0.0;  // Adam counts its steps
  EXPECT_EQ(state.arrays, before);
}

TEST_P(EverySearch, RefusesWhatDoesNotFit) {
  const auto search = made(5);
  expect_error([&] { search->start({{}, {}}, 1); }, "mean of the start, genes: 0, expected 5");
  expect_error([&] { search->start({std::vector(5, 0.0), {}}, 1); }, "sigma of the start");
  for (const double sigma : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    expect_error([&] { search->start(uniform_start(5, 0.0, sigma), 1); }, "sigma of gene 0");
  }
  expect_error([&] { search->start(uniform_start(5, std::nan(""), 1.0), 1); }, "mean of gene 0");
  SearchState state = search->start(uniform_start(5, 0.0, 1.0), 1);
  Population population;
  search->ask(state, population);
  const std::vector<double> fitness(population.size(), 0.0);
  expect_error([&] { search->tell(state, population, {}); }, "fitness values: 0, expected");
  expect_error([&] { search->tell(state, {}, fitness); }, "genes of an individual: 0, expected 5");
  Population smaller = population;
  smaller.genomes.resize(5);
  expect_error([&] { search->tell(state, smaller, fitness); }, "genes of the population: 5");
  if (!state.arrays.empty()) {
    expect_error([&] { made(6)->ask(state, population); }, "expected");
    expect_error([&] { search->ask({}, population); }, "no array");
  }
}

TEST_P(EverySearch, GrowthKeepsWhatWasFoundAndStartsNewGenesAtZero) {
  const auto before = made(3), after = made(5);
  SearchState state = before->start(uniform_start(3, 1.0, 0.5), 1);
  advance(*before, state, 3);
  const std::vector<std::ptrdiff_t> from{0, -1, 1, 2, -1};
  const SearchState grown = after->grown(state, from, std::vector{9.0, 3.0, 9.0, 9.0, 4.0});
  EXPECT_EQ(grown.generation, 3u);
  EXPECT_EQ(grown.best_fitness, state.best_fitness);
  const auto& best = state.best_genome;
  EXPECT_EQ(grown.best_genome, (std::vector{best[0], 0.0, best[1], best[2], 0.0}));

  const Distribution old = before->distribution(state), now = after->distribution(grown);
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] < 0) continue;
    EXPECT_EQ(now.mean[i], old.mean[from[i]]);
    EXPECT_EQ(now.sigma[i], old.sigma[from[i]]);
  }
  if (GetParam() == "rwg" || GetParam() == "cosyne") return;
  EXPECT_EQ(now.mean[1], 0.0);
  // A fixed sigma stays what its key says; (s / sigma)^2 is rounded.
  EXPECT_NEAR(now.sigma[1], GetParam() == "openai-es" ? 0.1 : 3.0, 1e-14);
  EXPECT_NEAR(now.sigma[4], GetParam() == "openai-es" ? 0.1 : 4.0, 1e-14);
}

TEST_P(EverySearch, AGrownSearchGoesOn) {
  const auto before = made(3), after = made(5);
  SearchState state = before->start(uniform_start(3, 1.0, 0.5), 1);
  advance(*before, state, 3);
  const std::vector<std::ptrdiff_t> from{0, -1, 1, 2, -1};
  SearchState grown = after->grown(state, from, std::vector(5, 0.5));
  advance(*after, grown, 3);
  EXPECT_EQ(grown.generation, 6u);
  expect_error([&] { after->grown(state, from, std::vector(4, 0.5)); }, "sigma of new genes");
  expect_error([&] { after->grown(state, from, std::vector(5, 0.0)); }, "sigma of gene");
  expect_error([&] { after->grown(state, std::vector<std::ptrdiff_t>{0}, std::vector(5, 0.5)); },
               "former places");
}

TEST_P(EverySearch, HasTheSameSignalsInEveryGeneration) {
  const auto search = made(8);
  SearchState state = search->start(uniform_start(8, 0.0, 1.0), 1);
  const std::vector<Signal> first = search->signals(state);
  EXPECT_EQ(first.empty(), !learns());
  advance(*search, state, 5);
  const std::vector<Signal> later = search->signals(state);
  ASSERT_EQ(first.size(), later.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].name, later[i].name);
    EXPECT_TRUE(std::isfinite(first[i].value) && std::isfinite(later[i].value)) << first[i].name;
  }
}

TEST_P(EverySearch, SearchesASingleGene) {
  const auto search = made(1);
  SearchState state = search->start(uniform_start(1, 1.0, 1.0), 1);
  Population population;
  for (int t = 0; t < 100; ++t) {
    search->ask(state, population);
    search->tell(state, population, fitness_of(population, app::sphere));
  }
  EXPECT_GT(state.best_fitness, -0.02);
  EXPECT_EQ(search->distribution(state).mean.size(), 1u);
}

TEST_P(EverySearch, ComesToTheSamePlaceFromAnySeed) {
  if (!learns()) return;
  const auto search = made(5);
  for (const std::uint64_t seed : {1, 2}) {
    SearchState state = search->start(uniform_start(5, 1.0, 1.0), seed);
    Population population;
    for (int t = 0; t < 400; ++t) {
      search->ask(state, population);
      search->tell(state, population, fitness_of(population, app::sphere));
    }
    EXPECT_GT(state.best_fitness, -0.05) << seed;
  }
}

// The behaviour of each search in one number: the same for every SIMD target, compiler and build.
TEST_P(EverySearch, DigestOfARunIsTheSameOnEveryTargetCompilerAndBuild) {
  const std::map<std::string, std::string> expected = {
      {"snes", "9a492248cb5d3188"},      {"xnes", "a3fda06dc9e7355c"},
      {"cma-es", "eafdb3d9a904a311"},    {"sep-cma-es", "9fdc747f4243b602"},
      {"openai-es", "259c6b95d67aceb0"}, {"pgpe", "a798e4d345fd99de"},
      {"cosyne", "fc3d024782007766"},    {"random", "972a7fffd651bf84"},
      {"rwg", "8b2da26306ec8ccd"}};
  on_every_target([&](const std::string& target) {
    EXPECT_EQ(digest_of_run(*made(37), 37), expected.at(GetParam())) << target;
  });
}

}  // namespace
}  // namespace lowpass
