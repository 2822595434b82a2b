#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lowpass/optimizer/population.h"

namespace lowpass {

/// Population size and learning rates. d = dimension of the search.
struct SnesRates {
  int population_size;
  double mean_rate;   ///< eta_mu
  double sigma_rate;  ///< eta_sigma

  /// As the paper prints them ([FDE12] §4.3): lambda = 4 + floor(3 ln d) + 4 and
  /// eta_mu = eta_sigma = (ln d + 3) / (5 sqrt d).
  static SnesRates paper(std::size_t dimension);
  /// Of the method's authors ([SNES11] Table 1): lambda = 4 + floor(3 ln d), eta_mu = 1, the same
  /// eta_sigma.
  static SnesRates schaul(std::size_t dimension);
  /// "paper" or "schaul"; throws Error for another name.
  static SnesRates preset(const std::string& name, std::size_t dimension);
};

/// The search distribution: an independent normal distribution for each gene.
struct Distribution {
  std::vector<double> mean;
  std::vector<double> sigma;
};

/// One update of the search distribution ([SNES11] Alg. 1). `noise` holds the rows s_k as drawn by
/// ask(), `utility` sums to 0. With g_mu = sum u_k s_k and g_sigma = sum u_k (s_k^2 - 1):
///   mean  += eta_mu sigma g_mu            (sigma before its own update)
///   sigma *= exp(eta_sigma / 2 * g_sigma)
void update(Distribution& distribution, std::span<const double> noise,
            std::span<const double> utility, const SnesRates& rates);

/// Everything that the next generation depends on: saved, it is the checkpoint.
struct SnesState {
  std::uint64_t seed = 1;
  std::uint32_t generation = 0;
  Distribution distribution;
  /// The best individual so far, and its fitness (minus infinity before the first).
  std::vector<double> best_genome;
  double best_fitness;
};

/// Separable natural evolution strategy ([SNES11]), maximising:
///
///   Snes snes(Snes::start({.mean = mean, .sigma = sigma}, seed), SnesRates::paper(mean.size()));
///   while (...) {
///     const Population population = snes.ask();
///     snes.tell(population, fitness);
///   }
class Snes {
 public:
  Snes(SnesState state, SnesRates rates);

  /// The state before the first generation.
  static SnesState start(Distribution distribution, std::uint64_t seed);

  /// The individuals of the current generation: a pure function of the state.
  Population ask() const;
  /// The same, into `population`, whose memory is used again.
  void ask(Population& population) const;

  /// Moves the distribution towards the better individuals and goes on to the next generation. A
  /// fitness that is NaN ranks last.
  void tell(const Population& population, std::span<const double> fitness);

  /// Goes on with more genes: from[i] is the former index of gene i, or -1 for a new gene, which
  /// starts with mean 0 (the mean network stays the same) and new_sigma[i].
  void grow(std::span<const std::ptrdiff_t> from, std::span<const double> new_sigma,
            SnesRates rates);

  const SnesState& state() const { return state_; }
  const SnesRates& rates() const { return rates_; }

 private:
  SnesState state_;
  SnesRates rates_;
};

}  // namespace lowpass
