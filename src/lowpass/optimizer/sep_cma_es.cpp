#include "lowpass/optimizer/sep_cma_es.h"

#include <algorithm>
#include <cmath>

#include "lowpass/optimizer/cma_paths.h"
#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

class SepCmaEs final : public SearchBase {
 public:
  SepCmaEs(std::size_t dimension, CmaConstants constants)
      : SearchBase({.dimension = dimension,
                    .population_size = static_cast<int>(constants.weights.size()),
                    .noise_rows = constants.weights.size()}),
        constants_(std::move(constants)) {}

  Distribution distribution(const SearchState& state) const override {
    return {state.array("mean"), axes(state)};
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    const auto& c = state.array("C");
    const auto [least, most] = std::minmax_element(c.begin(), c.end());
    return {{"sigma", state.array("sigma")[0]}, {"condition", std::sqrt(*most / *least)}};
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", 1}, {"C", d}, {"p_sigma", d}, {"p_c", d}};
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    CmaScale scale = cma_scale(start.sigma);
    const std::vector<double> zeros(dimension(), 0.0);
    return {{"mean", start.mean},
            {"sigma", {scale.sigma}},
            {"C", std::move(scale.variances)},
            {"p_sigma", zeros},
            {"p_c", zeros}};
  }

  /// sigma sqrt(C): the standard deviation of each gene.
  std::vector<double> axes(const SearchState& state) const {
    const double sigma = state.array("sigma")[0];
    std::vector<double> axes = state.array("C");
    for (double& axis : axes) axis = sigma * std::sqrt(axis);
    return axes;
  }

  void draw(const SearchState& state, Population& population) const override {
    sample_genomes(state.array("mean"), axes(state), population.noise, population.genomes);
  }

  /// With y = sqrt(C) z for every individual, sums over y and y^2 are those over z and z^2 times
  /// sqrt(C) and C.
  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    if (is_flat(fitness)) return;
    std::vector<double>&mean = state.array("mean"), &c = state.array("C"),
    &p_c = state.array("p_c");
    double& sigma = state.array("sigma")[0];
    const std::vector<double> weights = cma_weights(constants_, fitness);
    std::vector<double> mean_noise(dimension()), mean_step(dimension()), squares(dimension());
    weighted_row_sum(weights, population.noise, mean_noise);
    weighted_square_sum(weights, population.noise, squares);
    for (std::size_t i = 0; i < c.size(); ++i) {
      mean_step[i] = std::sqrt(c[i]) * mean_noise[i];
      mean[i] += sigma * mean_step[i];
    }
    const bool h_sigma =
        update_step_size(constants_, state.generation, mean_noise, state.array("p_sigma"), sigma);
    update_covariance_path(constants_, h_sigma, mean_step, p_c);
    const double kept = kept_covariance(constants_, h_sigma);
    for (std::size_t i = 0; i < c.size(); ++i) {
      c[i] =
          kept * c[i] + constants_.c_1 * (p_c[i] * p_c[i]) + constants_.c_mu * (c[i] * squares[i]);
    }
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    const double scale = before.array("sigma")[0];
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"sigma", {scale}},
            {"C", grown_values(before.array("C"), from, relative_variances(sigma, scale))},
            {"p_sigma", grown_values(before.array("p_sigma"), from, 0.0)},
            {"p_c", grown_values(before.array("p_c"), from, 0.0)}};
  }

  CmaConstants constants_;
};

}  // namespace

SearchEntry sep_cma_es_entry() {
  std::vector<Key> declared = cma_keys();
  declared.push_back(young(choice_key("variant", {"default", "2008"},
                                      "constants: today's, or those of the paper of 2008")));
  return {
      .name = "sep-cma-es",
      .help = "CMA-ES with a diagonal covariance (Ros and Hansen 2008)",
      .keys = declared,
      .largest_dimension = kAnyDimension,
      .make = [](const KeyValues& keys, const SearchSpace& space) {
        const auto variant =
            keys.text("variant") == "2008" ? CmaVariant::kSeparable2008 : CmaVariant::kSeparable;
        const int population =
            given_or(keys.integer("population"), default_population(space.dimension));
        return std::make_unique<SepCmaEs>(
            space.dimension, cma_constants(variant, space.dimension, population, cma_rates(keys)));
      }};
}

}  // namespace lowpass
