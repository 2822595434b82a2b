#include "lowpass/paper/claims.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/paper/claim_list.h"

namespace lowpass {
namespace {

using Judge = Claim (*)(const Evidence&);

constexpr Judge kJudges[kClaims] = {claim_headline,
                                    claim_direct_beats_only_ten,
                                    claim_plain_mapping_raw,
                                    claim_plain_mapping_meta,
                                    claim_no_advantage,
                                    claim_incremental,
                                    claim_starts,
                                    claim_lengths,
                                    claim_mapping_decides,
                                    claim_meta_starts,
                                    claim_shape_of_lengths,
                                    claim_narrow_starts};

constexpr double kError = 0.05;  // of all parts of a claim together

using VerdictAt = std::function<Verdict(double confidence)>;

/// Holm's step-down [HOLM79]: of m parts, those that are decided at 1 - error / m; of the r that
/// are left, those at 1 - error / r; until none is added.
void decide_together(const std::vector<const VerdictAt*>& parts,
                     const std::vector<Verdict*>& verdicts) {
  std::vector<std::size_t> open(parts.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  while (!open.empty()) {
    const double confidence = 1 - kError / static_cast<double>(open.size());
    const auto is_decided = [&](std::size_t i) {
      *verdicts[i] = (*parts[i])(confidence);
      return *verdicts[i] != Verdict::kNotDecided;
    };
    if (std::erase_if(open, is_decided) == 0) return;
  }
}

/// The verdicts, or the directions, of all parts that have one.
void decide_parts(Claim& claim, VerdictAt Measure::*at, std::optional<Verdict> Measure::*verdict) {
  std::vector<const VerdictAt*> parts;
  std::vector<Verdict*> verdicts;
  for (Measure& measure : claim.measures) {
    if (!(measure.*at)) continue;
    parts.push_back(&(measure.*at));
    verdicts.push_back(&*(measure.*verdict));
  }
  decide_together(parts, verdicts);
}

/// All of them hold, or one does not; unset if there is none.
std::optional<Verdict> worst_of(const Claim& claim, std::optional<Verdict> Measure::*verdict) {
  std::optional<Verdict> all;
  for (const Measure& measure : claim.measures) {
    const std::optional<Verdict>& own = measure.*verdict;
    if (!own) continue;
    const bool is_worse = all == Verdict::kHolds || own == Verdict::kDoesNotHold;
    if (!all || is_worse) all = own;
  }
  return all;
}

/// The parts with a verdict, as a sentence names them.
std::string names_of(const Claim& claim, Verdict verdict) {
  std::vector<std::string> names;
  for (const Measure& measure : claim.measures) {
    if (measure.verdict == verdict) names.push_back(measure.what + ": " + measure.ours);
  }
  constexpr std::size_t kMost = 3;  // more would not be read
  const std::size_t left_out = names.size() > kMost ? names.size() - kMost : 0;
  if (left_out > 0) names.resize(kMost);
  std::string text = fmt::format("{}", fmt::join(names, "; "));
  if (left_out > 0) text += fmt::format("; and {} more", left_out);
  return text;
}

}  // namespace

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kDoesNotHold:
      return "does not hold";
    case Verdict::kNotDecided:
      return "not decided";
  }
  return "";
}

void decide(Claim& claim) {
  decide_parts(claim, &Measure::verdict_at, &Measure::verdict);
  decide_parts(claim, &Measure::direction_at, &Measure::direction);
  claim.direction = worst_of(claim, &Measure::direction);
  claim.magnitude = worst_of(claim, &Measure::magnitude);
  claim.earlier = worst_of(claim, &Measure::earlier);
  const auto count = [&](Verdict verdict) {
    return std::count_if(claim.measures.begin(), claim.measures.end(),
                         [&](const Measure& measure) { return measure.verdict == verdict; });
  };
  const auto failed = count(Verdict::kDoesNotHold), open = count(Verdict::kNotDecided);
  const auto parts = count(Verdict::kHolds) + failed + open;
  claim.verdict = failed > 0 ? Verdict::kDoesNotHold
                  : open > 0 ? Verdict::kNotDecided
                             : Verdict::kHolds;
  const std::string names = names_of(claim, claim.verdict);
  if (parts == 1) {
    claim.reason = fmt::format("Decided by {}.", names);
  } else if (claim.verdict == Verdict::kHolds) {
    claim.reason = fmt::format("All {} parts hold.", parts);
  } else {
    claim.reason = fmt::format("{} of {} parts {}: {}.", failed > 0 ? failed : open, parts,
                               failed > 0 ? "do not hold" : "are not decided", names);
  }
}

Claim judged_claim(int number, const RunTable& runs, const ClaimOptions& options) {
  assert(1 <= number && number <= kClaims);
  Claim claim = kJudges[number - 1]({runs, options});
  claim.number = number;
  claim.name = fmt::format("{}", number);
  decide(claim);
  return claim;
}

std::vector<Claim> judged_claims(const RunTable& runs, const ClaimOptions& options) {
  std::vector<Claim> claims;
  for (int number = 1; number <= kClaims; ++number) {
    claims.push_back(judged_claim(number, runs, options));
  }
  return claims;
}

}  // namespace lowpass
