// One update of each search from a given state, noise and fitness, against 40-digit arithmetic.
#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/optimizer/cma_constants.h"
#include "lowpass/optimizer/cosyne_step.h"
#include "lowpass/optimizer/matrix_product.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_keys.h"
#include "lowpass/optimizer/symmetric_root.h"
#include "lowpass/optimizer/xnes.h"
#include "tests/optimizer/search_runs.h"
#include "tests/support/golden.h"

namespace lowpass {
namespace {

using Json = nlohmann::json;

/// null is NaN.
std::vector<double> golden_fitness(const Json& g) {
  std::vector<double> fitness;
  for (const Json& f : g["fitness"])
    fitness.push_back(f.is_null() ? std::nan("") : f.get<double>());
  return fitness;
}

/// The golden state; numbers and tables as lists.
SearchState golden_state(const Json& g) {
  SearchState state;
  for (const auto& [name, value] : g["state"].items()) {
    if (name == "generation") {
      state.generation = value;
    } else {
      state.arrays.emplace_back(name, flattened(value));
    }
  }
  return state;
}

void expect_next(const SearchState& state, const Json& g, const std::string& name) {
  for (const auto& [key, value] : g["next"].items()) {
    if (key == "generation") {
      EXPECT_EQ(state.generation, value) << name;
    } else {
      expect_golden(state.array(key), flattened(value), name + " " + key);
    }
  }
}

std::vector<double> with_noise(std::span<const double> mean, std::span<const double> steps,
                               double sigma) {
  std::vector<double> genomes;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    genomes.push_back(mean[i % mean.size()] + sigma * steps[i]);
  }
  return genomes;
}

TEST(SearchGolden, Xnes) {
  for (const std::string name : {"xnes_d5", "xnes_ties_d5"}) {
    const auto g = golden("searches/" + name);
    const std::size_t d = g["d"];
    const auto search = make_search("xnes", {}, {.dimension = d});
    EXPECT_EQ(search->population_size(), g["lambda"]);
    EXPECT_NEAR(xnes_rate(d), g["eta_sigma"].get<double>(), 1e-15);
    expect_golden(assigned_utilities(golden_fitness(g)), g["assigned_utilities"], name);
    SearchState state = golden_state(g);
    Population population{.dimension = d, .noise = flattened(g["noise"])};
    std::vector<double> steps(population.noise.size());
    multiply(population.noise, transposed(state.array("A"), d), {steps.size() / d, d, d}, steps);
    population.genomes = with_noise(state.array("mean"), steps, 1.0);
    expect_golden(population.genomes, flattened(g["x"]), name + " x");
    search->tell(state, population, golden_fitness(g));
    expect_next(state, g, name);
  }
}

/// y = C^(1/2) z from the matrix, or from the diagonal.
std::vector<double> golden_steps(const std::vector<double>& c, std::vector<double> noise,
                                 std::size_t d) {
  if (c.size() == d) {
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] *= std::sqrt(c[i % d]);
    return noise;
  }
  return symmetric_root_times(c, d, noise);
}

void expect_golden_cma(const std::string& name, const std::string& search_name,
                       const KeyValues& given) {
  const auto g = golden("searches/" + name);
  const std::size_t d = g["d"];
  const auto search = make_search(search_name, given, {.dimension = d});
  EXPECT_EQ(search->population_size(), g["lambda"]);
  SearchState state = golden_state(g);
  Population population{.dimension = d, .noise = flattened(g["noise"])};
  const std::vector<double> steps = golden_steps(state.array("C"), population.noise, d);
  if (search_name == "cma-es") population.steps = steps;
  population.genomes = with_noise(state.array("mean"), steps, state.array("sigma")[0]);
  expect_golden(population.genomes, flattened(g["x"]), name + " x");
  search->tell(state, population, golden_fitness(g));
  expect_next(state, g, name);
}

TEST(SearchGolden, CmaEs) {
  for (const std::string name :
       {"cmaes_active_d5", "cmaes_flat_d5", "cmaes_stalled_d5", "cmaes_start_d5"}) {
    expect_golden_cma(name, "cma-es", {});
  }
  expect_golden_cma("cmaes_plain_d5", "cma-es", keys({{"active", false}}));
}

TEST(SearchGolden, SepCmaEs) {
  expect_golden_cma("sepcma_d5", "sep-cma-es", {});
  expect_golden_cma("sepcma_stalled_d5", "sep-cma-es", {});
  expect_golden_cma("sepcma_2008_d5", "sep-cma-es", keys({{"variant", "2008"}}));
}

