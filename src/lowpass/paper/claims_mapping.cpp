// Claim 9: which mapping coefficients go through ([FDE12] §5).

#include <fmt/format.h>

#include "lowpass/paper/claim_list.h"

namespace lowpass {
namespace {

/// 1 for a run that reaches the target, else 0.
Sample reached(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) values.push_back(run.evaluations_to_target ? 1.0 : 0.0);
  return values;
}

}  // namespace

Claim claim_mapping_decides(const Evidence& evidence) {
  Claim claim;
  claim.title = "The mapping decides";
  claim.statement =
      "The choice of Ω proved decisive: with raw actions Ω3 yielded by far the most compression, "
      "where Ω1 did not reach 0.75 with up to 80 coefficients.";
  claim.rule =
      "Ψ2, share of the runs that reach 0.75, Ω3 less Ω1: holds if the interval lies above 0 for "
      "C = 20, 40 and 80, does not hold if one lies below.";
  for (const int count : kCoefficientCounts) {
    const bool is_part = 20 <= count && count <= 80;
    claim.measures.push_back(measured(
        evidence,
        {.what = fmt::format("share that reaches 0.75, C = {}, Ω3 − Ω1", count),
         .published = is_part ? "> 0" : "",
         .setups = {indirect_setup("raw", "omega3", count), indirect_setup("raw", "omega1", count)},
         .values = reached,
         .statistic = difference_of_means,
         .decimals = 2,
         .test = is_part ? more_than(0.0) : IntervalTest()}));
  }
  return claim;
}

}  // namespace lowpass
