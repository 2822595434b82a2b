#include "lowpass/optimizer/openai_es.h"

#include <cmath>

#include "lowpass/optimizer/population_rows.h"
#include "lowpass/optimizer/power.h"
#include "lowpass/optimizer/ranking.h"
#include "lowpass/optimizer/search_base.h"
#include "lowpass/optimizer/search_keys.h"

namespace lowpass {
namespace {

struct OpenAiEsSettings {
  double alpha, beta1, beta2, epsilon;
  double sigma;  ///< 0: that of the start
  double decay;
};

class OpenAiEs final : public SearchBase {
 public:
  OpenAiEs(std::size_t dimension, int population_size, const OpenAiEsSettings& settings)
      : SearchBase({.dimension = dimension,
                    .population_size = population_size,
                    .noise_rows = static_cast<std::size_t>(population_size / 2)}),
        settings_(settings) {}

  Distribution distribution(const SearchState& state) const override {
    return {state.array("mean"), state.array("sigma")};
  }
  std::vector<Signal> signals(const SearchState& state) const override {
    double sum = 0.0;
    for (const double x : step(state)) sum += x * x;
    return {{"step", std::sqrt(sum)}};
  }

 private:
  std::vector<ArraySize> array_sizes(std::size_t d) const override {
    return {{"mean", d}, {"sigma", d}, {"adam_m", d}, {"adam_v", d}, {"adam_t", 1}};
  }

  NamedArrays arrays_at_rest(std::vector<double> mean, std::vector<double> sigma) const {
    const std::vector<double> zeros(mean.size(), 0.0);
    return {{"mean", std::move(mean)},
            {"sigma", std::move(sigma)},
            {"adam_m", zeros},
            {"adam_v", zeros},
            {"adam_t", {0.0}}};
  }

  /// What the key says, or the start.
  std::vector<double> scales(std::span<const double> start) const {
    std::vector<double> sigma(start.begin(), start.end());
    if (settings_.sigma > 0.0) sigma.assign(sigma.size(), settings_.sigma);
    return sigma;
  }

  NamedArrays first_arrays(const Distribution& start, std::uint64_t) const override {
    return arrays_at_rest(start.mean, scales(start.sigma));
  }

  void draw(const SearchState& state, Population& population) const override {
    sample_mirrored(state.array("mean"), state.array("sigma"), population.noise,
                    population.genomes);
  }

  std::vector<double> gradient(const SearchState& state, const Population& population,
                               std::span<const double> fitness) const {
    const std::vector<double> rank = centred_ranks(fitness);
    std::vector<double> difference(rank.size() / 2), gradient(dimension());
    for (std::size_t k = 0; k < difference.size(); ++k) {
      difference[k] = rank[2 * k] - rank[2 * k + 1];
    }
    weighted_row_sum(difference, population.noise, gradient);
    const std::vector<double>&mean = state.array("mean"), &sigma = state.array("sigma");
    const auto lambda = static_cast<double>(rank.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      gradient[i] = gradient[i] / (lambda * sigma[i]) - settings_.decay * mean[i];
    }
    return gradient;
  }

  /// The step that Adam's moments say.
  std::vector<double> step(const SearchState& state) const {
    const std::vector<double>&m = state.array("adam_m"), &v = state.array("adam_v");
    const auto t = static_cast<std::uint64_t>(state.array("adam_t")[0]);
    std::vector<double> step(m.size(), 0.0);
    if (t == 0) return step;
    const double rate = settings_.alpha * std::sqrt(1.0 - power(settings_.beta2, t)) /
                        (1.0 - power(settings_.beta1, t));
    for (std::size_t i = 0; i < m.size(); ++i) {
      step[i] = rate * m[i] / (std::sqrt(v[i]) + settings_.epsilon);
    }
    return step;
  }

  void learn(SearchState& state, const Population& population,
             std::span<const double> fitness) const override {
    const std::vector<double> g = gradient(state, population, fitness);
    std::vector<double>&m = state.array("adam_m"), &v = state.array("adam_v");
    for (std::size_t i = 0; i < g.size(); ++i) {
      m[i] = settings_.beta1 * m[i] + (1.0 - settings_.beta1) * g[i];
      v[i] = settings_.beta2 * v[i] + (1.0 - settings_.beta2) * (g[i] * g[i]);
    }
    state.array("adam_t")[0] += 1.0;
    const std::vector<double> move = step(state);
    std::vector<double>& mean = state.array("mean");
    for (std::size_t i = 0; i < move.size(); ++i) mean[i] += move[i];
  }

  NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                           std::span<const double> sigma) const override {
    return arrays_at_rest(grown_values(before.array("mean"), from, 0.0),
                          grown_values(before.array("sigma"), from, scales(sigma)));
  }

  OpenAiEsSettings settings_;
};

}  // namespace

SearchEntry openai_es_entry() {
  // alpha, betas and epsilon of [OES17]'s program. Its sigma of 0.02 and decay of 0.005 belong to
  // 10,000 individuals a generation; ours are for a few.
  return {.name = "openai-es",
          .help = "mirrored samples of fixed sigma, followed by Adam (Salimans et al. 2017)",
          .keys = {paired_population_key("4 + floor(3 ln d), made even"),
                   positive_key("alpha", 0.01, "Adam's step a gene"),
                   real_key("sigma", 0.1, 0.0, 1e6,
                            "standard deviation of the samples, which stays; 0: sigma0"),
                   real_key("decay", 0.0, 0.0, 1.0, "weight decay, a part of the gradient"),
                   real_key("beta1", 0.9, 0.0, 0.999999, "decay of Adam's first moment"),
                   real_key("beta2", 0.999, 0.0, 0.999999, "decay of Adam's second moment"),
                   positive_key("epsilon", 1e-8, "Adam's smallest divisor")},
          .largest_dimension = kAnyDimension,
          .make = [](const KeyValues& keys, const SearchSpace& space) {
            return std::make_unique<OpenAiEs>(
                space.dimension,
                given_or(keys.integer("population"), default_paired_population(space.dimension)),
                OpenAiEsSettings{.alpha = keys.real("alpha"),
                                 .beta1 = keys.real("beta1"),
                                 .beta2 = keys.real("beta2"),
                                 .epsilon = keys.real("epsilon"),
                                 .sigma = keys.real("sigma"),
                                 .decay = keys.real("decay")});
          }};
}

}  // namespace lowpass