TEST(SearchGolden, CmaConstants) {
  const std::pair<std::string, CmaVariant> variants[] = {{"active", CmaVariant::kActive},
                                                         {"plain", CmaVariant::kPlain},
                                                         {"sep", CmaVariant::kSeparable},
                                                         {"sep2008", CmaVariant::kSeparable2008}};
  for (const auto& row : golden("searches/constants")["rows"]) {
    const std::size_t d = row["d"];
    EXPECT_EQ(default_population(d), row["lambda"]);
    EXPECT_NEAR(xnes_rate(d), row["xnes_eta"].get<double>(), 1e-15);
    for (const auto& [name, variant] : variants) {
      const Json& g = row[name];
      const CmaConstants c = cma_constants(variant, d, row["lambda"]);
      expect_golden(c.weights, g["weights"], name);
      expect_golden(
          {c.mu_eff, c.c_sigma, c.d_sigma, c.c_c, c.c_1, c.c_mu, c.chi},
          {g["mu_eff"], g["c_sigma"], g["d_sigma"], g["c_c"], g["c_1"], g["c_mu"], g["chi"]}, name);
    }
  }
}

/// Rows 2k and 2k + 1: mean +- sigma z.
std::vector<double> mirrored(const SearchState& state, const std::vector<double>& noise) {
  const std::vector<double>&mean = state.array("mean"), &sigma = state.array("sigma");
  const std::size_t d = mean.size();
  std::vector<double> genomes;
  for (std::size_t row = 0; row < 2 * noise.size() / d; ++row) {
    for (std::size_t i = 0; i < d; ++i) {
      const double step = sigma[i] * noise[row / 2 * d + i];
      genomes.push_back(row % 2 == 0 ? mean[i] + step : mean[i] - step);
    }
  }
  return genomes;
}

TEST(SearchGolden, OpenAiEs) {
  for (const std::string name : {"openai_d5", "openai_first_d5"}) {
    const auto g = golden("searches/" + name);
    const auto& p = g["parameters"];
    const auto search = make_search("openai-es",
                                    keys({{"population", 2 * g["pairs"].get<std::int64_t>()},
                                          {"sigma", p["sigma"].get<double>()},
                                          {"alpha", p["learning_rate"].get<double>()},
                                          {"decay", p["l2"].get<double>()}}),
                                    {.dimension = g["d"].get<std::size_t>()});
    SearchState state = golden_state(g);
    state.arrays.emplace_back("sigma", std::vector<double>(g["d"].get<std::size_t>(), p["sigma"]));
    Population population{.dimension = g["d"], .noise = flattened(g["noise"])};
    population.genomes = mirrored(state, population.noise);
    expect_golden(population.genomes, flattened(g["x"]), name + " x");
    expect_golden(centred_ranks(golden_fitness(g)), g["centred_ranks"], name);
    search->tell(state, population, golden_fitness(g));
    expect_next(state, g, name);
  }
}

TEST(SearchGolden, Pgpe) {
  const auto g = golden("searches/pgpe_d5");
  const auto search =
      make_search("pgpe", keys({{"population", 2 * g["pairs"].get<std::int64_t>()}}),
                  {.dimension = g["d"].get<std::size_t>()});
  SearchState state = golden_state(g);
  Population population{.dimension = g["d"], .noise = flattened(g["noise"])};
  population.genomes = mirrored(state, population.noise);
  expect_golden(population.genomes, flattened(g["x"]), "x");
  search->tell(state, population, golden_fitness(g));
  expect_next(state, g, "pgpe");
}

std::vector<std::size_t> indices(const Json& rows) {
  std::vector<std::size_t> result;
  for (const double x : flattened(rows)) result.push_back(static_cast<std::size_t>(x));
  return result;
}

TEST(SearchGolden, Cosyne) {
  for (const std::string name : {"cosyne_paper_d5", "cosyne_program_d5",
                                 "cosyne_program_segments_d5", "cosyne_relative_d5"}) {
    const auto g = golden("searches/" + name);
    const auto &p = g["parameters"], &draws = g["draws"];
    const CosyneRules rules{
        .rows = g["rows"],
        .parents = p["parents"],
        .survivors = p["survivors"],
        .first_mutant = p["mutate"] == "children" ? p["survivors"] : p["parents"],
        .mutation_probability = p["mutation_probability"],
        .is_relative = p["permutation"] == "relative",
        .segments = p["segments"]};
    const CosyneDraws drawn{.mates = indices(draws["mate"]),
                            .cuts = indices(draws["cut"]),
                            .mutation = flattened(draws["mutate_uniform"]),
                            .mutation_size = flattened(draws["cauchy_uniform"]),
                            .mark = flattened(draws["mark_uniform"]),
                            .key = flattened(draws["key_uniform"])};
    const std::vector<double> fitness = golden_fitness(g);
    EXPECT_EQ(best_first(fitness), indices(g["order"])) << name;
    expect_golden(next_cosyne_rows(rules, drawn, flattened(g["state"]["P"]), fitness),
                  flattened(g["next"]["P"]), name);
  }
}

}  // namespace
}  // namespace lowpass
