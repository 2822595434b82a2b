#include "lowpass/optimizer/cosyne.h"

#include <algorithm>
#include <cmath>

#include "lowpass/core/random.h"
#include "lowpass/optimizer/cosyne_step.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

constexpr double kBurstScale = 0.05;  // of the program

CosyneRules rules_of(const KeyValues& keys, const SearchSpace& space) {
  const auto m = static_cast<std::size_t>(keys.integer("m"));
  const std::size_t parents = m / 4, children = 2 * parents;
  const bool is_paper = keys.text("preset") == "paper";
  return {.rows = is_paper ? m : m + children,
          .parents = parents,
          .survivors = is_paper ? m - children : m,
          .first_mutant = is_paper ? m - children : parents,
          .mutation_probability = keys.real("mutation"),
          .is_relative = keys.text("permutation") == "relative",
          .segments =
              space.segments.empty() ? std::vector<std::size_t>{space.dimension} : space.segments};
}

/// A row of uniform numbers a row of the table.
std::vector<double> uniform_table(const SearchState& state, Stream stream, std::size_t rows,
                                  std::size_t columns) {
  std::vector<double> table(rows * columns);
  for (std::size_t k = 0; k < rows; ++k) {
    fill_uniforms({.seed = state.seed,
                   .stream = stream,
                   .generation = state.generation,
                   .individual = static_cast<std::uint32_t>(k)},
                  std::span(table).subspan(k * columns, columns));
  }
  return table;
}

/// A number below `count`, each as likely: u < 1 has 52 bits, so the product stays below it.
std::size_t below(double uniform, std::size_t count) {
  return static_cast<std::size_t>(uniform * static_cast<double>(count));
}

CosyneDraws drawn(const CosyneRules& rules, const SearchState& state, std::size_t genes) {
  const std::size_t segments = rules.segments.size();
  const std::vector<double> mating =
      uniform_table(state, Stream::kMating, rules.parents, 1 + segments);
  CosyneDraws draws;
  for (std::size_t j = 0; j < rules.parents; ++j) {
    const double* row = mating.data() + j * (1 + segments);
    draws.mates.push_back(below(row[0], j == 0 ? rules.parents : j));
    for (std::size_t s = 0; s < segments; ++s) {
      draws.cuts.push_back(1 + below(row[1 + s], std::max<std::size_t>(rules.segments[s], 2) - 1));
    }
  }
  draws.mutation = uniform_table(state, Stream::kMutation, rules.rows, genes);
  draws.mutation_size = uniform_table(state, Stream::kMutationSize, rules.rows, genes);
  if (rules.is_relative) {
    draws.mark = uniform_table(state, Stream::kMarking, rules.survivors, genes);
  }
  draws.key = uniform_table(state, Stream::kPermutation, rules.survivors, genes);
  return draws;
}

class Cosyne final : public SearchBase {
 public:
  Cosyne(std::size_t dimension, CosyneRules rules, double range, int burst)
      : SearchBase({.dimension = dimension, .population_size = static_cast<int>(rules.rows)}),
        rules_(std::move(rules)),
        range_(range),
        burst_(burst) {}

