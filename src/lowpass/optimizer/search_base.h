#pragma once

#include <string>
#include <vector>

#include "lowpass/core/precision.h"
#include "lowpass/optimizer/search.h"

namespace lowpass {

/// The one door of every search: checks what comes in, keeps the best individual and counts the
/// generations. What lies behind it, the four private functions, checks nothing again.
class SearchBase : public Search {
 public:
  int population_size() const final { return shape_.population_size; }
  SearchState start(const Distribution& distribution, std::uint64_t seed) const final;
  std::size_t noise_rows() const final { return shape_.noise_rows; }
  void ask(const SearchState& state, Population& population) const final;
  void ask(const SearchState& state, std::span<const double> noise,
           Population& population) const final;
  void tell(SearchState& state, const Population& population,
            std::span<const double> fitness) const final;
  SearchState grown(const SearchState& before, std::span<const std::ptrdiff_t> from,
                    std::span<const double> sigma) const final;
  void check(const SearchState& state) const final { check_arrays(state, shape_.dimension); }

 protected:
  struct Shape {
    std::size_t dimension;
    int population_size;
    std::size_t noise_rows = 0;                      ///< of Population::noise
    std::size_t step_rows = 0;                       ///< of Population::steps
    Precision noise_precision = Precision::kDouble;  ///< single: Population::single_noise instead
  };
  struct ArraySize {
    std::string name;
    std::size_t size;
  };

  explicit SearchBase(const Shape& shape) : shape_(shape) {}

  std::size_t dimension() const { return shape_.dimension; }

 private:
  /// The arrays of a state for that many genes, in their order.
  virtual std::vector<ArraySize> array_sizes(std::size_t dimension) const = 0;
  virtual NamedArrays first_arrays(const Distribution& distribution, std::uint64_t seed) const = 0;
  /// Fills the population, whose arrays have their sizes and whose noise is drawn already.
  virtual void draw(const SearchState& state, Population& population) const = 0;
  /// Learns from a generation; the best of the state is the one of the generations before.
  virtual void learn(SearchState& state, const Population& population,
                     std::span<const double> fitness) const = 0;
  virtual NamedArrays grown_arrays(const SearchState& before, std::span<const std::ptrdiff_t> from,
                                   std::span<const double> sigma) const = 0;

  void check_arrays(const SearchState& state, std::size_t dimension) const;
  /// Numbers of the noise in that precision.
  std::size_t noise_size(Precision precision) const {
    return precision == shape_.noise_precision ? shape_.noise_rows * shape_.dimension : 0;
  }
  /// Gives the arrays their sizes.
  void prepare(Population& population) const;
  /// Row k of the noise is row k of the stream kSearch in this generation.
  void draw_noise(const SearchState& state, Population& population) const;

  Shape shape_;
};

/// The values of old genes at their new places, `fresh` for the new ones.
std::vector<double> grown_values(std::span<const double> values,
                                 std::span<const std::ptrdiff_t> from,
                                 std::span<const double> fresh);
/// The same with one value for every new gene.
std::vector<double> grown_values(std::span<const double> values,
                                 std::span<const std::ptrdiff_t> from, double fresh);
/// The same for a square matrix: rows and columns of new genes are 0 but for the diagonal.
std::vector<double> grown_matrix(std::span<const double> matrix,
                                 std::span<const std::ptrdiff_t> from,
                                 std::span<const double> fresh_diagonal);

/// The least, mean and largest of the values as signals <name>_least, <name>_mean, <name>_most.
std::vector<Signal> range_signals(const std::string& name, const std::vector<double>& values);

}  // namespace lowpass
