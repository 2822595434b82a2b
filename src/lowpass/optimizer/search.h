#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lowpass/core/key.h"
#include "lowpass/core/signal.h"
#include "lowpass/optimizer/population.h"

namespace lowpass {

using NamedArrays = std::vector<std::pair<std::string, std::vector<double>>>;

/// Everything that the next generation of a search depends on: saved, it is the checkpoint.
struct SearchState {
  std::uint64_t seed = 1;
  std::uint32_t generation = 0;  ///< generations told
  std::vector<double> best_genome = {};
  double best_fitness = -std::numeric_limits<double>::infinity();
  /// What else the search keeps, by the names of its source: "mean", "sigma", "C", "p_sigma".
  NamedArrays arrays = {};

  /// Throws Error (kUsage) for a name that is not there.
  std::vector<double>& array(const std::string& name);
  const std::vector<double>& array(const std::string& name) const;
};

/// A normal distribution for each gene: where a search begins, or stands.
struct Distribution {
  std::vector<double> mean;
  std::vector<double> sigma;
};

/// One search with its settings, for genomes of one length. It has no state of its own: `ask` is a
/// pure function of the state, `tell` makes the next one. Fitness is maximised; NaN ranks last.
///
///   const auto search = make_search("cma-es", {}, {.dimension = mean.size()});
///   SearchState state = search->start({mean, sigma}, /*seed=*/1);
///   Population population;
///   while (...) {
///     search->ask(state, population);
///     search->tell(state, population, fitness);
///   }
class Search {
 public:
  virtual ~Search() = default;

  virtual int population_size() const = 0;
  /// The state before the first generation. Throws Error (kUsage) for sizes other than the search's
  /// and for a sigma that is not positive and finite.
  virtual SearchState start(const Distribution& distribution, std::uint64_t seed) const = 0;
  /// The individuals of the current generation, into `population`, whose memory is used again.
  virtual void ask(const SearchState& state, Population& population) const = 0;
  /// The same from draws of one's own: noise_rows() rows of standard normal numbers.
  virtual void ask(const SearchState& state, std::span<const double> noise,
                   Population& population) const = 0;
  /// Rows of Population::noise; none where a search draws other numbers than normal ones.
  virtual std::size_t noise_rows() const = 0;
  /// Learns from the fitness of each individual. Throws Error (kUsage) unless both fit the state.
  virtual void tell(SearchState& state, const Population& population,
                    std::span<const double> fitness) const = 0;
  /// Goes on from the state of a search for shorter genomes: from[i] is the former index of gene i,
  /// or -1 for a new one, which starts with mean 0 and `sigma[i]`.
  virtual SearchState grown(const SearchState& before, std::span<const std::ptrdiff_t> from,
                            std::span<const double> sigma) const = 0;

  /// Throws Error (kUsage) unless the state is one of this search.
  virtual void check(const SearchState& state) const = 0;

  /// Where the search stands, gene by gene: as near as a normal distribution can say it.
  virtual Distribution distribution(const SearchState& state) const = 0;
  /// Its numbers worth a curve, the same names in every generation.
  virtual std::vector<Signal> signals(const SearchState& state) const = 0;
};

/// What a search is made for.
struct SearchSpace {
  std::size_t dimension;
  /// Genes of each chromosome, in order; none: one segment.
  std::vector<std::size_t> segments = {};
};

/// The largest dimension of a search whose work grows with the number of genes alone.
inline constexpr std::size_t kAnyDimension = std::numeric_limits<std::size_t>::max();

/// Everything that the program knows of a search. Configuration, help, completion and documents
/// follow from it.
struct SearchEntry {
  std::string name;
  std::string help;       ///< one line, with the source
  std::vector<Key> keys;  ///< of the table [optimizer], besides name, sigma0 and weight_rms
  std::size_t largest_dimension;
  std::function<std::unique_ptr<Search>(const KeyValues& keys, const SearchSpace& space)> make;
};

/// Every search: the one list. The first is the default.
const std::vector<SearchEntry>& searches();

/// The search of that name; null if there is none.
const SearchEntry* find_search(const std::string& name);

/// A search with these keys, the others at their defaults. Throws Error (kConfiguration) for an
/// unknown name, a key that the search does not have or allow, and a dimension that is too large.
std::unique_ptr<Search> make_search(const std::string& name, const KeyValues& keys,
                                    const SearchSpace& space);

}  // namespace lowpass
