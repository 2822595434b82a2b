#include "lowpass/report/claims.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/report/claim_list.h"

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
                                    claim_lengths};

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
