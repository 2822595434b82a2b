#include "lowpass/optimizer/snes.h"

#include <cmath>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"
#include "lowpass/optimizer/snes_kernels.h"

namespace lowpass {
namespace {

struct SnesRates {
  double mean;   ///< eta_mu
  double sigma;  ///< eta_sigma
};

bool is_paper(const KeyValues& keys) { return keys.text("preset") == "paper"; }

/// [FDE12] §4.3 prints 4 + floor(3 ln d) + 4.
int snes_population(const KeyValues& keys, std::size_t dimension) {
  return given_or(keys.integer("population"),
                  default_population(dimension) + (is_paper(keys) ? 4 : 0));
}

SnesRates rates_of(const KeyValues& keys, std::size_t dimension) {
  const double rate = snes_rate(dimension);
  return {.mean = given_or(keys.real("mean_rate"), is_paper(keys) ? rate : 1.0),
          .sigma = given_or(keys.real("sigma_rate"), rate)};
}

class Snes final : public SearchBase {
 public:
  Snes(const KeyValues& keys, std::size_t dimension)
      : Snes(dimension, snes_population(keys, dimension), rates_of(keys, dimension),
             precision_named(keys.text("precision"))) {}

  Distribution distribution(const SearchState& state) const override {
    return {state.array("mean"), state.array("sigma")};
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    return range_signals("sigma", state.array("sigma"));
  }

 private:
  Snes(std::size_t dimension, int population_size, SnesRates rates, Precision precision)
      : SearchBase({.dimension = dimension,
                    .population_size = population_size,
                    .noise_rows = static_cast<std::size_t>(population_size),
                    .noise_precision = precision}),
        rates_(rates),
        is_single_(precision == Precision::kSingle) {}

  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", d}};
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    return {{"mean", start.mean}, {"sigma", start.sigma}};
  }

  void draw(const SearchState& state, Population& population) const override {
    const std::vector<double>&mean = state.array("mean"), &sigma = state.array("sigma");
    if (is_single_) {
      sample_genomes(mean, sigma, population.single_noise, population.genomes);
    } else {
      sample_genomes(mean, sigma, population.noise, population.genomes);
    }
  }

  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    const std::vector<double> utility = assigned_utilities(fitness);
    update_distribution({.dimension = dimension(),
                         .population_size = fitness.size(),
                         .noise = is_single_ ? nullptr : population.noise.data(),
                         .single_noise = population.single_noise.data(),
                         .utility = utility.data(),
                         .mean_rate = rates_.mean,
                         .half_sigma_rate = 0.5 * rates_.sigma,
                         .mean = state.array("mean").data(),
                         .sigma = state.array("sigma").data()});
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"sigma", grown_values(before.array("sigma"), from, sigma)}};
  }

  SnesRates rates_;
  bool is_single_;
};

}  // namespace

double snes_rate(std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  return (log(d) + 3.0) / (5.0 * std::sqrt(d));
}

SearchEntry snes_entry() {
  return {.name = "snes",
          .help = "separable natural evolution strategy (Schaul et al. 2011)",
          .keys = {choice_key("preset", {"paper", "schaul"},
                              "population size and rates: as the paper prints them, or those of "
                              "the method's authors"),
                   population_key(2, "4 + floor(3 ln d), and 4 more for paper"),
                   rate_key("mean_rate", 10.0, "eta_mu; 0: that of the preset"),
                   rate_key("sigma_rate", 10.0, "eta_sigma; 0: (3 + ln d) / (5 sqrt d)"),
                   young(choice_key("precision", precision_names(),
                                    "of the noise and its sums; mean and sigma stay double"))},
          .largest_dimension = kAnyDimension,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            return std::make_unique<Snes>(keys, space.dimension);
          }};
}

}  // namespace lowpass
