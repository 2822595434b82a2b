#include "lowpass/paper/claim_parts.h"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

namespace lowpass {
namespace {

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

std::string p_text(double p) { return p < 0.001 ? "< 0.001" : fmt::format("= {:.3f}", p); }

bool has_censored(std::span<const RunRecord> runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const RunRecord& run) { return !run.evaluations_to_target; });
}

bool is_low_end_known(Bound bound) { return bound == Bound::kExact || bound == Bound::kAtLeast; }
bool is_high_end_known(Bound bound) { return bound == Bound::kExact || bound == Bound::kAtMost; }

/// Does the published number lie where a replication's would? An end that the unknown rest of runs
/// could move is no limit.
Verdict predicted(const Quantity& quantity, const Interval& prediction, Bound bound) {
  if (bound == Bound::kUnknown) return Verdict::kNotDecided;
  const double number = *quantity.published_value;
  const bool is_above = number > prediction.high && is_high_end_known(bound);
  const bool is_below =
      number < prediction.low && is_low_end_known(bound) && !quantity.is_published_bound;
  return is_above || is_below ? Verdict::kDoesNotHold : Verdict::kHolds;
}

/// A test of the interval of any confidence.
std::function<Verdict(double)> at_confidence(const IntervalTest& test, Bound bound,
                                             std::shared_ptr<const std::vector<double>> sorted) {
  if (!test) return nullptr;
  return [=](double confidence) { return test(middle(*sorted, confidence), bound); };
}

/// Evaluations with the never-reached beyond all others, as ranks have them.
Sample ranked_evaluations(std::span<const RunRecord> runs) {
  Sample values;
  for (const RunRecord& run : runs) {
    values.push_back(run.evaluations_to_target ? static_cast<double>(*run.evaluations_to_target)
                                               : std::numeric_limits<double>::infinity());
  }
  return values;
}

std::string median_text(const EvaluationsToTarget& counts) {
  return counts.median ? fmt::format("{:.0f}", *counts.median) : "not reached";
}

std::string mean_name(const Evidence& evidence, const std::vector<Setup>& setups) {
  return bound_of(evidence, setups) == Bound::kExact ? "mean" : "restricted mean";
}

}  // namespace

Bound bound_of(const Evidence& evidence, const std::vector<Setup>& setups) {
  const bool may_rise = has_censored(evidence.of(setups[0]));
  const bool may_fall = setups.size() > 1 && has_censored(evidence.of(setups[1]));
  if (may_rise && may_fall) return Bound::kUnknown;
  return may_rise ? Bound::kAtLeast : may_fall ? Bound::kAtMost : Bound::kExact;
}

Measure measured(const Evidence& evidence, const Quantity& quantity, Bound bound) {
  Measure measure{.what = quantity.what, .published = quantity.published, .note = quantity.note};
  const IntervalTest direction = quantity.direction         ? quantity.direction
                                 : quantity.published_value ? IntervalTest()
                                                            : quantity.test;
  if (quantity.test) measure.verdict = Verdict::kNotDecided;
  if (direction) measure.direction = Verdict::kNotDecided;
  if (quantity.published_value) measure.magnitude = Verdict::kNotDecided;
  if (quantity.earlier) measure.earlier = Verdict::kNotDecided;
  std::vector<Sample> groups;
  for (const Setup& setup : quantity.setups) {
    groups.push_back(quantity.values(evidence.of(setup)));
    if (groups.back().size() >= kLeastRunsOfAnInterval) continue;
    measure.ours = "too few runs";
    measure.note =
        fmt::format("needs {} runs of {}, there {} {}", kLeastRunsOfAnInterval, setup_name(setup),
                    groups.back().size() == 1 ? "is" : "are", groups.back().size());
    return measure;
  }
  const BootstrapOptions& options = evidence.options.bootstrap;
  const auto sorted = std::make_shared<const std::vector<double>>(
      bootstrap_statistics(groups, quantity.statistic, options));
  measure.value = quantity.statistic(groups);
  measure.interval = middle(*sorted, options.confidence);
  measure.bound = bound;
  measure.ours = stated(*measure.value, *measure.interval, quantity.decimals, bound);
  measure.verdict_at = at_confidence(quantity.test, bound, sorted);
  measure.direction_at = at_confidence(direction, bound, sorted);
  if (quantity.test) measure.verdict = quantity.test(*measure.interval, bound);
  if (direction) measure.direction = direction(*measure.interval, bound);
  if (quantity.earlier) measure.earlier = quantity.earlier(*measure.interval, bound);
  if (quantity.published_value) {
    measure.prediction = prediction_interval(groups, quantity.statistic, kPaperRuns, options);
    measure.magnitude = predicted(quantity, *measure.prediction, bound);
  }
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
                            const std::string& published, std::optional<double> published_value) {
  Measure measure = measured(evidence,
                             {.what = fmt::format("evaluations to 0.75, {}, {}", short_label(setup),
                                                  mean_name(evidence, {setup})),
                              .published = published,
                              .setups = {setup},
                              .values = evaluations_needed,
                              .statistic = mean_of,
                              .decimals = 0,
                              .published_value = published_value},
                             bound_of(evidence, {setup}));
  if (!measure.value) return measure;
  const EvaluationsToTarget counts = evaluations_to_target(evidence.of(setup));
  measure.note = fmt::format("{} of {} runs reach it; median {}", counts.reached, counts.runs,
                             median_text(counts));
  return measure;
}

Measure speed_measure(const Evidence& evidence, const Setup& slow, const Setup& fast,
                      const SpeedTest& test) {
  const std::vector<Setup> setups = {slow, fast};
  Measure measure = measured(
      evidence,
      {.what = fmt::format("evaluations to 0.75, {} / {}", short_label(slow), short_label(fast)),
       .published = test.published,
       .setups = setups,
       .values = evaluations_needed,
       .statistic = ratio_of_means,
       .decimals = 2,
       .test = test.test,
       .published_value = test.published_value,
       .is_published_bound = test.is_published_bound,
       .direction = test.direction,
       .earlier = test.earlier},
      bound_of(evidence, setups));
  if (!measure.value) return measure;
  const auto slow_runs = evidence.of(slow), fast_runs = evidence.of(fast);
  const EvaluationsToTarget a = evaluations_to_target(slow_runs),
                            b = evaluations_to_target(fast_runs);
  measure.rank_p = rank_test(ranked_evaluations(slow_runs), ranked_evaluations(fast_runs),
                             evidence.options.bootstrap);
  measure.note =
      fmt::format("of {}s; {}/{} and {}/{} runs reach it, medians {} and {}, rank test p {}",
                  mean_name(evidence, setups), a.reached, a.runs, b.reached, b.runs, median_text(a),
                  median_text(b), p_text(*measure.rank_p));
  return measure;
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
