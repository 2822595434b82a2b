#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/run_table.h"
#include "lowpass/report/statistics.h"

namespace lowpass {

// What the paper says of its results ([FDE12] §4.4, §4.5), as claims, each measured on our
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
// if one of its parts does not. Parts are decided together at 95 % (Holm's step-down, [HOLM79]).
//
// Besides the verdict of its rule a claim has a direction (is what the paper calls more or less,
// more or less?) and a magnitude: does the number that it printed lie in the interval that a
// replication with its 20 runs would hit in 95 % of all cases? Where a rule had misread the text,
// the verdict of the earlier rule stands beside that of the present one.

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
  std::optional<Interval> interval;  ///< 95 %, of this part alone
  Bound bound = Bound::kExact;       ///< of value and interval
  std::optional<Verdict> verdict;    ///< of this part of the claim; unset: decides nothing
  std::string note;                  ///< what else one should know; often empty

  std::optional<Interval> prediction;  ///< of a replication with 20 runs; if the paper has a number
  std::optional<Verdict> direction;    ///< is more more, and less less? Unset: it says neither
  std::optional<Verdict> magnitude;    ///< is the published number predicted? Unset: there is none
  std::optional<Verdict> earlier;      ///< by the rule that had misread the text, without Holm
  std::optional<double> rank_p;        ///< of a rank test of the first two setups

  /// What verdict and direction would be at another confidence; unset as they are.
  std::function<Verdict(double confidence)> verdict_at = nullptr, direction_at = nullptr;
};

struct Claim {
  int number = 0;         ///< 1 to kClaims
  std::string name;       ///< on the command line: the number
  std::string title;      ///< few words
  std::string statement;  ///< what the paper says
  std::string rule;       ///< what decides
  std::vector<Measure> measures;
  Verdict verdict = Verdict::kNotDecided;
  std::string reason;                           ///< one or two sentences: why this verdict
  std::optional<Verdict> direction, magnitude;  ///< unset: it has none
  std::optional<Verdict> earlier;               ///< by an earlier rule; unset: it is the same
  std::string earlier_rule;                     ///< what that one misread
  std::string validity = "valid";               ///< of the test: or what of it is void
  std::string depends;  ///< what the paper leaves open and is known to change it
};

struct ClaimOptions {
  /// Of the runs that are judged, see Setup; "": preset `paper` itself.
  std::string variation = {};
  BootstrapOptions bootstrap = {};
};

/// 1 to 8 are those that the paper puts forward; 9 to 12 it says in passing.
inline constexpr int kClaims = 12;

/// Judges claim `number`, 1 to kClaims: a precondition. What has fewer than five runs is not
/// decided; never throws.
Claim judged_claim(int number, const RunTable& runs, const ClaimOptions& options = {});
std::vector<Claim> judged_claims(const RunTable& runs, const ClaimOptions& options = {});

}  // namespace lowpass
