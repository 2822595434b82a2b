#include "lowpass/optimizer/random_search.h"

#include <cmath>

#include "lowpass/core/random.h"
#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

int guesses_of(const KeyValues& keys, std::size_t dimension) {
  return given_or(keys.integer("population"), default_population(dimension));
}

Key guesses_key() { return population_key(1, "4 + floor(3 ln d)"); }

class RandomSearch final : public SearchBase {
 public:
  RandomSearch(std::size_t dimension, int population_size)
      : SearchBase({.dimension = dimension,
                    .population_size = population_size,
                    .noise_rows = static_cast<std::size_t>(population_size)}) {}

  Distribution distribution(const SearchState& state) const override {
    return {state.array("mean"), state.array("sigma")};
  }
  std::vector<Signal> signals(const SearchState&) const override { return {}; }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", d}};
  }
  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    return {{"mean", start.mean}, {"sigma", start.sigma}};
  }
  void draw(const SearchState& state, Population& population) const override {
    sample_genomes(state.array("mean"), state.array("sigma"), population.noise, population.genomes);
  }
  void learn(SearchState&, const Population&, std::span<const double>) const override {}
  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"sigma", grown_values(before.array("sigma"), from, sigma)}};
  }
};

class RandomGuessing final : public SearchBase {
 public:
  RandomGuessing(std::size_t dimension, int population_size, double range)
      : SearchBase({.dimension = dimension, .population_size = population_size}), range_(range) {}

  Distribution distribution(const SearchState&) const override {
    return {std::vector<double>(dimension(), 0.0),
            std::vector<double>(dimension(), range_ / std::sqrt(3.0))};
  }
  std::vector<Signal> signals(const SearchState&) const override { return {}; }

 private:
  std::vector<ArraySize> array_sizes(std::size_t) const override { return {}; }
  NamedArrays first_arrays(const Distribution&, std::uint64_t) const override { return {}; }
  void draw(const SearchState& state, Population& population) const override {
    for (std::size_t k = 0; k < population.size(); ++k) {
      const std::span genome = std::span(population.genomes).subspan(k * dimension(), dimension());
      fill_uniforms({.seed = state.seed,
                     .stream = Stream::kSearch,
                     .generation = state.generation,
                     .individual = static_cast<std::uint32_t>(k)},
                    genome);
      for (double& gene : genome) gene = range_ * (2.0 * gene - 1.0);
    }
  }
  void learn(SearchState&, const Population&, std::span<const double>) const override {}
  NamedArrays grown_arrays(const SearchState&, std::span<const std::ptrdiff_t>,
                           std::span<const double>) const override {
    return {};
  }

  double range_;
};

}  // namespace

SearchEntry random_search_entry() {
  return {.name = "random",
          .help = "random search: samples of the first distribution, nothing learned",
          .keys = {guesses_key()},
          .largest_dimension = kAnyDimension,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            return std::make_unique<RandomSearch>(space.dimension,
                                                  guesses_of(keys, space.dimension));
          }};
}

SearchEntry random_guessing_entry() {
  return {
      .name = "rwg",
      .help = "random weight guessing: uniform genes (Gomez et al. 2008, §5.2.1)",
      .keys = {guesses_key(), positive_key("range", 10.0, "genes are uniform in [-range, range)")},
      .largest_dimension = kAnyDimension,
      .make = [](const KeyValues& keys, const SearchSpace& space) {
        return std::make_unique<RandomGuessing>(space.dimension, guesses_of(keys, space.dimension),
                                                keys.real("range"));
      }};
}

}  // namespace lowpass