  /// Mean and standard deviation of each subpopulation.
  Distribution distribution(const SearchState& state) const override {
    const std::vector<double>& p = state.array("P");
    const auto count = static_cast<double>(rules_.rows);
    std::vector<double> mean(dimension(), 0.0), sigma(dimension(), 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) mean[i % dimension()] += p[i] / count;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double x = p[i] - mean[i % dimension()];
      sigma[i % dimension()] += x * x / count;
    }
    for (double& s : sigma) s = std::sqrt(s);
    return {mean, sigma};
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    return range_signals("spread", distribution(state).sigma);
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"P", rules_.rows * d}, {"stalled", 1}};
  }

  /// Rows as a search starts, and as new genes do.
  std::vector<double> fresh_rows(const SearchState& state, const Distribution& start) const {
    std::vector<double> rows(rules_.rows * dimension());
    for (std::size_t k = 0; k < rules_.rows; ++k) {
      const RandomRow name{.seed = state.seed,
                           .stream = Stream::kSearch,
                           .generation = state.generation,
                           .individual = static_cast<std::uint32_t>(k)};
      const std::span row = std::span(rows).subspan(k * dimension(), dimension());
      range_ > 0.0 ? fill_uniforms(name, row) : fill_normals(name, row);
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] =
            range_ > 0.0 ? range_ * (2.0 * row[i] - 1.0) : start.mean[i] + start.sigma[i] * row[i];
      }
    }
    return rows;
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t seed) const override {
    return {{"P", fresh_rows({.seed = seed}, start)}, {"stalled", {0.0}}};
  }

  void draw(const SearchState& state, Population& population) const override {
    population.genomes = state.array("P");
  }

  void learn(SearchState& state, const Population&,
             std::span<const double> fitness) const override {
    const bool is_better = std::any_of(fitness.begin(), fitness.end(),
                                       [&](double f) { return f > state.best_fitness; });
    double& stalled = state.array("stalled")[0];
    stalled = is_better ? 0.0 : stalled + 1.0;
    if (burst_ > 0 && stalled >= burst_ && !state.best_genome.empty()) {
      state.array("P") = rows_around_the_best(state);
      stalled = 0.0;
    } else {
      state.array("P") =
          next_cosyne_rows(rules_, drawn(rules_, state, dimension()), state.array("P"), fitness);
    }
  }

  std::vector<double> rows_around_the_best(const SearchState& state) const {
    std::vector<double> rows =
        uniform_table(state, Stream::kMutationSize, rules_.rows, dimension());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i] = state.best_genome[i % dimension()] + bounded_cauchy(rows[i], kBurstScale);
    }
    return rows;
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    const std::vector<double>& p = before.array("P");
    const std::size_t former = p.size() / rules_.rows;
    std::vector<double> rows =
        fresh_rows(before, {std::vector<double>(dimension(), 0.0), {sigma.begin(), sigma.end()}});
    for (std::size_t k = 0; k < rules_.rows; ++k) {
      for (std::size_t i = 0; i < dimension(); ++i) {
        if (from[i] >= 0) rows[k * dimension() + i] = p[k * former + from[i]];
      }
    }
    return {{"P", std::move(rows)}, {"stalled", before.array("stalled")}};
  }

  CosyneRules rules_;
  double range_;
  int burst_;
};

}  // namespace

SearchEntry cosyne_entry() {
  // m and the mutation as in [G08] §5.3 for two poles. `program` is the preset that solves the
  // pole tasks reliably; `paper` loses diversity there, but refines better on smooth functions.
  return {.name = "cosyne",
          .help = "cooperative synapse neuroevolution (Gomez et al. 2008)",
          .keys = {choice_key("preset", {"program", "paper"},
                              "who survives and mutates: as in the authors' program, or as in "
                              "Alg. 2 of the paper"),
                   integer_key("m", 30, 4, 1'000'000,
                               "values a subpopulation; program evaluates m / 2 more networks"),
                   real_key("mutation", 0.3, 0.0, 1.0, "probability that a gene is mutated"),
                   choice_key("permutation", {"all", "relative"},
                              "genes that change networks: all, or more of the worse ones"),
                   integer_key("burst", 0, 0, 1'000'000,
                               "generations without a better best after which all start anew "
                               "around it; 0: never"),
                   real_key("range", 0.0, 0.0, 1e6,
                            "first genes are uniform in [-range, range); 0: normal with sigma0")},
          .largest_dimension = kAnyDimension,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            return std::make_unique<Cosyne>(space.dimension, rules_of(keys, space),
                                            keys.real("range"), keys.integer("burst"));
          }};
}

}  // namespace lowpass
