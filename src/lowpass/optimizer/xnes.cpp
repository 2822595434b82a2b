#include "lowpass/optimizer/xnes.h"

#include <cmath>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/matrix_exponential.h"
#include "lowpass/optimizer/matrix_product.h"
#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

struct XnesRates {
  double mean;   ///< eta_mu
  double sigma;  ///< eta_sigma
  double shape;  ///< eta_B
};

class Xnes final : public SearchBase {
 public:
  Xnes(std::size_t dimension, int population_size, const XnesRates& rates)
      : SearchBase({.dimension = dimension,
                    .population_size = population_size,
                    .noise_rows = static_cast<std::size_t>(population_size)}),
        rates_(rates) {}

  /// The standard deviation of gene i is the length of row i of A.
  Distribution distribution(const SearchState& state) const override {
    const std::size_t d = dimension();
    const std::vector<double>& a = state.array("A");
    Distribution result{state.array("mean"), {}};
    for (std::size_t i = 0; i < d; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < d; ++j) sum += a[i * d + j] * a[i * d + j];
      result.sigma.push_back(std::sqrt(sum));
    }
    return result;
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    return range_signals("sigma", distribution(state).sigma);
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"A", d * d}};
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    return {{"mean", start.mean}, {"A", diagonal_matrix(start.sigma)}};
  }

  void draw(const SearchState& state, Population& population) const override {
    const std::size_t d = dimension(), rows = population.size();
    std::vector<double> steps(rows * d);
    multiply(population.noise, transposed(state.array("A"), d), {rows, d, d}, steps);
    sample_genomes(state.array("mean"), std::vector<double>(d, 1.0), steps, population.genomes);
  }

  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    const std::size_t d = dimension();
    const std::vector<double> utility = assigned_utilities(fitness);
    std::vector<double> direction(d), step(d), a(d * d);
    weighted_row_sum(utility, population.noise, direction);
    multiply(state.array("A"), direction, {d, d, 1}, step);
    multiply(state.array("A"), matrix_exponential(exponent(utility, population.noise), d),
             {d, d, d}, a);
    std::vector<double>& mean = state.array("mean");
    for (std::size_t i = 0; i < d; ++i) mean[i] += rates_.mean * step[i];
    state.array("A") = std::move(a);
  }

  /// M.
  std::vector<double> exponent(const std::vector<double>& utility,
                               const std::vector<double>& noise) const {
    const std::size_t d = dimension();
    std::vector<double> m(d * d, 0.0);
    add_outer_products(utility, noise, 0.0, m);
    double trace = 0.0;
    for (std::size_t i = 0; i < d; ++i) trace += m[i * d + i];
    const double mean = trace / static_cast<double>(d);
    for (double& x : m) x *= 0.5 * rates_.shape;
    for (std::size_t i = 0; i < d; ++i) m[i * d + i] += 0.5 * (rates_.sigma - rates_.shape) * mean;
    return m;
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    return {{"mean", grown_values(before.array("mean"), from, 0.0)},
            {"A", grown_matrix(before.array("A"), from, sigma)}};
  }

  XnesRates rates_;
};

}  // namespace

double xnes_rate(std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  return (9.0 + 3.0 * log(d)) / (5.0 * d * std::sqrt(d));
}

SearchEntry xnes_entry() {
  return {
      .name = "xnes",
      .help = "exponential natural evolution strategy (Glasmachers et al. 2010)",
      .keys = {population_key(2, "4 + floor(3 ln d)"), rate_key("mean_rate", 10.0, "eta_mu; 0: 1"),
               rate_key("sigma_rate", 10.0, "eta_sigma; 0: (9 + 3 ln d) / (5 d sqrt d)"),
               rate_key("shape_rate", 10.0, "eta_B; 0: (9 + 3 ln d) / (5 d sqrt d)")},
      .largest_dimension = kLargestMatrix,
      .make = [](const KeyValues& keys, const SearchSpace& space) {
        const double rate = xnes_rate(space.dimension);
        return std::make_unique<Xnes>(
            space.dimension,
            given_or(keys.integer("population"), default_population(space.dimension)),
            XnesRates{.mean = given_or(keys.real("mean_rate"), 1.0),
                      .sigma = given_or(keys.real("sigma_rate"), rate),
                      .shape = given_or(keys.real("shape_rate"), rate)});
      }};
}

}  // namespace lowpass
