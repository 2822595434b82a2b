#include "lowpass/report/claim_parts.h"

#include <algorithm>

#include <fmt/format.h>

namespace lowpass {
namespace {

/// Resampling fewer runs gives intervals far too narrow: of two runs, a quarter of all resamples is
/// one of them twice.
constexpr std::size_t kLeastRuns = 5;

std::string bound_sign(Bound bound) {
  switch (bound) {
    case Bound::kExact:
      return "";
    case Bound::kAtLeast:
      return "≥ ";
    case Bound::kAtMost:
      return "≤ ";
    case Bound::kUnknown:
      return "? ";
  }
  return "";
}

/// With the sign that text has.
std::string number_text(double value, int decimals) {
  return fmt::format("{}{:.{}f}", value < 0 ? "−" : "", value < 0 ? -value : value, decimals);
}

std::string stated(double value, const Interval& interval, int decimals, Bound bound) {
  return fmt::format("{}{} [{}, {}]", bound_sign(bound), number_text(value, decimals),
                     number_text(interval.low, decimals), number_text(interval.high, decimals));
}

bool has_censored(std::span<const RunRecord> runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const RunRecord& run) { return !run.evaluations_to_target; });
}

bool is_low_end_known(Bound bound) { return bound == Bound::kExact || bound == Bound::kAtLeast; }
bool is_high_end_known(Bound bound) { return bound == Bound::kExact || bound == Bound::kAtMost; }

Measure speed_measure_of(const Evidence& evidence, const Quantity& quantity) {
  Measure measure = measured(evidence, quantity);
  if (!measure.value) return measure;
  measure.bound = bound_of(evidence, quantity.setups);
  measure.ours = stated(*measure.value, *measure.interval, quantity.decimals, measure.bound);
  if (quantity.test) measure.verdict = quantity.test(*measure.interval, measure.bound);
  return measure;
}

}  // namespace

Bound bound_of(const Evidence& evidence, const std::vector<Setup>& setups) {
  const bool may_rise = has_censored(evidence.of(setups[0]));
  const bool may_fall = setups.size() > 1 && has_censored(evidence.of(setups[1]));
  if (may_rise && may_fall) return Bound::kUnknown;
  return may_rise ? Bound::kAtLeast : may_fall ? Bound::kAtMost : Bound::kExact;
}

Measure measured(const Evidence& evidence, const Quantity& quantity) {
  Measure measure{.what = quantity.what, .published = quantity.published, .note = quantity.note};
  if (quantity.test) measure.verdict = Verdict::kNotDecided;
  std::vector<Sample> groups;
  for (const Setup& setup : quantity.setups) {
    groups.push_back(quantity.values(evidence.of(setup)));
    if (groups.back().size() >= kLeastRuns) continue;
    measure.ours = "too few runs";
    measure.note = fmt::format("needs {} runs of {}, there {} {}", kLeastRuns, setup_name(setup),
                               groups.back().size() == 1 ? "is" : "are", groups.back().size());
    return measure;
  }
  measure.value = quantity.statistic(groups);
  measure.interval = bootstrap_interval(groups, quantity.statistic, evidence.options.bootstrap);
  measure.ours = stated(*measure.value, *measure.interval, quantity.decimals, Bound::kExact);
  if (quantity.test) measure.verdict = quantity.test(*measure.interval, Bound::kExact);
  return measure;
}

IntervalTest more_than(double limit) {
  return [limit](const Interval& interval, Bound bound) {
    if (interval.low > limit && is_low_end_known(bound)) return Verdict::kHolds;
    if (interval.high < limit && is_high_end_known(bound)) return Verdict::kDoesNotHold;
    return Verdict::kNotDecided;
  };
}

IntervalTest less_than(double limit) {
  return [limit](const Interval& interval, Bound bound) {
    if (interval.high < limit && is_high_end_known(bound)) return Verdict::kHolds;
    if (interval.low > limit && is_low_end_known(bound)) return Verdict::kDoesNotHold;
    return Verdict::kNotDecided;
  };
}

IntervalTest within(double centre, double margin) {
  return [=](const Interval& interval, Bound bound) {
    const double low = centre - margin, high = centre + margin;
    if (interval.low > low && interval.high < high && bound == Bound::kExact) {
      return Verdict::kHolds;
    }
    const bool is_above = interval.low > high && is_low_end_known(bound);
    const bool is_below = interval.high < low && is_high_end_known(bound);
    return is_above || is_below ? Verdict::kDoesNotHold : Verdict::kNotDecided;
  };
}

Measure evaluations_measure(const Evidence& evidence, const Setup& setup,
                            const std::string& published) {
  Measure measure = speed_measure_of(
      evidence, {.what = fmt::format("evaluations to 0.75, {}, mean", short_label(setup)),
                 .published = published,
                 .setups = {setup},
                 .values = evaluations_needed,
                 .statistic = mean_of,
                 .decimals = 0});
  if (!measure.value) return measure;
  const EvaluationsToTarget counts = evaluations_to_target(evidence.of(setup));
  measure.note = fmt::format("{} of {} runs reach it; median {}", counts.reached, counts.runs,
                             counts.median ? fmt::format("{:.0f}", *counts.median) : "not reached");
  return measure;
}

Measure speed_measure(const Evidence& evidence, const Setup& slow, const Setup& fast,
                      const std::string& published, IntervalTest test) {
  return speed_measure_of(evidence, {.what = fmt::format("evaluations to 0.75, {} / {}",
                                                         short_label(slow), short_label(fast)),
                                     .published = published,
                                     .setups = {slow, fast},
                                     .values = evaluations_needed,
                                     .statistic = ratio_of_means,
                                     .decimals = 2,
                                     .test = std::move(test)});
}

Measure final_fitness_measure(const Evidence& evidence, const Setup& better, const Setup& worse,
                              const std::string& published, IntervalTest test) {
  return measured(evidence, {.what = fmt::format("final fitness, {} − {}", short_label(better),
                                                 short_label(worse)),
                             .published = published,
                             .setups = {better, worse},
                             .values = best_fitness,
                             .statistic = difference_of_means,
                             .test = std::move(test)});
}

}  // namespace lowpass
