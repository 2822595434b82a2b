#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/paper/claims.h"
#include "lowpass/paper/ladder.h"
#include "lowpass/paper/likelihood.h"
#include "lowpass/report/figure.h"

namespace lowpass {

/// How far a reading came on the ladder, and what was found there.
struct ReadingResult {
  Reading reading;
  bool is_void = false;  ///< never run
  int stage = -1;        ///< the last of the ladder with runs that choose; -1: none yet
  std::vector<LikelihoodTerm> terms = {};  ///< of that stage
  double log_likelihood = 0.0;
  double posterior = 0.0;
  std::vector<Claim> held_back = {};  ///< claims 6 to 8, of the readings that were judged
};

/// The readings of a stage: all that are not void, or the likeliest of the stage before, whose runs
/// are all there.
std::vector<Reading> stage_readings(std::size_t stage, const InferenceOptions& options);

/// Every reading as far as its runs are there, in the order of readings(). The posterior of a
/// reading that was left behind at a stage is its share of that stage; those that went on divide
/// what is left by the stage that they came to.
std::vector<ReadingResult> inference(const InferenceOptions& options);

/// `readings`: the table of all of them, and the picture of the posterior.
Figure readings_figure(const std::vector<ReadingResult>& results);
/// A row a reading and term: what was published, ours, log likelihood.
std::string terms_csv(const std::vector<ReadingResult>& results);
/// The likeliest readings and the verdicts of the claims that were held back, for a terminal.
std::string inference_text(const std::vector<ReadingResult>& results);

}  // namespace lowpass
