#include "lowpass/paper/likelihood.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/math.h"
#include "lowpass/paper/claim_parts.h"

namespace lowpass {
namespace {

constexpr double kPublishedRuns = 20.0, kPaperBudget = 6000.0;

// Standard deviations. Those of runs are about what 540 runs of preset `paper` had; few runs of a
// reading cannot say their own.
constexpr double kRunLog = 0.5;        // of ln evaluations to the target, from run to run
constexpr double kRunFitness = 0.05;   // of final fitness, from run to run
constexpr double kReadCount = 0.15;    // of ln: which average the paper's number is
constexpr double kReadFitness = 0.02;  // of a fitness that is read from a plot
constexpr double kSimilar = kSimilarFitness;

/// Runs that are cut after n evaluations rise on: by so much for each factor of ten that is
/// missing, give or take as much.
constexpr double kRisePerDecade = 0.03;

double decades_missing(std::span<const RunRecord> runs) {
  double missing = 0;
  for (const RunRecord& run : runs) {
    const double share = kPaperBudget / static_cast<double>(std::max<std::int64_t>(run.budget, 1));
    missing += std::max(0.0, log(share)) / log(10.0);
  }
  return missing / static_cast<double>(runs.size());
}

bool is_whole(std::span<const RunRecord> runs) {
  return !runs.empty() && std::all_of(runs.begin(), runs.end(), [](const RunRecord& run) {
    return static_cast<double>(run.budget) >= kPaperBudget;
  });
}

/// Some were cut before they got to the target: what they would have taken is not known. (Runs of
/// the whole budget are what the paper had too: it could not know either.)
bool is_open(std::span<const RunRecord> runs) {
  return !is_whole(runs) && std::any_of(runs.begin(), runs.end(), [](const RunRecord& run) {
    return !run.evaluations_to_target;
  });
}

double size(std::span<const RunRecord> runs) { return static_cast<double>(runs.size()); }

/// ln of the mean evaluations to the target, never-reached ones counted as their budget.
double log_count(std::span<const RunRecord> runs) { return log(mean(evaluations_needed(runs))); }

/// How likely something is, and whether that is agreement.
struct Fit {
  double log_likelihood;
  bool agrees;
};

/// ln of a density with the tails of Student's t with 4 degrees of freedom, up to a constant: one
/// number that is off must not outweigh all others.
Fit near(double x, double mean, double deviation) {
  const double z = (x - mean) / deviation;
  return {-2.5 * log(1.0 + z * z / 4.0) - log(deviation), std::abs(z) <= 2};
}

/// ln of the probability that a number whose estimate lies `margin` above a bound is above it: a
/// logistic in place of the normal, which it follows within 0.01.
Fit above(double margin, double deviation) {
  return {log(std::max(logistic(1.702 * margin / deviation), 1e-300)), margin > 0};
}

/// "Ω3 C = 20", "direct": beside a setup with the same architecture.
std::string short_title(const Setup& setup) {
  if (setup.mapping == "direct") return "direct";
  return fmt::format("Ω{} C = {}", setup.mapping.back(), setup.coefficients);
}

/// "Ψ2Ω3 C = 20", "Ψ2 direct".
std::string full_title(const Setup& setup) {
  const std::string of_all = configuration_title(setup);
  return setup.mapping == "direct" ? of_all : fmt::format("{} C = {}", of_all, setup.coefficients);
}

std::string ratio_title(const Setup& slow, const Setup& fast) {
  return full_title(slow) + " / " + short_title(fast);
}

std::string difference_title(const Setup& one, const Setup& other) {
  return full_title(one) + " − " + short_title(other);
}

/// What cannot be known speaks against nothing.
constexpr Fit kOpen = {0.0, true};

class Terms {
 public:
  explicit Terms(const RunTable& runs) : runs_(runs) {}

