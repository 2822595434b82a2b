#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/search_trial.h"
#include "lowpass/core/digest.h"
#include "lowpass/optimizer/search.h"

namespace lowpass {

/// Keys by name, as configuration files give them.
inline KeyValues keys(std::initializer_list<std::pair<std::string, KeyValue>> given) {
  KeyValues result;
  for (const auto& [name, value] : given) result.set(name, value);
  return result;
}

inline Distribution uniform_start(std::size_t d, double mean, double sigma) {
  return {std::vector<double>(d, mean), std::vector<double>(d, sigma)};
}

template <class Function>
std::vector<double> fitness_of(const Population& population, Function f) {
  std::vector<double> fitness;
  for (std::size_t k = 0; k < population.size(); ++k) fitness.push_back(-f(population.genome(k)));
  return fitness;
}

/// A few generations on Rosenbrock's function; returns the digest of what was seen.
inline std::uint64_t advance(const Search& search, SearchState& state, int generations,
                             std::uint64_t h = 0) {
  Population population;
  for (int t = 0; t < generations; ++t) {
    search.ask(state, population);
    const std::vector<double> fitness = fitness_of(population, app::rosenbrock);
    h = digest(fitness, h);
    search.tell(state, population, fitness);
  }
  return h;
}

/// The digest of a run of 200 generations from mean 0 and sigma 1.
inline std::string digest_of_run(const Search& search, std::size_t dimension) {
  SearchState state = search.start(uniform_start(dimension, 0.0, 1.0), 1);
  const std::uint64_t h = advance(search, state, 200);
  return digest_text(digest(state.best_genome, h));
}

}  // namespace lowpass
