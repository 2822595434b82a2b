#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/report/run_table.h"
#include "lowpass/report/statistics.h"

namespace lowpass {

// What the paper says of its results ([FDE12] §4.4, §4.5), as eight claims, each measured on our
// runs and judged by a fixed rule, which says what the words of the paper are taken to mean. The
// rules are made of few tests of a 95 % bootstrap interval:
//
//   more than b      holds if all of the interval is above b, does not hold if all is below;
//   about v          holds if all of the interval is within a stated margin of v, does not hold if
//                    all is outside; "similar", "comparable" and "no advantage" are such margins;
//   between          not decided.
//
// Where runs never reached the target, their count is a lower bound, and an end of an interval that
// the unknown rest could move decides nothing. A claim holds if all of its parts do, and does not
// if one of its parts does not; there is no correction for the number of parts.

enum class Verdict { kHolds, kDoesNotHold, kNotDecided };

/// "holds", "does not hold", "not decided".
std::string verdict_text(Verdict verdict);

/// How a number relates to the one that is meant, where runs never reached the target.
enum class Bound { kExact, kAtLeast, kAtMost, kUnknown };

/// One number of a claim.
struct Measure {
  std::string what;                  ///< "evaluations to 0.75, C = 20, mean"
  std::string published;             ///< the paper's number or word; empty: it gives none
  std::string ours;                  ///< as text, with the interval: "612 [480, 745]"
  std::optional<double> value;       ///< ours; unset: too few runs
  std::optional<Interval> interval;  ///< 95 %
  Bound bound = Bound::kExact;       ///< of value and interval
  std::optional<Verdict> verdict;    ///< of this part of the claim; unset: decides nothing
  std::string note;                  ///< what else one should know; often empty
};

struct Claim {
  int number = 0;         ///< 1 to 8
  std::string name;       ///< on the command line: the number
  std::string title;      ///< few words
  std::string statement;  ///< what the paper says
  std::string rule;       ///< what decides
  std::vector<Measure> measures;
  Verdict verdict = Verdict::kNotDecided;
  std::string reason;  ///< one or two sentences: why this verdict
};

struct ClaimOptions {
  /// Of the runs that are judged, see Setup; "": preset `paper` itself.
  std::string variation = {};
  BootstrapOptions bootstrap = {};
};

inline constexpr int kClaims = 8;

/// Judges claim `number`, 1 to 8: a precondition. What has fewer than five runs is not decided;
/// never throws.
Claim judged_claim(int number, const RunTable& runs, const ClaimOptions& options = {});
std::vector<Claim> judged_claims(const RunTable& runs, const ClaimOptions& options = {});

}  // namespace lowpass