  /// The published number of evaluations. Where runs were cut, ours is a lower bound.
  void add_count(const std::string& name, const Setup& setup, double published) {
    const auto runs = of(setup);
    if (runs.empty()) return;
    const double deviation = std::sqrt(kReadCount * kReadCount +
                                       kRunLog * kRunLog * (1 / kPublishedRuns + 1 / size(runs)));
    double ours = log_count(runs);
    const double observed = exp(ours);
    if (is_open(runs)) ours = std::max(ours, log(published));
    add(name, full_title(setup) + " needs", fmt::format("{:.0f}", published), observed,
        near(log(published), ours, deviation));
  }

  /// `slow` takes more than `ratio` times the evaluations of `fast`. A slow one that was cut may be
  /// as slow as one likes.
  void add_ratio_above(const std::string& name, const Setup& slow, const Setup& fast,
                       double ratio) {
    if (of(slow).empty() || of(fast).empty()) return;
    const double ours = log_ratio(slow, fast);
    const Fit fit = above(ours - log(ratio), ratio_deviation(slow, fast));
    add(name, ratio_title(slow, fast), fmt::format("> {}", ratio), exp(ours),
        is_open(of(slow)) ? kOpen : fit);
  }

  /// The same, at most so many times.
  void add_ratio_below(const std::string& name, const Setup& slow, const Setup& fast,
                       double ratio) {
    if (of(slow).empty() || of(fast).empty()) return;
    const double ours = log_ratio(slow, fast);
    const Fit fit = above(log(ratio) - ours, ratio_deviation(slow, fast));
    add(name, ratio_title(slow, fast), fmt::format("< {}", ratio), exp(ours),
        is_open(of(fast)) ? kOpen : fit);
  }

  /// "60 % faster" is 1.6 times as fast to some, 40 % of the evaluations to others.
  void add_faster_by_sixty_percent(const std::string& name, const Setup& slow, const Setup& fast) {
    if (!is_whole(of(slow)) || !is_whole(of(fast))) return;
    const double ours = log_ratio(slow, fast), deviation = ratio_deviation(slow, fast);
    const Fit one = near(log(1.6), ours, deviation), other = near(log(2.5), ours, deviation);
    const double most = std::max(one.log_likelihood, other.log_likelihood);
    const double sum = exp(one.log_likelihood - most) + exp(other.log_likelihood - most);
    add(name, ratio_title(slow, fast) + " is", "1.6 or 2.5", exp(ours),
        {most + log(0.5 * sum), one.agrees || other.agrees});
  }

  /// The published median of final fitness.
  void add_fitness(const std::string& name, const Setup& setup, double published) {
    const auto runs = of(setup);
    if (runs.empty()) return;
    const double rise = kRisePerDecade * decades_missing(runs);
    const double variance =
        kReadFitness * kReadFitness + rise * rise +
        1.57 * kRunFitness * kRunFitness * (1 / kPublishedRuns + 1 / size(runs));
    const double ours = median(best_fitness(runs));
    add(name, full_title(setup) + " ends at", fmt::format("{}", published), ours,
        near(published, ours + rise, std::sqrt(variance)));
  }

  /// Mean final fitness of `better` above that of `worse`.
  void add_better(const std::string& name, const Setup& better, const Setup& worse) {
    if (!is_whole(of(better)) || !is_whole(of(worse))) return;
    const double ours = mean(best_fitness(of(better))) - mean(best_fitness(of(worse)));
    add(name, difference_title(better, worse), "> 0", ours,
        above(ours, fitness_deviation(better, worse)));
  }

  /// "The final fitness is similar."
  void add_similar(const std::string& name, const Setup& one, const Setup& other) {
    if (!is_whole(of(one)) || !is_whole(of(other))) return;
    const double ours = mean(best_fitness(of(one))) - mean(best_fitness(of(other)));
    const double sampling = fitness_deviation(one, other);
    add(name, difference_title(one, other) + " near", "0", ours,
        near(0.0, ours, std::sqrt(kSimilar * kSimilar + sampling * sampling)));
  }

