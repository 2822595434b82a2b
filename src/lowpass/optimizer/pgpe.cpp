#include "lowpass/optimizer/pgpe.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

struct PgpeSettings {
  double alpha, max_speed, momentum;
  double sigma_rate, sigma_limit;
};

double length(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum);
}

class Pgpe final : public SearchBase {
 public:
  Pgpe(std::size_t dimension, int population_size, const PgpeSettings& settings)
      : SearchBase({.dimension = dimension,
                    .population_size = population_size,
                    .noise_rows = static_cast<std::size_t>(population_size / 2)}),
        settings_(settings) {}

  Distribution distribution(const SearchState& state) const override {
    return {state.array("mean"), state.array("sigma")};
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    std::vector<Signal> signals = range_signals("sigma", state.array("sigma"));
    signals.push_back({"speed", length(state.array("velocity"))});
    return signals;
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", d}, {"velocity", d}};
  }
  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    return {{"mean", start.mean},
            {"sigma", start.sigma},
            {"velocity", std::vector<double>(dimension(), 0.0)}};
  }
  void draw(const SearchState& state, Population& population) const override {
    sample_mirrored(state.array("mean"), state.array("sigma"), population.noise,
                    population.genomes);
  }

  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    const std::vector<double> rank = centred_ranks(fitness);
    const std::vector<double> g_mean = mean_gradient(state, population, rank);
    const std::vector<double> g_sigma = sigma_gradient(state, population, rank);
    move_mean(state, g_mean);
    std::vector<double>& sigma = state.array("sigma");
    for (std::size_t i = 0; i < sigma.size(); ++i) {
      const double limit = settings_.sigma_limit * sigma[i];
      sigma[i] += std::clamp(settings_.sigma_rate * g_sigma[i], -limit, limit);
    }
  }

  std::vector<double> mean_gradient(const SearchState& state, const Population& population,
                                    const std::vector<double>& rank) const {
    const std::size_t pairs = rank.size() / 2;
    std::vector<double> weight(pairs), gradient(dimension());
    for (std::size_t k = 0; k < pairs; ++k) weight[k] = 0.5 * (rank[2 * k] - rank[2 * k + 1]);
    weighted_row_sum(weight, population.noise, gradient);
    const std::vector<double>& sigma = state.array("sigma");
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      gradient[i] = sigma[i] * gradient[i] / static_cast<double>(pairs);
    }
    return gradient;
  }

  /// (e^2 - sigma^2) / sigma = sigma (z^2 - 1).
  std::vector<double> sigma_gradient(const SearchState& state, const Population& population,
                                     const std::vector<double>& rank) const {
    const std::size_t pairs = rank.size() / 2;
    const double mean_rank =
        std::accumulate(rank.begin(), rank.end(), 0.0) / static_cast<double>(rank.size());
    std::vector<double> weight(pairs), gradient(dimension());
    for (std::size_t k = 0; k < pairs; ++k) {
      weight[k] = 0.5 * (rank[2 * k] + rank[2 * k + 1]) - mean_rank;
    }
    const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
    weighted_square_sum(weight, population.noise, gradient);
    const std::vector<double>& sigma = state.array("sigma");
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      gradient[i] = sigma[i] * (gradient[i] - sum) / static_cast<double>(pairs);
    }
    return gradient;
  }

  /// ClipUp; without a gradient the velocity only slows down.
  void move_mean(SearchState& state, const std::vector<double>& gradient) const {
    std::vector<double>&mean = state.array("mean"), &velocity = state.array("velocity");
    const double steepness = length(gradient);
    const double push = steepness > 0.0 ? settings_.alpha / steepness : 0.0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      velocity[i] = settings_.momentum * velocity[i] + push * gradient[i];
    }
    const double speed = length(velocity);
    const double brake = speed > settings_.max_speed ? settings_.max_speed / speed : 1.0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      velocity[i] *= brake;
      mean[i] += velocity[i];
    }
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"sigma", grown_values(before.array("sigma"), from, sigma)},
            {"velocity", grown_values(before.array("velocity"), from, 0.0)}};
  }

  PgpeSettings settings_;
};

}  // namespace

SearchEntry pgpe_entry() {
  return {.name = "pgpe",
          .help =
              "policy gradients with parameter-based exploration and ClipUp (Sehnke et al. "
              "2010, Toklu et al. 2020)",
          .keys = {paired_population_key("4 + floor(3 ln d), made even"),
                   positive_key("alpha", 0.15, "length of ClipUp's push, in units of the genes"),
                   rate_key("max_speed", 1e6, "the longest step of the mean; 0: 2 alpha"),
                   real_key("momentum", 0.9, 0.0, 0.999999, "of ClipUp"),
                   real_key("sigma_rate", 0.1, 0.0, 10.0, "learning rate of sigma"),
                   real_key("sigma_limit", 0.2, 0.0, 0.999,
                            "the most that sigma changes in a generation, relative")},
          .largest_dimension = kAnyDimension,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            const double alpha = keys.real("alpha");
            return std::make_unique<Pgpe>(
                space.dimension,
                given_or(keys.integer("population"), default_paired_population(space.dimension)),
                PgpeSettings{.alpha = alpha,
                             .max_speed = given_or(keys.real("max_speed"), 2.0 * alpha),
                             .momentum = keys.real("momentum"),
                             .sigma_rate = keys.real("sigma_rate"),
                             .sigma_limit = keys.real("sigma_limit")});
          }};
}

}  // namespace lowpass
