// What the keys of single searches do.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "lowpass/optimizer/cosyne_step.h"
#include "tests/optimizer/search_runs.h"

namespace lowpass {
namespace {

TEST(CmaEs, AStartWithOneScaleIsSigmaWithTheUnitMatrix) {
  const auto search = make_search("cma-es", {}, {.dimension = 2});
  const SearchState state = search->start(uniform_start(2, 0.0, 0.5), 1);
  EXPECT_EQ(state.array("sigma"), std::vector{0.5});
  EXPECT_EQ(state.array("C"), (std::vector{1.0, 0.0, 0.0, 1.0}));
}

TEST(CmaEs, AStartWithSeveralScalesIsTheirDiagonal) {
  const auto search = make_search("cma-es", {}, {.dimension = 2});
  const SearchState state = search->start({{0.0, 0.0}, {0.5, 2.0}}, 1);
  EXPECT_EQ(state.array("sigma"), std::vector{1.0});
  EXPECT_EQ(state.array("C"), (std::vector{0.25, 0.0, 0.0, 4.0}));
  EXPECT_EQ(search->distribution(state).sigma, (std::vector{0.5, 2.0}));
  EXPECT_EQ(search->signals(state)[1].name, "condition");
  EXPECT_NEAR(search->signals(state)[1].value, 4.0, 1e-14);
}

TEST(CmaEs, StandsATurnOfTheAxes) {
  // The root is symmetric, so turning the function and the noise together turns the genomes: here a
  // swap of two genes, with noise of our own.
  const auto search = make_search("cma-es", {}, {.dimension = 2});
  SearchState state = search->start(uniform_start(2, 0.0, 1.0), 1), swapped = state;
  state.array("C") = {4.0, 1.0, 1.0, 1.0};
  swapped.array("C") = {1.0, 1.0, 1.0, 4.0};
  Population population;
  search->ask(state, population);
  Population turned = population;
  for (std::vector<double>* rows : {&turned.genomes, &turned.noise, &turned.steps}) {
    for (std::size_t i = 0; i < rows->size(); i += 2) std::swap((*rows)[i], (*rows)[i + 1]);
  }
  const std::vector<double> fitness = fitness_of(population, app::sphere);
  search->tell(state, population, fitness);
  search->tell(swapped, turned, fitness);
  EXPECT_EQ(state.array("C")[0], swapped.array("C")[3]);
  EXPECT_EQ(state.array("mean")[0], swapped.array("mean")[1]);
}

TEST(CmaEs, GrowthAddsRowsThatKnowNothingOfTheOthers) {
  const auto before = make_search("cma-es", {}, {.dimension = 2});
  SearchState state = before->start(uniform_start(2, 0.0, 0.5), 1);
  advance(*before, state, 5);
  const auto after = make_search("cma-es", {}, {.dimension = 3});
  const std::vector<std::ptrdiff_t> from{1, -1, 0};
  const SearchState grown = after->grown(state, from, std::vector(3, 2.0));
  const auto &c = state.array("C"), &g = grown.array("C");
  const double ratio = 2.0 / state.array("sigma")[0];
  EXPECT_EQ(g, (std::vector{c[3], 0.0, c[2], 0.0, ratio * ratio, 0.0, c[1], 0.0, c[0]}));
  EXPECT_EQ(grown.array("p_c")[1], 0.0);
  EXPECT_EQ(grown.array("p_sigma")[2], state.array("p_sigma")[0]);
}

TEST(OpenAiEs, IndividualsMirrorEachOther) {
  const auto search = make_search("openai-es", {}, {.dimension = 3});
  const SearchState state = search->start(uniform_start(3, 0.5, 1.0), 1);
  Population population;
  search->ask(state, population);
  EXPECT_EQ(population.size() % 2, 0u);
  for (std::size_t k = 0; k < population.size(); k += 2) {
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(population.genome(k)[i] + population.genome(k + 1)[i], 1.0, 1e-15);
    }
  }
}

TEST(OpenAiEs, SigmaZeroTakesTheScalesOfTheStart) {
  const auto fixed = make_search("openai-es", {}, {.dimension = 2});
  const Distribution start{{0.0, 0.0}, {0.5, 2.0}};
  EXPECT_EQ(fixed->distribution(fixed->start(start, 1)).sigma, (std::vector{0.1, 0.1}));
  const auto given = make_search("openai-es", keys({{"sigma", 0.0}}), {.dimension = 2});
  EXPECT_EQ(given->distribution(given->start(start, 1)).sigma, start.sigma);
}

TEST(OpenAiEs, GrowthForgetsTheMomentsOfAllGenes) {
  const auto before = make_search("openai-es", {}, {.dimension = 2});
  SearchState state = before->start(uniform_start(2, 0.0, 1.0), 1);
  advance(*before, state, 5);
  EXPECT_EQ(state.array("adam_t")[0], 5.0);
  const auto after = make_search("openai-es", {}, {.dimension = 3});
  const SearchState grown =
      after->grown(state, std::vector<std::ptrdiff_t>{0, 1, -1}, std::vector(3, 1.0));
  EXPECT_EQ(grown.array("adam_t"), std::vector{0.0});
  EXPECT_EQ(grown.array("adam_m"), std::vector(3, 0.0));
  EXPECT_EQ(grown.array("adam_v"), std::vector(3, 0.0));
}

TEST(Pgpe, NeverGoesFasterThanItsSpeed) {
  const auto search = make_search("pgpe", keys({{"max_speed", 0.2}}), {.dimension = 6});
  SearchState state = search->start(uniform_start(6, 5.0, 1.0), 1);
  for (int t = 0; t < 30; ++t) {
    advance(*search, state, 1);
    EXPECT_LE(search->signals(state).back().value, 0.2 * (1 + 1e-15));
  }
}

TEST(Cosyne, PopulationFollowsThePreset) {
  const auto rows = [](const char* preset, std::int64_t m) {
    return make_search("cosyne", keys({{"preset", preset}, {"m", m}}), {.dimension = 3})
        ->population_size();
  };
  EXPECT_EQ(rows("program", 30), 44);
  EXPECT_EQ(rows("paper", 40), 40);
  EXPECT_EQ(rows("program", 4), 6);
}

TEST(Cosyne, WithoutMutationEveryGeneStaysInItsSubpopulation) {
  const auto search = make_search("cosyne", keys({{"mutation", 0.0}, {"preset", "paper"}}),
                                  {.dimension = 6, .segments = {2, 1, 3}});
  SearchState state = search->start(uniform_start(6, 0.0, 1.0), 1);
  const std::vector<double> first = state.array("P");
  advance(*search, state, 10);
  for (std::size_t i = 0; i < first.size(); ++i) {
    bool is_there = false;
    for (std::size_t k = i % 6; k < first.size(); k += 6) {
      is_there = is_there || first[k] == state.array("P")[i];
    }
    EXPECT_TRUE(is_there) << i;
  }
}

TEST(Cosyne, RangeMakesTheFirstGenesUniform) {
  const auto search =
      make_search("cosyne", keys({{"range", 10.0}, {"m", std::int64_t{400}}}), {.dimension = 5});
  const SearchState state = search->start(uniform_start(5, 100.0, 1.0), 1);
  for (const double gene : state.array("P")) EXPECT_LT(std::abs(gene), 10.0);
  // 10 / sqrt 3, from 600 numbers a gene.
  EXPECT_NEAR(search->distribution(state).sigma[2], 5.77, 0.3);
}

TEST(Cosyne, ABurstStartsAnewAroundTheBest) {
  const auto search = make_search("cosyne", keys({{"burst", std::int64_t{3}}}), {.dimension = 4});
  SearchState state = search->start(uniform_start(4, 0.0, 1.0), 1);
  Population population;
  for (int t = 0; t < 4; ++t) {
    search->ask(state, population);
    std::vector<double> fitness(population.size(), 0.0);
    fitness[5] = t == 0 ? 1.0 : 0.5;
    search->tell(state, population, fitness);
  }
  EXPECT_EQ(state.array("stalled")[0], 0.0);
  int near = 0;  // half of a Cauchy law of scale 0.05 lies within 0.05
  for (std::size_t i = 0; i < state.array("P").size(); ++i) {
    near += std::abs(state.array("P")[i] - state.best_genome[i % 4]) < 0.05;
  }
  EXPECT_NEAR(near, 88, 30);
}

TEST(Cosyne, TheCauchyLawIsCutAtTen) {
  EXPECT_EQ(bounded_cauchy(0.5, 0.3), 0.0);
  EXPECT_NEAR(bounded_cauchy(0.0, 0.3), -10.0, 1e-12);
  EXPECT_NEAR(bounded_cauchy(0.75, 0.3), 0.3 * std::tan(0.5 * std::atan(10 / 0.3)), 1e-14);
}

TEST(RandomGuessing, FillsTheRangeEvenly) {
  const auto search = make_search("rwg", keys({{"range", 2.0}, {"population", std::int64_t{4000}}}),
                                  {.dimension = 2});
  Population population;
  search->ask(search->start(uniform_start(2, 0.0, 1.0), 1), population);
  const auto [least, most] =
      std::minmax_element(population.genomes.begin(), population.genomes.end());
  EXPECT_GE(*least, -2.0);
  EXPECT_LT(*most, 2.0);
  const double sum = std::accumulate(population.genomes.begin(), population.genomes.end(), 0.0);
  EXPECT_NEAR(sum / 8000, 0.0, 0.05);  // four standard errors
}

}  // namespace
}  // namespace lowpass
