#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/run_table.h"

namespace lowpass {

/// One number or word of the paper, and how likely it is where these runs are the truth.
struct LikelihoodTerm {
  std::string name;       ///< "c20_evaluations"
  std::string subject;    ///< for people, before what is published: "Ψ2Ω3 C = 20 needs"
  std::string published;  ///< as the paper has it
  double observed;        ///< ours
  double log_likelihood;  ///< natural; what runs that were cut leave open counts as it fits best
  /// On the paper's side of a bound, or within two standard deviations of its number.
  bool agrees;
};

/// The numbers of claims 1 to 5 and of ten coefficients, as far as there are runs of them
/// (docs/protocol/README.md, "The likelihood"). Claims 6 to 8 have no part in it.
std::vector<LikelihoodTerm> likelihood_terms(const RunTable& runs);

/// The sum of the terms: as if the numbers had been measured apart.
double log_likelihood(const std::vector<LikelihoodTerm>& terms);

/// Probabilities in proportion to exp(log): flat prior.
std::vector<double> normalized(const std::vector<double>& log_likelihoods);

}  // namespace lowpass
