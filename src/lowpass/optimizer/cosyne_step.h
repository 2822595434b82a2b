#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lowpass {

// One generation of CoSyNE as a function of its random numbers.

/// The rules of a generation; cosyne.h says where they come from.
struct CosyneRules {
  std::size_t rows;             ///< networks a generation, n
  std::size_t parents;          ///< q: the best, which recombine
  std::size_t survivors;        ///< s: the best, whose genes are permuted; children fill the rest
  std::size_t first_mutant;     ///< rows from here on are mutated
  double mutation_probability;  ///< of a gene
  bool is_relative;             ///< the worse a network, the more of it is permuted ([G08] Eq. 1)
  std::vector<std::size_t> segments;  ///< genes of each, in order
};

/// The random numbers of a generation. Tables have a row of genes a network.
struct CosyneDraws {
  std::vector<std::size_t> mates;  ///< one a parent j: below j, or any parent for the best
  std::vector<std::size_t> cuts;   ///< [parent][segment]: genes before the cut
  /// Uniform, for each row after recombination: is the gene mutated, and by how much.
  std::vector<double> mutation, mutation_size;
  /// Uniform, for each survivor: is the gene permuted (read if is_relative), and in which order.
  std::vector<double> mark, key;
};

/// The rows of the next generation from those of this one, `rows` x genes, and their fitness.
std::vector<double> next_cosyne_rows(const CosyneRules& rules, const CosyneDraws& draws,
                                     std::span<const double> rows, std::span<const double> fitness);

/// A number of the Cauchy law of that scale, given that it lies within +-10, for a uniform one: the
/// inverse law of the program's rejection of larger ones.
double bounded_cauchy(double uniform, double scale);

}  // namespace lowpass
