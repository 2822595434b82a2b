#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lowpass/core/math.h"
#include "lowpass/optimizer/search.h"

// How searches are compared, by benchmark and tests alike: functions with optimum 0, and a run
// until a sample comes near it.

namespace lowpass::app {

/// sum x^2.
inline double sphere(std::span<const double> x) {
  double sum = 0.0;
  for (const double v : x) sum += v * v;
  return sum;
}

/// sum 10^(6 i / (d - 1)) x_i^2.
inline double ellipsoid(std::span<const double> x) {
  constexpr double kLn10 = 2.302585092994046;
  const double ratio =
      x.size() < 2 ? 1.0 : exp(6.0 * kLn10 / (static_cast<double>(x.size()) - 1.0));
  double sum = 0.0, factor = 1.0;
  for (const double v : x) {
    sum += factor * (v * v);
    factor *= ratio;
  }
  return sum;
}

/// sum 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2.
inline double rosenbrock(std::span<const double> x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
    sum += 100.0 * a * a + b * b;
  }
  return sum;
}

struct TestFunction {
  const char* name;
  double start;  ///< the first mean of every gene; the first sigma is 1
  double (*value)(std::span<const double>);
};

inline constexpr TestFunction kTestFunctions[] = {
    {"sphere", 1.0, sphere}, {"ellipsoid", 1.0, ellipsoid}, {"rosenbrock", 0.0, rosenbrock}};

/// A sample below this is the end of a run.
inline constexpr double kTarget = 1e-8;
/// After so many evaluations one looks at how far a search without an adapted scale has come.
inline constexpr int kEarly = 10'000;

struct Trial {
  double evaluations = std::numeric_limits<double>::infinity();  ///< up to the target
  double early_best = std::numeric_limits<double>::infinity();   ///< within kEarly evaluations
  int generations = 0;
  double seconds = 0.0;             ///< in ask and tell
  double evaluation_seconds = 0.0;  ///< in the function
};

/// The values of a population, and what a trial learns from them. True at the target.
inline bool count(const TestFunction& function, const Population& population,
                  std::vector<double>& fitness, int& evaluations, Trial& trial) {
  fitness.clear();
  for (std::size_t k = 0; k < population.size(); ++k) {
    const double value = function.value(population.genome(k));
    fitness.push_back(-value);
    if (++evaluations <= kEarly) trial.early_best = std::min(trial.early_best, value);
    if (value < kTarget) {
      trial.evaluations = evaluations;
      return true;
    }
  }
  return false;
}

/// One run to the target, or to the last generation that begins before `most` evaluations.
inline Trial run_trial(const Search& search, std::size_t dimension, const TestFunction& function,
                       std::uint64_t seed, int most) {
  using Clock = std::chrono::steady_clock;
  SearchState state = search.start(
      {std::vector<double>(dimension, function.start), std::vector<double>(dimension, 1.0)}, seed);
  Population population;
  std::vector<double> fitness;
  Trial trial;
  for (int evaluations = 0; evaluations < most; ++trial.generations) {
    const auto begin = Clock::now();
    search.ask(state, population);
    const auto asked = Clock::now();
    if (count(function, population, fitness, evaluations, trial)) break;
    const auto counted = Clock::now();
    search.tell(state, population, fitness);
    trial.seconds +=
        std::chrono::duration<double>((asked - begin) + (Clock::now() - counted)).count();
    trial.evaluation_seconds += std::chrono::duration<double>(counted - asked).count();
  }
  return trial;
}

/// The middle, or the mean of the two in the middle; infinite numbers count. Not of nothing.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

}  // namespace lowpass::app
