#include "lowpass/optimizer/cma_es.h"

#include <cmath>

#include "lowpass/optimizer/cma_paths.h"
#include "lowpass/optimizer/matrix_product.h"
#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"
#include "lowpass/optimizer/symmetric_root.h"

namespace lowpass {
namespace {

class CmaEs final : public SearchBase {
 public:
  CmaEs(std::size_t dimension, CmaConstants constants)
      : SearchBase({.dimension = dimension,
                    .population_size = static_cast<int>(constants.weights.size()),
                    .noise_rows = constants.weights.size(),
                    .step_rows = constants.weights.size()}),
        constants_(std::move(constants)) {}

  Distribution distribution(const SearchState& state) const override {
    const auto& c = state.array("C");
    Distribution result{state.array("mean"), {}};
    for (std::size_t i = 0; i < dimension(); ++i) {
      result.sigma.push_back(state.array("sigma")[0] * std::sqrt(c[i * dimension() + i]));
    }
    return result;
  }

  std::vector<Signal> signals(const SearchState& state) const override {
    return {{"sigma", state.array("sigma")[0]},
            {"condition", axis_ratio(state.array("C"), dimension())}};
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", 1}, {"C", d * d}, {"p_sigma", d}, {"p_c", d}};
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    const CmaScale scale = cma_scale(start.sigma);
    const std::vector<double> zeros(dimension(), 0.0);
    return {{"mean", start.mean},
            {"sigma", {scale.sigma}},
            {"C", diagonal_matrix(scale.variances)},
            {"p_sigma", zeros},
            {"p_c", zeros}};
  }

  void draw(const SearchState& state, Population& population) const override {
    population.steps = symmetric_root_times(state.array("C"), dimension(), population.noise);
    const std::vector<double> sigma(dimension(), state.array("sigma")[0]);
    sample_genomes(state.array("mean"), sigma, population.steps, population.genomes);
  }

  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    if (is_flat(fitness)) return;
    const std::vector<double> weights = cma_weights(constants_, fitness);
    const std::vector<double> recombined = positive_part(weights);
    std::vector<double> mean_noise(dimension()), mean_step(dimension());
    weighted_row_sum(recombined, population.noise, mean_noise);
    weighted_row_sum(recombined, population.steps, mean_step);
    std::vector<double>&mean = state.array("mean"), &p_c = state.array("p_c");
    double& sigma = state.array("sigma")[0];
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += sigma * mean_step[i];
    const bool h_sigma =
        update_step_size(constants_, state.generation, mean_noise, state.array("p_sigma"), sigma);
    update_covariance_path(constants_, h_sigma, mean_step, p_c);
    update_covariance(state.array("C"), kept_covariance(constants_, h_sigma), p_c,
                      safe_weights(weights, population.noise), population.steps);
  }

  /// Negative weights times d / |z|^2, so that a long step cannot make C indefinite ([CMA16] Eq.
  /// 46).
  std::vector<double> safe_weights(std::vector<double> weights,
                                   const std::vector<double>& noise) const {
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (weights[k] >= 0.0) continue;
      double square = 0.0;
      for (std::size_t i = 0; i < dimension(); ++i) {
        square += noise[k * dimension() + i] * noise[k * dimension() + i];
      }
      weights[k] = square > 0.0 ? weights[k] * static_cast<double>(dimension()) / square : 0.0;
    }
    return weights;
  }

  /// Both updates in one product: p_c is one more row.
  void update_covariance(std::vector<double>& c, double kept, const std::vector<double>& p_c,
                         std::vector<double> weights, std::vector<double> rows) const {
    for (double& weight : weights) weight *= constants_.c_mu;
    weights.push_back(constants_.c_1);
    rows.insert(rows.end(), p_c.begin(), p_c.end());
    add_outer_products(weights, rows, kept, c);
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    const double scale = before.array("sigma")[0];
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"sigma", {scale}},
            {"C", grown_matrix(before.array("C"), from, relative_variances(sigma, scale))},
            {"p_sigma", grown_values(before.array("p_sigma"), from, 0.0)},
            {"p_c", grown_values(before.array("p_c"), from, 0.0)}};
  }

  CmaConstants constants_;
};

}  // namespace

SearchEntry cma_es_entry() {
  std::vector<Key> declared = cma_keys();
  declared.push_back(
      young(boolean_key("active", true, "negative weights for the worse half of a generation")));
  return {.name = "cma-es",
          .help = "covariance matrix adaptation (Hansen, arXiv:1604.00772)",
          .keys = declared,
          .largest_dimension = kLargestMatrix,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            const auto variant = keys.boolean("active") ? CmaVariant::kActive : CmaVariant::kPlain;
            const int population =
                given_or(keys.integer("population"), default_population(space.dimension));
            return std::make_unique<CmaEs>(
                space.dimension,
                cma_constants(variant, space.dimension, population, cma_rates(keys)));
          }};
}

}  // namespace lowpass