  /// Mean final fitness above the level, or below it.
  void add_level(const std::string& name, const Setup& setup, double level, bool is_above) {
    const auto runs = of(setup);
    if (!is_whole(runs)) return;
    const double ours = mean(best_fitness(runs));
    const double deviation =
        std::sqrt(kReadFitness * kReadFitness +
                  kRunFitness * kRunFitness * (1 / kPublishedRuns + 1 / size(runs)));
    add(name, full_title(setup) + " ends", fmt::format("{} {}", is_above ? ">" : "<", level), ours,
        above(is_above ? ours - level : level - ours, deviation));
  }

  std::vector<LikelihoodTerm> terms;

 private:
  std::span<const RunRecord> of(const Setup& setup) const { return runs_.of(setup); }

  void add(const std::string& name, const std::string& subject, const std::string& published,
           double observed, Fit fit) {
    terms.push_back({name, subject, published, observed, fit.log_likelihood, fit.agrees});
  }

  double log_ratio(const Setup& slow, const Setup& fast) const {
    return log_count(of(slow)) - log_count(of(fast));
  }

  double ratio_deviation(const Setup& slow, const Setup& fast) const {
    const double sampling = 1 / size(of(slow)) + 1 / size(of(fast)) + 2 / kPublishedRuns;
    return std::sqrt(kReadCount * kReadCount + kRunLog * kRunLog * sampling);
  }

  double fitness_deviation(const Setup& one, const Setup& other) const {
    return kRunFitness * std::sqrt(1 / size(of(one)) + 1 / size(of(other)) + 2 / kPublishedRuns);
  }

  const RunTable& runs_;
};

}  // namespace

std::vector<LikelihoodTerm> likelihood_terms(const RunTable& runs) {
  const Setup direct = direct_setup("raw"), meta_direct = direct_setup("meta");
  const auto raw3 = [](int c) { return indirect_setup("raw", "omega3", c); };
  const auto raw1 = [](int c) { return indirect_setup("raw", "omega1", c); };
  const auto meta1 = [](int c) { return indirect_setup("meta", "omega1", c); };
  Terms terms(runs);
  terms.add_count("c20_evaluations", raw3(20), 455);
  terms.add_ratio_above("direct_over_c20", direct, raw3(20), 11);
  terms.add_fitness("c10_fitness", raw3(10), 0.86);
  terms.add_level("direct_fitness", direct, 0.75, true);
  terms.add_better("direct_less_c10", direct, raw3(10));
  for (const int c : {20, 40, 160}) {
    terms.add_better(fmt::format("c{}_less_direct", c), raw3(c), direct);
  }
  terms.add_faster_by_sixty_percent("direct_over_omega1_c160", direct, raw1(160));
  terms.add_level("omega1_c80_fitness", raw1(80), 0.75, false);
  for (const int c : {10, 20, 40}) {
    terms.add_ratio_above(fmt::format("meta_direct_over_c{}", c), meta_direct, meta1(c), 1);
    terms.add_similar(fmt::format("meta_c{}_less_direct", c), meta1(c), meta_direct);
  }
  terms.add_ratio_below("meta_direct_over_omega2_c20", meta_direct,
                        indirect_setup("meta", "omega2", 20), 1);
  return terms.terms;
}

double log_likelihood(const std::vector<LikelihoodTerm>& terms) {
  double sum = 0;
  for (const LikelihoodTerm& term : terms) sum += term.log_likelihood;
  return sum;
}

std::vector<double> normalized(const std::vector<double>& log_likelihoods) {
  if (log_likelihoods.empty()) return {};
  const double most = *std::max_element(log_likelihoods.begin(), log_likelihoods.end());
  std::vector<double> shares;
  double sum = 0;
  for (const double value : log_likelihoods) {
    shares.push_back(exp(std::max(value - most, -700.0)));
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace lowpass
